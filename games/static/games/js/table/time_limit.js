// The time limit of a tournament game: players are told 5 minutes and 1 minute before it.
import { t } from "../core/words.js";

const MINUTE_MS = 60_000;
const TOLD_AT = [5, 1]; // minutes left
const EARLY_MS = 500; // a timer may be this early, and must not tell twice

export class TimeLimit {
  /** @param {Boards.Clock} clock @param {(text: string) => void} say */
  constructor(clock, say) {
    this.clock = clock;
    this.say = say;
  }

  /** @param {Protocol.Table} table */
  draw(table) {
    clearTimeout(this.timer);
    if (table.limit_ms === null || table.status !== "running" || table.paused) return;
    const left = table.limit_ms - this.clock.now();
    const minutes = TOLD_AT.find((each) => each * MINUTE_MS + EARLY_MS < left);
    if (minutes) this.timer = setTimeout(() => this.tell(table, minutes), left - minutes * MINUTE_MS);
  }

  /** @param {Protocol.Table} table @param {number} minutes */
  tell(table, minutes) {
    this.say(t("ends-in", { count: minutes }));
    this.draw(table);
  }
}
