import assert from "node:assert/strict";
import { test } from "node:test";

import {
  HIDDEN,
  cardName,
  nameSeats,
  outWords,
  plural,
  rankIndex,
  spellCards,
} from "../../games/static/games/js/core/card_words.js";

test("a card has a name, of both packs, face down too", () => {
  assert.deepEqual(["Qh", "TS", "8d", "X3", HIDDEN].map(cardName), [
    "queen of hearts",
    "10 of spades",
    "8 of diamonds",
    "joker",
    "face-down card",
  ]);
});

test("cards are spelled out where they are marked, and nowhere else", () => {
  assert.equal(spellCards("Kd: {Kd} beats {4S}, {X1} {Zz}"), "Kd: king of diamonds beats 4 of spades, joker {Zz}");
});

test("seats get their names", () => {
  const names = ["Alice", "", "Bob"];
  assert.equal(nameSeats("<1>, <2> and <3> tie; <3> wins 12.", names), "Alice, seat 2 and Bob tie; Bob wins 12.");
  assert.equal(nameSeats(undefined, names), "");
});

test("an ace is worth more than a king, a two the least", () => {
  assert.deepEqual(["Ac", "2d", "KH", "Ts"].toSorted((a, b) => rankIndex(a) - rankIndex(b)), ["2d", "Ts", "KH", "Ac"]);
  assert.equal(plural(1, "war"), "1 war");
  assert.equal(plural(0, "war"), "0 wars");
});

test("who is out is said with the place, once there is one", () => {
  assert.deepEqual([2, 3, 4, undefined].map(outWords), ["out, 2nd", "out, 3rd", "out, 4th", "out"]);
});
