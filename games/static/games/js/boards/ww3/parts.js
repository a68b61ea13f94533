// Small parts of the table of World War III: piles that count, declared twos, a seat's plate.
import { HIDDEN, cardName, plural } from "../../core/card_words.js";
import { card, counter, html, thickness } from "../../core/cards.js";
import { setChildren } from "../../core/dom.js";

// Children stay the same elements while their key stays the same: they keep focus and motion.
export function keep(parent, items) {
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const fresh = [];
  const next = items.map(({ key, make, update }) => {
    const held = old.get(key);
    const element = held ?? make();
    if (!held) {
      element.dataset.key = key;
      fresh.push(element);
    }
    update?.(element);
    return element;
  });
  setChildren(parent, next);
  return fresh;
}

function caption(count, label) {
  return html("figcaption", "", [html("b", "", [String(count)]), " ", label]);
}

// A face-down pile: its number is public, its cards are not.
export function closed(figure, count, label) {
  if (figure.dataset.count === String(count)) return;
  figure.dataset.count = count;
  const top = count ? card(HIDDEN) : html("span", "slot");
  if (count) {
    top.className = `card ${thickness(count)}`.trim();
    top.setAttribute("aria-label", `${plural(count, "card")}, face down`);
  }
  figure.replaceChildren(top, caption(count, label));
}

// A discard pile: open to all, so it is a button that spreads it out.
export function open(button, codes, name) {
  const words = codes.join();
  if (button.dataset.words === words) return;
  button.dataset.words = words;
  const last = codes.at(-1);
  const top = last ? card(last, { silent: true }) : html("span", "slot");
  if (last) top.className = `card ${thickness(codes.length)}`.trim();
  const number = html("span", "cap", [html("b", "", [String(codes.length)]), codes.length === 1 ? " discard" : " discards"]);
  button.replaceChildren(top, number);
  const said = last ? `${cardName(last)} on top` : "empty";
  button.setAttribute("aria-label", `${name}, ${plural(codes.length, "discard")}, ${said}. Show all`);
}

// Declared twos lie side by side, one over the other.
export function twos(figure, codes) {
  const words = codes.join();
  if (figure.dataset.words === words) return [];
  figure.dataset.words = words;
  figure.hidden = !codes.length;
  const row = figure.querySelector(".tw") ?? html("span", "tw");
  const fresh = keep(row, codes.map((code) => ({ key: code, make: () => card(code) })));
  figure.replaceChildren(row, caption(codes.length, codes.length === 1 ? "decline" : "declines"));
  return fresh;
}

export function plate(element, seat, about) {
  const { names, bots, away, tags, taken } = about;
  const words = JSON.stringify([names[seat.seat - 1], bots.has(seat.seat), tags, taken, away.get(seat.seat)]);
  if (element.dataset.words === words) return;
  element.dataset.words = words;
  const who = html("span", "who", [counter(seat.seat), html("span", "", [names[seat.seat - 1]])]);
  if (bots.has(seat.seat)) who.append(html("span", "bot", ["bot"]));
  const parts = [who];
  for (const [text, style] of tags) parts.push(html("span", `tag ${style}`.trim(), [text]));
  if (away.get(seat.seat)) parts.push(html("span", "tag", [away.get(seat.seat)]));
  if (taken) parts.push(html("span", "cap taken", [`${taken} captured`]));
  element.replaceChildren(...parts);
}
