import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.js";
import { pressedKey } from "../../games/static/games/js/core/dom.js";

test("a layout without Latin letters has the keys of the place they stand at", () => {
  assert.equal(pressedKey({ key: "ы", code: "KeyS" }), "s"); // Russian
  assert.equal(pressedKey({ key: "ห", code: "KeyS" }), "s"); // Thai
  assert.equal(pressedKey({ key: "q", code: "KeyA" }), "q"); // French: its own letter
  assert.equal(pressedKey({ key: "é", code: "Digit2" }), "é");
  assert.equal(pressedKey({ key: "Escape", code: "Escape" }), "Escape");
});
