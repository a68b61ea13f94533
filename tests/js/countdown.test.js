import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Time } from "./browser.js";
import { Countdown } from "../../games/static/games/js/core/countdown.js";

let time;
const element = {
  classList: { toggle() {}, remove() {}, add() {} },
  querySelector: () => null,
  getElementsByTagName: () => [{}],
  setAttribute() {},
};
beforeEach(() => {
  time = new Time();
});
afterEach(() => time.restore());

/** The seconds that are drawn within so many ms. */
function drawn(now, left, ms) {
  const seconds = [];
  const countdown = new Countdown(element, { now });
  countdown.onSecond = (each) => seconds.push(each);
  countdown.start(now() + left, 10_000, "to act");
  time.advance(ms);
  return seconds;
}

test("it is drawn once a second until its time is over", () => {
  assert.deepEqual(drawn(() => time.ms, 3_500, 6_000), [4, 3, 2, 1, 0]);
});

test("while the clock stands still, as in a replay, it is hardly drawn", () => {
  assert.deepEqual(drawn(() => 5_000, 3_000, 3_100), [3, 3, 3, 3, 3]);
});
