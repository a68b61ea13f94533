import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.js";
import { opening } from "../../games/static/games/js/boards/ww3/staging.js";

const seats = [{ seat: 1, pickup: 9 }, { seat: 2, pickup: 9 }];
const stakes = [{ kind: "now", term: "Now", text: "six against four" }];

/** A war in which these two cards count. */
function war(first, second, back, words) {
  const sides = [first, second].map((card, at) => ({ seat: at + 1, card, row: [card, null, null], held: null }));
  return { seats, war: { stage: 1, sides, back, over: false, stakes }, call: words, rules: { secret: false }, turn: 3, wars: 1 };
}

test("a war that begins again turns its cards over before anything tells what they mean", () => {
  const before = war("6s", "4c", "held", "Both held");
  const view = war("Qh", "Qs", "equal", "Equal cards");
  const first = opening(before, view);
  assert.deepEqual(first.war.sides.map(({ row }) => row[0]), ["Qh", "Qs"]);
  assert.deepEqual([first.call, first.war.back, first.war.stakes], ["Both held", "held", stakes]);
  assert.equal(opening(view, { ...view, call: "Sergeant holds" }), null); // no new card
});

test("who takes the spoils has no more cards before the last one is turned over", () => {
  const before = war("6s", "4c", null, "Hold or draw");
  const view = { ...war("6s", "Qs", null, "Two takes 7"), seats: [{ seat: 1, pickup: 9 }, { seat: 2, pickup: 15 }] };
  assert.deepEqual(opening(before, view).seats.map(({ pickup }) => pickup), [9, 8]);
});
