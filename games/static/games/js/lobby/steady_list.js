// A list that does not move under its reader's hands: while they point at it or have the focus in it, new
// rows come at the end and closed ones stay; two seconds after they left it is as the server says.
// No access to the page.

const QUIET_MS = 2000;
const SAY_MS = 5000; // at most one announcement in this time

/** @template {{id: string}} Row */
export class SteadyList {
  isHeld = false;
  fresh = 0; // rows that were not announced yet
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  leaving = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  resting = undefined;

  /**
   * @param {Row[]} rows as the page shows them
   * @param {(rows: (Row & {gone?: boolean})[]) => void} draw
   * @param {(count: number) => void} announce so many are new
   */
  constructor(rows, draw, announce) {
    this.rows = rows;
    /** @type {(Row & {gone?: boolean})[]} */
    this.shown = rows;
    this.draw = draw;
    this.announce = announce;
  }

  /** What is true now, in order. @param {Row[]} rows */
  hear(rows) {
    const known = new Set(this.rows.map(({ id }) => id));
    this.fresh += rows.filter(({ id }) => !known.has(id)).length;
    this.rows = rows;
    this.settle();
    this.say();
  }

  settle() {
    if (this.isHeld) {
      const now = new Map(this.rows.map((row) => [row.id, row]));
      const held = new Set(this.shown.map(({ id }) => id));
      const kept = this.shown.map((row) => now.get(row.id) ?? { ...row, gone: true });
      this.shown = [...kept, ...this.rows.filter(({ id }) => !held.has(id))];
    } else this.shown = this.rows;
    this.draw(this.shown);
  }

  /** The pointer or the focus is in the list. */
  hold() {
    clearTimeout(this.leaving);
    this.isHeld = true;
  }

  /** It has left. */
  release() {
    clearTimeout(this.leaving);
    this.leaving = setTimeout(() => {
      this.isHeld = false;
      this.settle();
    }, QUIET_MS);
  }

  say() {
    if (!this.fresh || this.resting !== undefined) return;
    this.announce(this.fresh);
    this.fresh = 0;
    this.resting = setTimeout(() => {
      this.resting = undefined;
      this.say();
    }, SAY_MS);
  }
}
