// Small parts of an Ultimate War table: buttons that say why not, and slots that keep their places.
import { h } from "../../../vendor/preact.js";
import { cardName } from "../../core/card_words.js";
import { card } from "../../core/cards.js";
import { t } from "../../core/words.js";

const FRESH_MS = 250; // nobody means a card that has lain there for less
const REST_MS = 600; // a place just emptied is not filled at once if another is free

/** `why`: the reason why pressing makes no sense. @param {string} look @param {Record<string, unknown> & {why?: string}} props @param {Boards.Children[]} children */
export function button(look, { why = "", ...props }, ...children) {
  const off = why ? { "aria-disabled": /** @type {const} */ (true), "aria-description": why, title: why } : {};
  return h("button", { type: /** @type {const} */ ("button"), class: look.trim(), ...off, ...props }, ...children);
}

/** A button's words, its key, and a line below: why it is off, or what it is about. @param {Boards.Children} words @param {string} key @param {Boards.Children} [below] */
export function labelled(words, key, below) {
  const line = below && h("small", { "aria-hidden": "true" }, below);
  return [h("span", null, words, line), key && [" ", h("kbd", null, key.toUpperCase())]];
}

/** A card that can be pressed: the picture says nothing, the button says it all. @param {string} code @param {string} [look] */
export function face(code, look) {
  return card(code, { key: code, silent: true, look });
}

/** A card of mine in words. @param {UltimateWar.Source} source @param {UltimateWar.Seat} seat */
export function ownName(source, seat) {
  if (source === "stack") return t("top-of-stack");
  if (source === "hand") return seat.hand ? cardName(seat.hand) : t("hand-card");
  return cardName(source);
}

/** Three places of a field.  A card keeps its place until it is gone. */
export class Places {
  constructor() {
    /** @type {(string | null)[]} */
    this.codes = [null, null, null];
    this.emptied = [0, 0, 0]; // when, on the scale of performance.now()
    this.filled = [0, 0, 0];
    this.begun = false;
  }

  /** @param {string[]} codes */
  take(codes) {
    const now = performance.now();
    this.codes.forEach((code, place) => {
      if (!code || codes.includes(code)) return;
      this.codes[place] = null;
      this.emptied[place] = now;
    });
    for (const code of codes) if (!this.codes.includes(code)) this.put(code, this.begun ? now : 0);
    this.begun = true;
  }

  /** @param {string} code @param {number} at */
  put(code, at) {
    const free = [0, 1, 2].filter((place) => !this.codes[place]);
    const place = free.find((each) => at - this.emptied[each] > REST_MS) ?? free[0];
    if (place === undefined) return;
    this.codes[place] = code;
    this.filled[place] = at;
  }

  /** A card that has only just been put there cannot have been meant. @param {string} code */
  isNew(code) {
    const place = this.codes.indexOf(code);
    return place >= 0 && performance.now() - this.filled[place] < FRESH_MS;
  }
}
