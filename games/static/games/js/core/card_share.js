// Who holds how many cards: the bar above the table and the area chart beside it.
import { h } from "../../vendor/preact.js";
import { counter } from "./cards.js";
import { draw } from "./draw.js";
import { isolated, t } from "./words.js";

/** @param {Boards.Share[]} shares */
function wordsOf(shares) {
  return shares.map(({ name, count }) => `${isolated(name)} ${Math.round(count)}`).join(", ");
}

/** The bar: parts stay the same elements, so that their borders slide, as transforms that need no layout. @param {Boards.Share[]} shares */
function bar(shares) {
  const total = shares.reduce((sum, part) => sum + part.count, 0) || 1;
  const seats = shares.filter((part) => part.seat).length;
  const order = seats === 2 ? [1, 0, 2] : [...Array(seats).keys(), -1].map((at) => at + 1);
  let left = 0;
  const parts = order.map((seat) => {
    const count = shares.find((part) => part.seat === seat)?.count ?? 0;
    const transform = `translate(${left}) scale(${count} 1)`;
    left += count;
    return h("rect", { key: seat, class: `fr-${seat}`, width: 1, height: 10, transform });
  });
  const ticks = [...Array(total).keys()].slice(1).map((x) => `M${x} 0v10`);
  const props = { viewBox: `0 0 ${total} 10`, preserveAspectRatio: "none", role: /** @type {const} */ ("img") };
  const label = t("cards-held", { shares: wordsOf(shares) });
  return h("svg", { ...props, "aria-label": label }, parts, h("path", { class: "tick", d: ticks.join("") }));
}

/** @param {Element} element @param {Boards.Share[]} shares */
export function drawShares(element, shares) {
  const legend = shares.map(({ seat, name, count, out }) =>
    h("li", { key: seat, class: out ? "out" : "" }, [
      seat > 0 && counter(seat, "s"),
      h("span", { class: "fn" }, name),
      " ",
      h("b", null, count),
    ]),
  );
  draw(element, bar(shares), h("ul", null, legend));
}

/** The chart of cards by seat at each point. @param {Element} element @param {number[][]} points @param {string[]} names */
export function drawChart(element, points, names) {
  if (!points.length) return;
  const rows = points.length === 1 ? [points[0], points[0]] : points;
  const totals = rows.map((row) => row.reduce((sum, count) => sum + count, 0) || 1); // without the pot
  // Each area reaches to the bottom; the next seat is drawn over it.
  const above = rows.map(() => 100);
  const areas = names.map((_, seat) => {
    const edge = rows.map((row, at) => {
      above[at] -= (100 * row[seat]) / totals[at];
      return `${((100 * at) / (rows.length - 1)).toFixed(1)} ${above[at].toFixed(1)}`;
    });
    return h("path", { class: `fr-${seat + 1}`, d: `M${edge.join("L")}L100 100L0 100z` });
  });
  draw(element, h("rect", { class: "fr-0", width: 100, height: 100 }), areas.reverse());
  const shares = names.map((name, seat) => ({ seat, name, count: rows[rows.length - 1][seat] }));
  element.setAttribute("aria-label", t("share-of-cards", { shares: wordsOf(shares) }));
}
