import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.js";
import { ShareHistory } from "../../games/static/games/js/table/share_history.js";
import { counts, shares } from "../../games/static/games/js/boards/war/board.js";

test("the same points as the server keeps, at most 120", () => {
  const history = new ShareHistory([]);
  for (let number = 0; number <= 3000; number += 1) {
    history.add(number, [number, 52 - number]);
    assert.ok(history.rows.length < 120);
  }
  assert.deepEqual(history.rows[1], [32, 20]); // every 32nd battle
  assert.deepEqual(history.rows, Array.from({ length: 94 }, (_, at) => [32 * at, 52 - 32 * at]));
});

test("battles that were never seen lie on a line, not on a cliff", () => {
  const history = new ShareHistory([[26, 26]]);
  assert.equal(history.add(4, [34, 18]), true);
  assert.deepEqual(history.rows, [[26, 26], [28, 24], [30, 22], [32, 20], [34, 18]]);
  assert.equal(history.add(4, [1, 51]), false); // counted already
});

test("the last point is the end, also of a page loaded after it", () => {
  const history = new ShareHistory([[26, 26], [40, 12]]);
  assert.equal(history.add(2, [50, 2], false), true);
  assert.equal(history.add(2, [52, 0], true), true);
  const { rows } = history;
  assert.deepEqual(rows, [[26, 26], [40, 12], [50, 2], [52, 0]]);
  assert.equal(new ShareHistory(rows, true).add(2, [52, 0], true), false);
});

const war = (mine, theirs) => ({
  result: null,
  seats: [
    { pile: 20, lane: mine },
    { pile: 24, lane: theirs },
  ],
});

test("a battle of War counts alike however late it is seen", () => {
  const turned = { result: null, seats: [{ pile: 23, lane: [["8c"]] }, { pile: 27, lane: [["8d"]] }] };
  const atWar = war([["8c"], ["??", "??", "5h"]], [["8d"], ["??", "??", "9h"]]);
  assert.deepEqual(counts(turned), [23, 27]);
  assert.deepEqual(counts(atWar), [23, 27]);
});

test("after the end of War only piles count", () => {
  assert.deepEqual(counts({ ...war([["8c"], ["??", "5h"]], [["8d"]]), result: { text: "" } }), [20, 24]);
});

test("the bar of War holds every card once, the centre too", () => {
  const seats = [1, 2, 3].map((seat) => ({ seat, pile: 16, out: false, lane: [["8c"]] }));
  const view = { ...war([], []), seats, you: null, pot: 4, center: 1 };
  const total = (parts) => parts.reduce((sum, { count }) => sum + count, 0);
  assert.equal(total(shares(view, ["A", "B", "C"])), 52);
  assert.deepEqual(shares(view, ["A", "B", "C"]).at(-1), { seat: 0, name: "Pot", count: 4, out: false });
  assert.equal(shares({ ...view, pot: 1 }, ["A", "B", "C"]).at(-1).name, "Centre");
});
