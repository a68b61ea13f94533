// The log: newest on top, lines of one battle together.
import { chips, html } from "../core/cards.js";

const MOST_ITEMS = 400;

export class Log {
  /** @param {HTMLElement} list @param {(number: number) => string} [stamp] how a number is shown */
  constructor(list, stamp = String) {
    this.list = list;
    this.stamp = stamp;
  }

  /** @param {Protocol.Line[]} lines */
  add(lines) {
    for (const line of lines) this.addLine(line);
    for (const item of this.list.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    this.list.firstElementChild?.setAttribute("aria-current", "true");
    while (this.list.children.length > MOST_ITEMS) this.list.lastElementChild?.remove();
  }

  /** @param {Protocol.Line} line */
  addLine({ number, text, kind }) {
    const words = html("span", kind, chips(text));
    const top = this.list.firstElementChild;
    if (number && top?.getAttribute("data-number") === String(number)) {
      top.lastElementChild?.append(" ", words);
      return;
    }
    const item = html("li", "", [html("span", "n", [number ? this.stamp(number) : ""]), html("span", "", [words])]);
    item.dataset.number = number ? String(number) : "";
    this.list.prepend(item);
  }
}
