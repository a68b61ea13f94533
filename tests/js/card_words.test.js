import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.js";
import {
  HIDDEN,
  cardName,
  nameAll,
  nameSeats,
  outWords,
  rankIndex,
  spellCards,
} from "../../games/static/games/js/core/card_words.js";
import { isolated, t } from "../../games/static/games/js/core/words.js";

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
  assert.equal(nameSeats("<1>, <2> and <3> tie; <3> wins 12.", names), "Alice, Seat 2 and Bob tie; Bob wins 12.");
  assert.equal(nameSeats(undefined, names), "");
  assert.deepEqual(nameAll({ call: { title: "<3> wins", pot: 2 }, rows: ["<1>"] }, names), { call: { title: "Bob wins", pot: 2 }, rows: ["Alice"] });
});

test("a name written from right to left leaves a number after it where it is", () => {
  const [name, plain] = ["דנה", "Dana"];
  assert.equal(isolated(plain), plain);
  assert.equal(nameSeats("<1> 12, <2> 9", [name, plain]), "\u2068דנה\u2069 12, Dana 9");
  assert.equal(t("{name} 12, {name} 9", { name: "سارة" }), "\u2068سارة\u2069 12, \u2068سارة\u2069 9");
});

test("an ace is worth more than a king, a two the least", () => {
  assert.deepEqual(["Ac", "2d", "KH", "Ts"].toSorted((a, b) => rankIndex(a) - rankIndex(b)), ["2d", "Ts", "KH", "Ac"]);
});

test("a count chooses its form, and what has no words shows its key", () => {
  assert.deepEqual([0, 1, 2, 101, 1201].map((count) => t("wars", { count })), ["0 wars", "1 war", "2 wars", "101 wars", "1201 wars"]);
  assert.equal(t("nothing-of-ours", { name: "Bob" }), "nothing-of-ours");
});

test("who is out is said with the place, once there is one", () => {
  assert.deepEqual([2, 3, 4, undefined].map(outWords), ["out, 2nd", "out, 3rd", "out, 4th", "out"]);
});
