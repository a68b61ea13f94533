import assert from "node:assert/strict";
import { test } from "node:test";

import { onSwipe } from "../../games/static/games/js/table/swipe.js";

const felt = new EventTarget();
let turned = 0;
onSwipe(felt, () => (turned += 1));

/** A finger from one place to another. */
function finger([fromX, fromY], [toX, toY], { pointerType = "touch", ms = 100, ends = "pointerup" } = {}) {
  const at = (type, clientX, clientY, timeStamp) => {
    const event = Object.assign(new Event(type), { pointerType, isPrimary: true, pointerId: 1, clientX, clientY });
    Object.defineProperty(event, "timeStamp", { value: timeStamp });
    felt.dispatchEvent(event);
  };
  at("pointerdown", fromX, fromY, 0);
  at(ends, toX, toY, ms);
  const count = turned;
  turned = 0;
  return count;
}

test("a quick swipe to either side turns a card, once", () => {
  assert.equal(finger([100, 100], [170, 110]), 1);
  assert.equal(finger([170, 100], [100, 95]), 1);
});

test("scrolling, a tap, a slow drag, a mouse and a gesture of the browser do not", () => {
  assert.equal(finger([100, 100], [130, 220]), 0);
  assert.equal(finger([100, 100], [104, 101]), 0);
  assert.equal(finger([100, 100], [190, 100], { ms: 1500 }), 0);
  assert.equal(finger([100, 100], [190, 100], { pointerType: "mouse" }), 0);
  assert.equal(finger([100, 100], [190, 100], { ends: "pointercancel" }), 0);
});
