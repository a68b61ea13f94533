import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Storage } from "./browser.js";

globalThis.localStorage = new Storage();
const { assignKey, keyLabel, keyOf, meaningOf, resetKeys } = await import("../../games/static/games/js/table/key_map.js");

beforeEach(resetKeys);

test("a key means itself until it is changed", () => {
  assert.equal(meaningOf("s"), "s");
  assert.equal(keyOf("s"), "s");
  assert.equal(keyLabel(" "), "Space");
});

test("two keys change places", () => {
  assignKey("s", "k");
  assert.equal(meaningOf("k"), "s");
  assert.equal(meaningOf("s"), "k");
  assert.equal(keyLabel("s"), "K");
});

test("no meaning is ever without a key, however often they change", () => {
  const meanings = [..." sdhrnwu"];
  const changes = ["sd", "dh", "hs", " k", "sk", "ku", "ss", "d ", "uw", "ks"];
  for (const [meaning, key] of changes) {
    assignKey(meaning, key);
    assert.equal(meaningOf(key), meaning);
    for (const each of meanings) assert.equal(meaningOf(keyOf(each)), each);
    assert.equal(new Set(meanings.map(keyOf)).size, meanings.length);
  }
});

test("changes are remembered by the browser", () => {
  assignKey("s", "k");
  assert.deepEqual(JSON.parse(localStorage.getItem("warsite:settings")).own, { s: "k", k: "s" });
});
