import assert from "node:assert/strict";
import { test } from "node:test";

import { known, merged, parts } from "../../games/static/games/js/chat/lines.js";

const line = (c, text = `line ${c}`) => ({ c, v: 1, who: "Ann", text });
const numbers = (lines) => lines.map(({ c }) => c);

test("a frame replaces all lines after its start", () => {
  const first = merged([], { room: "seats", from: 0, lines: [line(3), line(7)] });
  assert.deepEqual(numbers(merged(first, { room: "seats", from: 7, lines: [line(9)] })), [3, 7, 9]);
  assert.deepEqual(numbers(merged(first, { room: "seats", from: 3, lines: [line(9)] })), [3, 9]);
  assert.deepEqual(merged(first, { room: "seats", from: 0, lines: [] }), []);
});

test("a page keeps a hundred lines, and says which it knows", () => {
  const many = Array.from({ length: 150 }, (_, at) => line(at + 1));
  const kept = merged([], { room: "seats", from: 0, lines: many });
  assert.deepEqual([kept.length, kept[0].c], [100, 51]);
  assert.deepEqual(known({ seats: kept, watchers: [] }), { seats: 150, watchers: 0 });
});

test("addresses and codes of this site become links, and nothing else does", () => {
  const links = (text) => parts(text).flatMap(({ href }) => href ?? []);
  assert.deepEqual(links("see /g/ABCD2345, or /t/ABCD2345/!"), ["/g/ABCD2345", "/t/ABCD2345/"]);
  assert.deepEqual(links("table ABCD2345"), ["/t/ABCD2345/"]);
  assert.deepEqual(links("STRANGER, javascript:alert(1) //evil /admin/ ABCD23456"), []);
  assert.equal(parts("a <b> /g/ABCD2345 c").map(({ text }) => text).join(""), "a <b> /g/ABCD2345 c");
  assert.deepEqual(parts("plain"), [{ text: "plain" }]);
});
