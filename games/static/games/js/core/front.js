// The front: the bar above the table and the area chart beside it.
import { counter, html, svg } from "./cards.js";

const MOST = 120; // points of the chart

// As a transform, so that a border that slides needs no layout for each picture.
function place(rect, x, width) {
  rect.setAttribute("transform", `translate(${x}) scale(${width} 1)`);
}

export class FrontBar {
  constructor(element) {
    this.element = element;
  }

  // shares: as the board of the game has them
  draw(shares) {
    const total = shares.reduce((sum, part) => sum + part.count, 0) || 1;
    this.rects(shares, total);
    this.legend(shares);
  }

  rects(shares, total) {
    const old = this.element.querySelector("svg:not(.ctr)");
    const bar = this.frame(old, total);
    const counts = new Map(shares.map((part) => [part.seat, part.count]));
    const order = [...bar.querySelectorAll("rect")];
    let left = 0;
    for (const rect of order) {
      const count = counts.get(Number(rect.dataset.seat)) ?? 0;
      place(rect, left, count);
      left += count;
    }
    const words = shares.map((part) => `${part.name} ${part.count}`).join(", ");
    bar.setAttribute("aria-label", `Cards held: ${words}`);
  }

  // Rects stay the same elements from draw to draw: their borders slide.
  frame(old, total) {
    const seats = this.seats;
    if (old && this.total === total && this.drawnSeats === seats) return old;
    this.total = total;
    this.drawnSeats = seats;
    const order = seats === 2 ? [1, 0, 2] : [...Array(seats).keys()].map((n) => n + 1).concat(0);
    const bar = svg("svg", { viewBox: `0 0 ${total} 10`, preserveAspectRatio: "none", role: "img" });
    for (const seat of order) {
      const rect = svg("rect", { class: `fr-${seat}`, width: 1, height: 10 });
      rect.dataset.seat = seat;
      bar.append(rect);
    }
    const ticks = [...Array(total).keys()].slice(1).map((x) => `M${x} 0v10`);
    bar.append(svg("path", { class: "tick", d: ticks.join("") }));
    if (old) old.replaceWith(bar);
    else this.element.prepend(bar);
    return bar;
  }

  legend(shares) {
    const items = shares.map((part) => {
      const item = html("li", part.out ? "out" : "");
      if (part.seat) item.append(counter(part.seat, "s"));
      item.append(html("span", "fn", [part.name]), " ", html("b", "", [String(part.count)]));
      return item;
    });
    this.element.querySelector("ul").replaceChildren(...items);
  }
}

function line(xs, ys) {
  return xs.map((x, at) => `${x.toFixed(2)} ${ys[at].toFixed(2)}`).join("L");
}

// Units between two points once `number` of them were begun: 1, 2, 4, ... as the server counts.
function stride(number) {
  let step = 1;
  while (Math.floor(number / step) >= MOST - 1) step *= 2;
  return step;
}

export class FrontChart {
  // unit: what the points count
  constructor(element, rows, unit) {
    this.element = element;
    this.rows = rows;
    this.unit = unit;
  }

  // Point i stands for unit i * stride; no counts while cards are on their way.
  add(number, counts) {
    if (!counts) return false;
    const step = stride(number);
    while (this.rows.length > 1 && this.rows.length > Math.floor(number / step) + 1) {
      this.rows = this.rows.filter((_, at) => at % 2 === 0);
    }
    if (number < this.rows.length * step) return false;
    while (this.rows.length * step <= number) this.rows.push(counts);
    return true;
  }

  draw(names) {
    const rows = this.rows.length === 1 ? [this.rows[0], this.rows[0]] : this.rows;
    if (!rows.length) return;
    const total = Math.max(...rows.map((row) => row.reduce((sum, count) => sum + count, 0)), 1);
    const xs = rows.map((_, at) => (100 * at) / (rows.length - 1));
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
    const words = names.map((name, seat) => `${name} ${last[seat]}`).join(", ");
    this.element.setAttribute("aria-label", `Share of cards by ${this.unit}. Now ${words}.`);
  }
}
