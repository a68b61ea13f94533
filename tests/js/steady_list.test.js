import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";

import { Time } from "./browser.js";
import { SteadyList } from "../../games/static/games/js/lobby/steady_list.js";

let time;
let list;
let drawn;
let said;
const rows = (...ids) => ids.map((id) => ({ id }));
const ids = () => drawn.map(({ id, gone }) => (gone ? `(${id})` : id)).join(" ");

before(() => {
  time = new Time();
});
after(() => time.restore());
beforeEach(() => {
  time.advance(5000); // what an earlier list announced is over
  [drawn, said] = [[], []];
  list = new SteadyList(
    rows("a", "b"),
    (shown) => {
      drawn = shown;
    },
    (count) => said.push(count),
  );
});

test("a list that nobody touches is as the server says", () => {
  list.hear(rows("c", "b"));
  assert.equal(ids(), "c b");
});

test("under the pointer or the focus nothing moves: new rows come at the end, closed ones stay", () => {
  list.hold();
  list.hear(rows("c", "b"));
  assert.equal(ids(), "(a) b c");
  list.hear(rows("d", "c", "b"));
  assert.equal(ids(), "(a) b c d");
  list.hear([{ id: "a", seats: "2 of 3" }, ...rows("b")]);
  assert.equal(ids(), "a b (c) (d)");
  assert.equal(drawn[0].seats, "2 of 3");
});

test("two seconds after it was left it is as the server says", () => {
  list.hold();
  list.hear(rows("c", "b"));
  list.release();
  time.advance(1999);
  list.hear(rows("d", "c", "b"));
  assert.equal(ids(), "(a) b c d");
  time.advance(1);
  assert.equal(ids(), "d c b");
});

test("who comes back in time still holds it", () => {
  list.hold();
  list.hear(rows("c", "b"));
  list.release();
  time.advance(1000);
  list.hold();
  time.advance(5000);
  assert.equal(ids(), "(a) b c");
});

test("what is new is announced at most once in five seconds, and all of it", () => {
  list.hear(rows("a", "b"));
  assert.deepEqual(said, []);
  list.hear(rows("c", "b"));
  list.hear(rows("d", "c"));
  list.hear(rows("e", "d"));
  assert.deepEqual(said, [1]);
  time.advance(5000);
  assert.deepEqual(said, [1, 2]);
  time.advance(20_000);
  assert.deepEqual(said, [1, 2]);
});
