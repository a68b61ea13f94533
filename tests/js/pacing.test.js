import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Time } from "./browser.js";
import { Pacing } from "../../games/static/games/js/table/pacing.js";

let time;
let shown;
let pacing;
let drawn; // the turn that is drawn, where turns count

const state = (v, reveal = null) => ({ v, view: { reveal } });
const race = (v, inMs) => state(v, { id: v, show_at: time.ms + inMs, ranks: ["J"] });

beforeEach(() => {
  time = new Time();
  shown = [];
  drawn = null;
  const game = {
    startsRace: ({ view }) => Boolean(view.reveal),
    turns: ({ view }) => (drawn === null ? null : view.turned - drawn),
  };
  pacing = new Pacing({ here: (ms) => ms }, game, (states) => {
    shown.push(states.map(({ v }) => v));
    if (drawn === null) return;
    drawn = states.at(-1).view.turned;
    pacing.holdTurn({ stay: 1200, open: 0 }, 0);
  });
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

const turn = (v, turned) => ({ v, view: { reveal: null, turned } });

test("a turn waits until the one before was seen; what is no turn does not", () => {
  drawn = 1;
  pacing.holdTurn({ stay: 1200, open: 0 }, 0);
  pacing.add(turn(1, 1));
  pacing.add(turn(2, 2));
  pacing.add(turn(3, 2));
  time.advance(1199);
  assert.deepEqual(shown, [[1]]);
  time.advance(1);
  assert.deepEqual(shown, [[1], [2], [3]]);
});

test("cards that a busy page turned over late stay as long as others", () => {
  drawn = 0;
  pacing.add(turn(1, 1));
  pacing.holdTurn({ stay: 400, open: 650 }, 10);
  pacing.add(turn(2, 2));
  time.advance(639);
  assert.deepEqual(shown, [[1]]);
  time.advance(1);
  assert.deepEqual(shown, [[1], [2]]);
});

test("the page is at most one turn behind, and draws each of them", () => {
  drawn = 0;
  for (let n = 1; n <= 10; n += 1) {
    pacing.add(turn(n, n));
    assert.ok(n - drawn <= 1);
    time.advance(500);
  }
  assert.deepEqual(shown, [[1], [2], [3], [4], [5], [6], [7], [8], [9]]);
});

test("whoever is many turns behind sees the last one", () => {
  drawn = 1;
  pacing.holdTurn({ stay: 60_000, open: 0 }, 0);
  pacing.add(turn(2, 2));
  pacing.add(turn(5, 5));
  assert.deepEqual(shown, [[2, 5]]);
});

test("the rest of a state follows its first picture, before what came later", () => {
  drawn = 1;
  pacing.goOn(turn(2, 1));
  pacing.hold(300);
  pacing.add(turn(3, 1));
  time.advance(299);
  assert.deepEqual(shown, []);
  time.advance(1);
  assert.deepEqual(shown, [[2], [3]]);
});

test("turns that come quickly move quickly", () => {
  drawn = 1;
  pacing.add(turn(2, 2));
  assert.equal(pacing.pace, 1);
  time.advance(400);
  pacing.add(turn(3, 3));
  assert.equal(pacing.pace, 0.25);
});
