// The log: newest on top, lines of one battle together.
import { chips, html } from "../core/cards.js";

const MOST = 400;

export class Log {
  // stamp: how the number of a line is shown
  constructor(list, stamp = String) {
    this.list = list;
    this.stamp = stamp;
  }

  add(lines) {
    for (const line of lines) this.one(line);
    this.mark();
    while (this.list.children.length > MOST) this.list.lastElementChild.remove();
  }

  one(line) {
    const words = html("span", line.kind || "", chips(line.text));
    const top = this.list.firstElementChild;
    if (top && line.number && top.dataset.number === String(line.number)) {
      top.lastElementChild.append(" ", words);
      return;
    }
    const item = html("li", "", [html("span", "n", [line.number ? this.stamp(line.number) : ""]), html("span", "", [words])]);
    item.dataset.number = line.number || "";
    this.list.prepend(item);
  }

  mark() {
    for (const item of this.list.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    this.list.firstElementChild?.setAttribute("aria-current", "true");
  }
}
