// A newcomer's hints: one at a time, when it matters, and each only once.
import { find } from "../core/dom.js";
import { rise } from "../core/motion.js";
import { change, settings } from "../core/settings.js";

const SHOWN_MS = 15000;
const PRACTICE = new URLSearchParams(location.search).has("practice"); // shows them again

export class Hints {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.box = find("hint");
    this.current = "";
    /** @type {Set<string>} */
    this.done = new Set(PRACTICE ? [] : settings.seen);
    find("hint-close", this.box).addEventListener("click", () => this.close());
  }

  /** @param {Protocol.View} view */
  draw({ hints = [], result }) {
    if (result) this.close();
    const next = hints.find(({ key }) => !this.done.has(this.name(key)));
    if (this.current || !next || result) return;
    this.current = this.name(next.key);
    find("hint-text", this.box).textContent = next.text;
    this.box.hidden = false;
    rise(this.box);
    this.timer = setTimeout(() => this.close(), SHOWN_MS);
  }

  /** @param {string} key */
  name(key) {
    return `${this.game}-${key}`;
  }

  close() {
    clearTimeout(this.timer);
    this.box.hidden = true;
    if (!this.current) return;
    this.done.add(this.current);
    this.current = "";
    change({ seen: [...new Set([...settings.seen, ...this.done])] });
  }
}
