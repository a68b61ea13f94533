// The log: newest on top, lines of one battle together.
import { h } from "../../vendor/preact.js";
import { told } from "../core/cards.js";
import { element } from "../core/draw.js";

const MOST_ITEMS = 100; // the replay has them all

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
    const words = h("span", null, told(text, kind));
    const top = this.list.firstElementChild;
    if (number && top?.getAttribute("data-number") === String(number)) {
      top.lastElementChild?.append(" ", ...element(words).childNodes);
      return;
    }
    const stamp = h("span", { class: "n" }, number ? this.stamp(number) : "");
    this.list.prepend(element(h("li", { "data-number": number || "" }, stamp, words)));
  }
}
