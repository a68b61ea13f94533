// When a state of the table is drawn: what moves stays to be seen for a moment, and a turn until the
// next one may begin.  But a race is shown to all at the moment that the server set, and whoever falls
// behind catches up at once.
const MOST_WAITING = 3; // states, where a game does not count its turns
const MOST_TURNS = 2; // not drawn; more are left out
const SHORTEST_WAIT_MS = 4;
const WHOLE_TURN_MS = 1600; // of turns that come faster the motion is quicker

/**
 * How long (ms) a pair stays after its word, and lies open at least, also if a busy page turns it over late; the speed
 * of motion, as a share of its usual time.
 * @typedef {{stay: number, open: number, pace: number}} Tempo
 */
/** @type {Record<string, Tempo>} */
export const TEMPOS = {
  normal: { stay: 950, open: 1250, pace: 1 },
  fast: { stay: 400, open: 650, pace: 0.75 },
  instant: { stay: 150, open: 150, pace: 0.5 },
};

export class Pacing {
  /**
   * @param {{here(ms: number): number}} clock
   * @param {{startsRace(state: Protocol.State): boolean, turns(state: Protocol.State): number | null}} game
   *   `turns`: how many turns later than the one that is drawn; null: it has none
   * @param {(states: Protocol.State[]) => void} show the last of them; the others were left out
   */
  constructor(clock, game, show) {
    this.clock = clock;
    this.game = game;
    this.show = show;
    /** @type {Protocol.State[]} */
    this.waiting = [];
    this.timer = 0;
    this.seenAt = 0;
    this.nextTurnAt = 0;
    this.cameAt = -Infinity;
    this.pace = 1;
  }

  /** What was just drawn wants to be looked at. @param {number} ms */
  hold(ms) {
    this.seenAt = performance.now() + ms;
  }

  /** The word of a turn is drawn: when the next turn may begin. @param {Tempo} tempo @param {number} inSightMs how long its cards have been */
  holdTurn({ stay, open }, inSightMs) {
    this.nextTurnAt = performance.now() + Math.max(stay, open - inSightMs);
  }

  /** @param {Protocol.State} state */
  add(state) {
    if (this.turns(state) > this.turns(this.waiting.at(-1))) this.noteTurn();
    this.waiting.push(state);
    this.schedule();
  }

  /** How fast turns come, as a share of the time that a whole one takes. */
  noteTurn() {
    const now = performance.now();
    this.pace = Math.min(1, (now - this.cameAt) / WHOLE_TURN_MS);
    this.cameAt = now;
  }

  /** Only a part of this state is drawn yet. @param {Protocol.State} state */
  goOn(state) {
    this.waiting.unshift(state);
  }

  /** @param {Protocol.State | undefined} state */
  turns(state) {
    return (state && this.game.turns(state)) ?? 0;
  }

  schedule() {
    clearTimeout(this.timer);
    const [next] = this.waiting;
    const last = this.waiting[this.waiting.length - 1];
    const reveal = this.waiting.find((state) => this.game.startsRace(state))?.view?.reveal;
    const ahead = this.turns(last);
    const counted = this.game.turns(last) !== null;
    const isLost = counted ? ahead > MOST_TURNS : this.waiting.length > MOST_WAITING;
    const isLate = isLost || ahead === MOST_TURNS;
    const opens = this.turns(next) > 0 || Boolean(next.view?.result);
    const free = opens ? Math.max(this.seenAt, this.nextTurnAt) : this.seenAt;
    const due = reveal ? this.clock.here(reveal.show_at) : isLate ? 0 : free;
    const wait = due - performance.now();
    const release = () => this.release(isLost || reveal ? this.waiting.length : 1);
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
