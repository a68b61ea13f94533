// Two live regions: polite for what happened, assertive for what is asked of you.
import { plain } from "../core/cards.js";

const MOST = 4; // lines in one message
const GAP_MS = 1000; // at most one polite message a second, the newer replaces the waiting one

export class Announcer {
  constructor(polite, assertive, settings) {
    this.polite = polite;
    this.assertive = assertive;
    this.settings = settings;
    this.last = 0;
    this.waiting = null;
    this.notes = [];
  }

  say(text) {
    if (!text) return;
    this.waiting = text;
    this.soon();
  }

  // Not replaced by what comes after it: said together with it.
  note(text, mine) {
    const { talk } = this.settings;
    if (talk === "decisions" || (talk === "mine" && !mine)) return;
    this.notes.push(text);
    this.soon();
  }

  soon() {
    const wait = this.last + GAP_MS - performance.now();
    if (wait <= 0) this.flush();
    else if (!this.timer) this.timer = setTimeout(() => this.flush(), wait);
  }

  // An answer to a key: at once.
  reply(text) {
    this.waiting = text;
    this.flush();
  }

  flush() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.last = performance.now();
    this.polite.textContent = [this.waiting, ...this.notes].filter(Boolean).join(" ");
    this.waiting = null;
    this.notes = [];
  }

  demand(text) {
    this.assertive.textContent = "";
    this.assertive.textContent = text;
  }

  lines(lines, mine) {
    const level = this.settings.talk;
    if (level === "decisions" || !lines.length) return;
    const heard = level === "mine" ? lines.filter((line) => line.text.includes(mine)) : lines;
    this.say(heard.slice(-MOST).map((line) => plain(line.text)).join(" "));
  }
}
