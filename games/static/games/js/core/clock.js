// Game time on this machine: offset and latency from pings, the smallest round trip wins.
const SAMPLES_KEPT = 8;
const JUMP_MS = 1500;

export class Clock {
  constructor() {
    /** @type {{rtt: number, offset: number}[]} */
    this.samples = [];
    /** @type {number | null} ms of game time when performance.now() was 0 */
    this.offset = null;
    /** @type {number | null} ms of game time while it stands still */
    this.stopped = null;
    this.rtt = 0;
  }

  /**
   * A message without a round trip: good enough until the first pong. Game time jumps when
   * an outage is given back: then the old samples are worthless. A message need not say what time it is.
   * @param {number | undefined} now
   */
  guess(now) {
    if (now === undefined || !Number.isFinite(now)) return;
    const jumped = this.offset !== null && Math.abs(now - this.now()) > JUMP_MS;
    if (jumped || !this.samples.length) this.restart(now);
  }

  /** Before the deal game time stands still: what was measured then is worthless. @param {number} now */
  restart(now) {
    this.samples = [];
    this.offset = now - performance.now();
  }

  /** @param {number} sentAt @param {number} now */
  pong(sentAt, now) {
    const here = performance.now();
    this.rtt = here - sentAt;
    this.samples.push({ rtt: this.rtt, offset: now - (here - this.rtt / 2) });
    if (this.samples.length > SAMPLES_KEPT) this.samples.shift();
    this.offset = this.samples.reduce((best, each) => (each.rtt < best.rtt ? each : best)).offset;
  }

  // ms of game time; the same scale as since, until and show_at.
  now() {
    return this.stopped ?? performance.now() + (this.offset ?? 0);
  }

  /** The moment `ms` of game time on the scale of performance.now(). @param {number} ms */
  here(ms) {
    return ms - (this.offset ?? 0);
  }
}

/** "12:05". @param {number} seconds */
export function minutes(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const [middle, rest] = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, "0"));
  return hours ? `${hours}:${middle}:${rest}` : `${Number(middle)}:${rest}`;
}
