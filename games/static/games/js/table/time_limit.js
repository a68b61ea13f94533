// The time limit of a tournament game: the banner counts down to it, and players are told 5 minutes
// and 1 minute before.
import { minutes } from "../core/clock.js";
import { t } from "../core/words.js";

const MINUTE_MS = 60_000;
const TOLD_AT = [5, 1]; // minutes left
const EARLY_MS = 500; // a timer may be this early, and must not tell twice

export class TimeLimit {
  /** @param {Boards.Clock} clock @param {(text: string) => void} say @param {HTMLElement | null} [shown] */
  constructor(clock, say, shown = null) {
    this.clock = clock;
    this.say = say;
    this.shown = shown;
  }

  /** @param {Protocol.Table} table */
  draw(table) {
    clearTimeout(this.timer);
    this.count(table);
    if (table.limit_ms === null || table.status !== "running" || table.paused) return;
    const left = table.limit_ms - this.clock.now();
    const next = TOLD_AT.find((each) => each * MINUTE_MS + EARLY_MS < left);
    if (next) this.timer = setTimeout(() => this.tell(table, next), left - next * MINUTE_MS);
  }

  /** @param {Protocol.Table} table */
  count(table) {
    clearTimeout(this.second);
    if (!this.shown) return;
    const running = table.limit_ms !== null && table.status === "running";
    this.shown.hidden = !running;
    if (!running) return;
    const left = Math.max(0, (table.limit_ms ?? 0) - this.clock.now());
    this.shown.textContent = t("time-left", { time: minutes(Math.ceil(left / 1000)) });
    if (left && !table.paused) this.second = setTimeout(() => this.count(table), (left % 1000) + 5);
  }

  /** @param {Protocol.Table} table @param {number} count */
  tell(table, count) {
    this.say(t("ends-in", { count }));
    this.draw(table);
  }
}
