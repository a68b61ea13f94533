// How many cards everybody held in the course of a game, in at most 120 points; counted as the
// server counts them (games/table/writer/ledger.py), so that a page loaded again shows the same.
const MOST_POINTS = 120;

/** Units between two points once `number` of them were begun: 1, 2, 4, ... @param {number} number */
function stride(number) {
  let step = 1;
  while (Math.floor(number / step) >= MOST_POINTS - 1) step *= 2;
  return step;
}

export class ShareHistory {
  /** @param {number[][]} rows cards of each seat at each point @param {boolean} over the last point is the end */
  constructor(rows, over = false) {
    this.rows = rows;
    this.over = over;
  }

  /**
   * Point i stands for unit i * stride, the last one for the end. Units that were never seen lie
   * on a line between their neighbours. Returns whether anything is new.
   * @param {number} number @param {number[]} counts @param {boolean} over
   */
  add(number, counts, over = false) {
    if (this.over) return false;
    const step = stride(number);
    const points = Math.floor(number / step) + 1;
    while (this.rows.length > 1 && this.rows.length > points) this.rows = this.rows.filter((_, at) => at % 2 === 0);
    const missing = points - this.rows.length;
    const last = this.rows.at(-1) ?? counts;
    for (let at = 1; at <= missing; at += 1) {
      this.rows.push(last.map((count, seat) => count + ((counts[seat] - count) * at) / missing));
    }
    this.over = over;
    if (over) this.rows.push(counts);
    return missing > 0 || over;
  }
}
