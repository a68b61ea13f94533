import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Time } from "./browser.js";
import { Clock } from "../../games/static/games/js/core/clock.js";

let time;
let clock;

/** A round trip of `rtt` ms, half each way, at a server whose clock is ahead by `offset`. */
function ping(rtt, offset) {
  const sentAt = time.ms;
  time.advance(rtt);
  clock.pong(sentAt, time.ms - rtt / 2 + offset);
}

beforeEach(() => {
  time = new Time();
  clock = new Clock();
});
afterEach(() => time.restore());

test("a message is a guess until the first pong", () => {
  clock.guess(5000);
  assert.equal(clock.now(), 5000);
  time.advance(100);
  clock.guess(5050); // guesses follow each other
  assert.equal(clock.now(), 5050);
  ping(20, 700);
  clock.guess(time.ms + 650); // late on its way: the measurement is better
  assert.equal(clock.now(), time.ms + 700);
});

test("a clock that is stopped does not move until it goes on", () => {
  clock.guess(5000);
  clock.stopped = 5000;
  time.advance(20_000);
  clock.guess(5000);
  assert.equal(clock.now(), 5000);
  clock.stopped = null;
  clock.restart(5010);
  assert.equal(clock.now(), 5010);
});

test("the smallest round trip of the last eight wins", () => {
  ping(10, 700);
  for (let count = 0; count < 7; count += 1) ping(90, 730);
  assert.equal(clock.now(), time.ms + 700);
  assert.equal(clock.rtt, 90);
  ping(90, 730);
  assert.equal(clock.now(), time.ms + 730);
});

test("a jump of game time makes what was measured worthless", () => {
  ping(10, 700);
  clock.guess(time.ms - 60_000); // an outage of a minute was given back
  assert.equal(clock.now(), time.ms - 60_000);
});

test("a moment of the game is found on the scale of this machine", () => {
  ping(10, 700);
  assert.equal(clock.here(time.ms + 1000), time.ms + 300);
});
