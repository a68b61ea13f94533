// Game time on this machine: offset and latency from pings, the smallest round trip wins.
const KEEP = 8;
const JUMP_MS = 1500;

export class Clock {
  constructor() {
    this.samples = [];
    this.offset = null;
    this.rtt = null;
  }

  // A message without a round trip: good enough until the first pong. Game time jumps when
  // an outage is given back: then the old samples are worthless.
  guess(now) {
    const jumped = this.offset !== null && Math.abs(now - this.now()) > JUMP_MS;
    if (jumped) this.samples = [];
    if (this.samples.length === 0) this.offset = now - performance.now();
  }

  // Before the deal game time stands still: what was measured then is worthless.
  restart(now) {
    this.samples = [];
    this.offset = now - performance.now();
  }

  pong(sentAt, now) {
    const here = performance.now();
    const rtt = here - sentAt;
    this.samples.push({ rtt, offset: now - (here - rtt / 2) });
    if (this.samples.length > KEEP) this.samples.shift();
    const best = this.samples.reduce((one, other) => (other.rtt < one.rtt ? other : one));
    this.offset = best.offset;
    this.rtt = rtt;
  }

  // ms of game time; the same scale as since, until and show_at.
  now() {
    return performance.now() + (this.offset ?? 0);
  }

  // The moment of game time `ms` on the scale of performance.now() and event.timeStamp.
  here(ms) {
    return ms - (this.offset ?? 0);
  }
}
