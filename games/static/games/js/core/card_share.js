// Who holds how many cards: the bar above the table and the area chart beside it.
import { counter, html, svg } from "./cards.js";

/** As a transform, so that a border that slides needs no layout for each picture. @param {Element} rect @param {number} x @param {number} width */
function place(rect, x, width) {
  rect.setAttribute("transform", `translate(${x}) scale(${width} 1)`);
}

export class ShareBar {
  /** @param {Element} element */
  constructor(element) {
    this.element = element;
    this.frameKey = "";
  }

  /** @param {Boards.Share[]} shares */
  draw(shares) {
    const total = shares.reduce((sum, part) => sum + part.count, 0) || 1;
    const bar = this.frame(shares.filter((part) => part.seat).length, total);
    const counts = new Map(shares.map((part) => [part.seat, part.count]));
    let left = 0;
    for (const rect of bar.querySelectorAll("rect")) {
      const count = counts.get(Number(rect.dataset.seat)) ?? 0;
      place(rect, left, count);
      left += count;
    }
    const words = shares.map((part) => `${part.name} ${part.count}`).join(", ");
    bar.setAttribute("aria-label", `Cards held: ${words}`);
    this.drawLegend(shares);
  }

  /** Rects stay the same elements from draw to draw: their borders slide. @param {number} seats @param {number} total */
  frame(seats, total) {
    const old = this.element.querySelector("svg:not(.ctr)");
    const key = `${seats}/${total}`;
    if (old && this.frameKey === key) return old;
    this.frameKey = key;
    const order = seats === 2 ? [1, 0, 2] : [...Array.from({ length: seats }, (_, at) => at + 1), 0];
    const bar = svg("svg", { viewBox: `0 0 ${total} 10`, preserveAspectRatio: "none", role: "img" });
    for (const seat of order) {
      const rect = svg("rect", { class: `fr-${seat}`, width: 1, height: 10 });
      rect.dataset.seat = String(seat);
      bar.append(rect);
    }
    const ticks = [...Array(total).keys()].slice(1).map((x) => `M${x} 0v10`);
    bar.append(svg("path", { class: "tick", d: ticks.join("") }));
    if (old) old.replaceWith(bar);
    else this.element.prepend(bar);
    return bar;
  }

  /** @param {Boards.Share[]} shares */
  drawLegend(shares) {
    const items = shares.map((part) => {
      const item = html("li", part.out ? "out" : "");
      if (part.seat) item.append(counter(part.seat, "s"));
      item.append(html("span", "fn", [part.name]), " ", html("b", "", [String(part.count)]));
      return item;
    });
    this.element.querySelector("ul")?.replaceChildren(...items);
  }
}

/** @param {number[]} xs @param {number[]} ys */
function line(xs, ys) {
  return xs.map((x, at) => `${x.toFixed(2)} ${ys[at].toFixed(2)}`).join("L");
}

export class ShareChart {
  /** @param {Element} element @param {number[][]} rows @param {string} unit what the points count */
  constructor(element, rows, unit) {
    this.element = element;
    this.rows = rows;
    this.unit = unit;
  }

  /** @param {string[]} names */
  draw(names) {
    if (!this.rows.length) return;
    const rows = this.rows.length === 1 ? [this.rows[0], this.rows[0]] : this.rows;
    const total = Math.max(...rows.map((row) => row.reduce((sum, count) => sum + count, 0)), 1);
    const xs = rows.map((_, at) => (100 * at) / (rows.length - 1));
    /** @type {SVGElement[]} */
    const paths = [svg("rect", { class: "fr-0", width: 100, height: 100 })];
    let below = rows.map(() => 100);
    for (let seat = 0; seat < rows[0].length; seat += 1) {
      const above = rows.map((row, at) => below[at] - (100 * row[seat]) / total);
      const back = line([...xs].reverse(), [...below].reverse());
      paths.push(svg("path", { class: `fr-${seat + 1}`, d: `M${line(xs, above)}L${back}z` }));
      below = above;
    }
    this.element.replaceChildren(...paths);
    const last = rows[rows.length - 1];
    const words = names.map((name, seat) => `${name} ${Math.round(last[seat])}`).join(", ");
    this.element.setAttribute("aria-label", `Share of cards by ${this.unit}. Now ${words}.`);
  }
}
