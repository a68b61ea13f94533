// Small parts of an Ultimate War table: rings, card buttons, slots that keep their places.
import { HIDDEN, cardName } from "../../core/card_words.js";
import { card, html, picture, svg } from "../../core/cards.js";
import { Countdown } from "../../core/countdown.js";

const FRESH_MS = 250; // nobody means a card that has lain there for less
const REST_MS = 600; // a place just emptied is not filled at once if another is free

// A ring that counts down, with an element of its own.
export function newCountdown(clock, style = "") {
  const circle = (name, more = {}) => svg("circle", { class: name, cx: 20, cy: 20, r: 17, ...more });
  const arc = circle("fg", { transform: "rotate(-90 20 20)" });
  const shape = { class: `ring ${style}`.trim(), viewBox: "0 0 40 40", role: "timer" };
  return new Countdown(svg("svg", shape, [circle("bg"), arc, svg("text", { x: 20, y: 20.5 })]), clock);
}

export function button(className, children, label = "") {
  const element = html("button", className, children);
  element.type = "button";
  if (label) element.setAttribute("aria-label", label);
  return element;
}

// A card that can be pressed: the picture says nothing, the button says it all.
export function cardButton(code) {
  const element = button("card-btn", [card(code, { silent: true })]);
  element.dataset.code = code;
  return element;
}

// Says whether pressing makes sense, and if not, why.
export function allow(element, why) {
  if (why) {
    element.setAttribute("aria-disabled", "true");
    element.setAttribute("aria-description", why);
  } else {
    element.removeAttribute("aria-disabled");
    element.removeAttribute("aria-description");
  }
}

export function mini(code) {
  const element = html("span", "card", [picture(code)]);
  element.setAttribute("aria-hidden", "true");
  if (code !== HIDDEN) element.dataset.suit = code[1];
  return element;
}

// A card of mine in words.
export function own(source, seat) {
  if (source === "stack") return "the top of your stack";
  if (source === "hand") return `your ${seat?.hand ? cardName(seat.hand) : "hand card"}`;
  return `your ${cardName(source)}`;
}

// Three places of a field.  A card keeps its place until it is gone.
export class Places {
  constructor() {
    this.codes = [null, null, null];
    this.emptied = [0, 0, 0]; // when, on the scale of performance.now()
    this.filled = [0, 0, 0];
  }

  take(codes, at = performance.now()) {
    const before = this.codes.some(Boolean);
    const held = new Set(codes);
    this.codes.forEach((code, place) => {
      if (!code || held.has(code)) return;
      this.codes[place] = null;
      this.emptied[place] = at;
    });
    for (const code of codes) if (!this.codes.includes(code)) this.put(code, before || this.begun ? at : 0);
    this.begun = true;
    return this.codes;
  }

  put(code, at) {
    const free = [0, 1, 2].filter((place) => !this.codes[place]);
    const place = free.find((each) => at - this.emptied[each] > REST_MS) ?? free[0];
    if (place === undefined) return;
    this.codes[place] = code;
    this.filled[place] = at;
  }

  // A card that has only just been put there cannot have been meant.
  isNew(code) {
    const place = this.codes.indexOf(code);
    return place >= 0 && performance.now() - this.filled[place] < FRESH_MS;
  }
}
