import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Time } from "./browser.js";
import { TimeLimit } from "../../games/static/games/js/table/time_limit.js";

const running = (limit) => ({ limit_ms: limit, status: "running" });
let time;
let said;
let limit;

beforeEach(() => {
  time = new Time();
  said = [];
  limit = new TimeLimit({ now: () => time.ms }, (text) => said.push([time.ms, text]));
});
afterEach(() => time.restore());

test("players are told 5 minutes and 1 minute before the end, however often the table changes", () => {
  const end = time.ms + 5 * 60_000 + 2_000;
  limit.draw(running(end));
  time.advance(1_000);
  limit.draw(running(end));
  time.advance(5 * 60_000);
  assert.deepEqual(said, [
    [end - 300_000, "The game ends in 5 minutes and is scored as it stands then."],
    [end - 60_000, "The game ends in 1 minute and is scored as it stands then."],
  ]);
});

test("a game that is over or has no limit says nothing", () => {
  limit.draw(running(time.ms + 62_000));
  limit.draw({ limit_ms: time.ms + 62_000, status: "finished" });
  limit.draw(running(null));
  time.advance(70_000);
  assert.deepEqual(said, []);
});
