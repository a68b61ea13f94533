import assert from "node:assert/strict";
import { test } from "node:test";

import { doubtOf, toLocal, toUtc } from "../../games/static/games/js/tournament/moments.js";

process.env.TZ = "America/New_York";

test("a moment goes from UTC to the reader's clock and back, in winter and in summer", () => {
  for (const [utc, local] of [
    ["2026-11-30T01:30", "2026-11-29T20:30"],
    ["2026-07-01 00:00", "2026-06-30 20:00"],
  ]) {
    assert.equal(toLocal(utc), local);
    assert.equal(toUtc(local), utc);
  }
});

test("each line is a moment of its own, and what is none stays for the server to refuse", () => {
  assert.equal(toUtc("2026-11-30 20:00\r\n\ntomorrow\n2026-99-99 20:00"), "2026-12-01 01:00\n\ntomorrow\n2026-99-99 20:00");
  assert.equal(toLocal(""), "");
});

test("an hour that the clocks skip is the one after it", () => {
  assert.equal(toLocal(toUtc("2027-03-14T02:30")), "2027-03-14T03:30");
});

test("a time that comes twice or never is said, and no other", () => {
  assert.equal(doubtOf("2027-11-07T01:30"), "twice");
  assert.equal(doubtOf("2027-11-07T02:30"), "");
  assert.equal(doubtOf("2027-03-14T02:30"), "never");
  assert.equal(doubtOf("2027-03-13 20:00\n2027-03-14 02:30"), "never");
  assert.equal(doubtOf(""), "");
});
