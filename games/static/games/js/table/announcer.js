// Two live regions: polite for what happened, assertive for what is asked of you.
import { spellCards } from "../core/card_words.js";
import { settings } from "../core/settings.js";

const MOST_LINES = 4; // in one message
const GAP_MS = 1000; // at most one polite message a second, the newer replaces the waiting one

export class Announcer {
  /** @param {HTMLElement} polite @param {HTMLElement} assertive */
  constructor(polite, assertive) {
    this.polite = polite;
    this.assertive = assertive;
    this.flushedAt = 0;
    this.timer = 0;
    this.waiting = "";
    /** @type {string[]} */
    this.notes = [];
  }

  /** @param {string} text */
  say(text) {
    if (!text) return;
    this.waiting = text;
    this.flushSoon();
  }

  /** Not replaced by what comes after it: said together with it. @param {string} text @param {boolean} mine */
  note(text, mine) {
    if (settings.talk === "decisions" || (settings.talk === "mine" && !mine)) return;
    this.notes.push(text);
    this.flushSoon();
  }

  flushSoon() {
    const wait = this.flushedAt + GAP_MS - performance.now();
    if (wait <= 0) this.flush();
    else if (!this.timer) this.timer = setTimeout(() => this.flush(), wait);
  }

  /** An answer to a key: at once. @param {string} text */
  reply(text) {
    this.waiting = text;
    this.flush();
  }

  flush() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.flushedAt = performance.now();
    this.polite.textContent = [this.waiting, ...this.notes].filter(Boolean).join(" ");
    this.waiting = "";
    this.notes = [];
  }

  /** @param {string} text */
  demand(text) {
    this.assertive.textContent = "";
    this.assertive.textContent = text;
  }

  /** @param {Protocol.Line[]} lines */
  lines(lines) {
    if (settings.talk === "decisions") return;
    const heard = settings.talk === "mine" ? lines.filter((line) => line.mine) : lines;
    this.say(heard.slice(-MOST_LINES).map((line) => spellCards(line.text)).join(" "));
  }
}
