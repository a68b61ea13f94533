import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.js";
import { kept } from "../../games/static/games/js/boards/war/staging.js";
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

/** A battle of War over two cards each, of which the winner takes all. */
function battle(phase, piles, { won = [false, false], lanes = [[["As"]], [["Ad"]]], call = "War over two aces" } = {}) {
  const rows = piles.map((pile, at) => ({ seat: at + 1, pile, lane: lanes[at], fights: true, won: won[at] }));
  return { phase, number: 7, seats: rows, call, pot: 52 - piles[0] - piles[1], center: 0, depth: 1 };
}
const CLEARED = { lanes: [[], []], call: "Battle 8" };

test("the cards of a battle stay until the next one", () => {
  const taken = battle("collect", [20, 22], { won: [true, false], call: "General wins the war" });
  const shown = kept(taken, battle("flip", [30, 22], CLEARED));
  assert.deepEqual([shown.call, shown.seats[0].pile, shown.seats[0].lane], ["General wins the war", 20, [["As"]]]);
  assert.deepEqual(kept(shown, battle("flip", [30, 22], CLEARED)).seats, shown.seats); // as often as it comes
});

test("a page that missed how a war ended shows the state that it got", () => {
  const next = battle("flip", [30, 22], CLEARED);
  assert.equal(kept(battle("lay", [25, 25]), next), next);
  const taken = battle("collect", [20, 22], { won: [true, false] });
  const burned = battle("flip", [30, 21], CLEARED);
  assert.equal(kept(taken, burned), burned);
});
