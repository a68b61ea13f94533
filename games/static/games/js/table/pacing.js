// When a state of the table is drawn: what moves stays to be seen for a moment, but a race is
// shown to all at the moment that the server set, and whoever falls behind catches up at once.
const MOST_WAITING = 3;
const SHORTEST_WAIT_MS = 4;

export class Pacing {
  /**
   * @param {{here(ms: number): number}} clock
   * @param {(state: Protocol.State) => boolean} startsRace
   * @param {(states: Protocol.State[]) => void} show the last of them; the others were left out
   */
  constructor(clock, startsRace, show) {
    this.clock = clock;
    this.startsRace = startsRace;
    this.show = show;
    /** @type {Protocol.State[]} */
    this.waiting = [];
    this.timer = 0;
    this.seenAt = 0;
  }

  /** What was just drawn wants to be looked at. @param {number} ms */
  hold(ms) {
    this.seenAt = performance.now() + ms;
  }

  /** @param {Protocol.State} state */
  add(state) {
    this.waiting.push(state);
    if (this.timer && this.waiting.length <= MOST_WAITING && !this.startsRace(state)) return;
    clearTimeout(this.timer);
    this.schedule();
  }

  schedule() {
    const last = this.waiting[this.waiting.length - 1];
    const reveal = this.startsRace(last) ? last.view?.reveal : null;
    const behind = this.waiting.length > MOST_WAITING;
    const due = reveal ? this.clock.here(reveal.show_at) : behind ? 0 : this.seenAt;
    const wait = due - performance.now();
    const release = () => this.release(behind || reveal ? this.waiting.length : 1);
    this.timer = wait > SHORTEST_WAIT_MS ? setTimeout(release, wait) : 0;
    if (!this.timer) release();
  }

  /** @param {number} count */
  release(count) {
    this.timer = 0;
    this.show(this.waiting.splice(0, count));
    if (this.waiting.length) this.schedule();
  }
}
