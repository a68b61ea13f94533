import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Time } from "./browser.js";
import { Pacing } from "../../games/static/games/js/table/pacing.js";

let time;
let shown;
let pacing;

const state = (v, reveal = null) => ({ v, view: { reveal } });
const race = (v, inMs) => state(v, { id: v, show_at: time.ms + inMs, ranks: ["J"] });

beforeEach(() => {
  time = new Time();
  shown = [];
  pacing = new Pacing(
    { here: (ms) => ms },
    ({ view }) => Boolean(view.reveal),
    (states) => shown.push(states.map(({ v }) => v)),
  );
});
afterEach(() => time.restore());

test("a state is drawn at once when nothing is being looked at", () => {
  pacing.add(state(1));
  assert.deepEqual(shown, [[1]]);
});

test("what was drawn stays to be seen, then they follow one by one", () => {
  pacing.hold(500);
  pacing.add(state(1));
  pacing.add(state(2));
  time.advance(499);
  assert.deepEqual(shown, []);
  time.advance(1);
  assert.deepEqual(shown, [[1], [2]]);
});

test("whoever falls behind catches up at once, and nothing is left out", () => {
  pacing.hold(5000);
  for (const v of [1, 2, 3]) pacing.add(state(v));
  assert.deepEqual(shown, []);
  pacing.add(state(4));
  assert.deepEqual(shown, [[1, 2, 3, 4]]);
  time.advance(6000);
  assert.equal(shown.length, 1);
});

test("a race is shown at the moment of the server, whatever is being looked at", () => {
  pacing.hold(5000);
  pacing.add(state(1));
  pacing.add(race(2, 300));
  pacing.add(state(3));
  time.advance(299);
  assert.deepEqual(shown, []);
  time.advance(1);
  assert.deepEqual(shown, [[1, 2, 3]]);
});

test("a race that is late is shown at once", () => {
  pacing.hold(5000);
  pacing.add(race(1, -50));
  assert.deepEqual(shown, [[1]]);
});
