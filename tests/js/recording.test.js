import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.js";
import { Recording } from "../../games/static/games/js/replay/recording.js";

const FIRST = {
  first: 0, front: [[2, 2], [3, 1]], wars: [], next: "?part=1&view=all",
  frames: [
    { b: 0, d: { number: 0, you: null, seats: { 1: { seat: 1, pile: 2 }, 2: { seat: 2, pile: 2 } } }, m: [[3, 0, [], [[0, "Dealt."]]]] },
    { b: 1, d: { number: 1, seats: { 1: { pile: 3 } } }, m: [[1, 500, [{ ev: "flip", number: 0 }], []], [2, 100, [{ ev: "play", at: 0 }], [[0, "<1> beats <2>.", "war"]]]] },
  ],
  rest: { b: 0, m: [[1, 50, [{ ev: "take", number: 0 }], [[0, "<1> takes 2."]]]] },
};
const SECOND = {
  first: 1, front: [[3, 1], [4, 0]], wars: [[2, 1]], next: null,
  frames: [{ b: 2, d: { number: 2, you: null, seats: { 1: { seat: 1, pile: 4 }, 2: { seat: 2, pile: 0 } } }, m: [[9, 900, [], [[0, "Over."]]]] }],
  rest: { b: 0, m: [] },
};

function load() {
  const recording = new Recording(["Ann", "{Bo}"], FIRST, "http://site/frames.json");
  recording.add(SECOND, "http://site/frames.json?part=1");
  return recording;
}

test("a step forward tells what happened since, a jump only the view", () => {
  const recording = load();
  const [n, t] = [6, 600];
  assert.deepEqual(recording.message(1, 0), {
    v: 6, now: 600,
    view: { number: 1, you: null, seats: [{ seat: 1, pile: 3 }, { seat: 2, pile: 2 }] },
    events: [{ n: 4, t: 500, ev: "flip", number: 1 }, { n, t, ev: "play", at: 600 }],
    lines: [{ n, number: 1, text: "Ann beats (Bo).", kind: "war" }],
  });
  for (const known of [null, 1, 2]) assert.deepEqual(recording.message(1, known).events, []);
});

test("moves after the last frame of a part belong to the next", () => {
  const { events, lines, view } = load().message(2, 1);
  assert.deepEqual(events, [{ n: 7, t: 650, ev: "take", number: 1 }]);
  assert.deepEqual(lines.map(({ number, text }) => [number, text]), [[1, "Ann takes 2."], [2, "Over."]]);
  assert.equal(view.seats[1].pile, 0);
});

test("a place is told whole, whatever part it was in", () => {
  const recording = new Recording(["Ann", "Bo"], FIRST, "http://site/frames.json");
  assert.deepEqual(recording.log.map(([place]) => place), [0]);
  recording.add(SECOND, "http://site/");
  assert.deepEqual(recording.log[1], [1, [["Ann beats Bo.", "war"], ["Ann takes 2.", ""]]]);
  assert.deepEqual(recording.front, [[2, 2], [3, 1], [4, 0]]);
});

test("places are found by number and step", () => {
  const recording = load();
  assert.equal(recording.find("2"), 2);
  assert.equal(recording.find("7"), 2);
  assert.equal(recording.text(1), "1");
  assert.equal(recording.warAfter(0), 2);
});
