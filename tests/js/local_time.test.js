import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "./browser.js";
import { showLocalTimes } from "../../games/static/games/js/core/dom.js";

process.env.TZ = "Asia/Tokyo";
let time;

beforeEach(() => {
  Object.defineProperty(globalThis, "navigator", { value: { languages: ["de-AT", "en-GB", "en-US"] }, configurable: true });
  document.documentElement = { lang: "en" };
  time = { dateTime: "2026-11-14T20:30:00+00:00", title: "", textContent: " 14 Nov 2026, 20:30 UTC " };
});

const page = { querySelectorAll: () => [time] };

test("a moment is shown in the reader's time zone and way of writing, and the title keeps UTC", () => {
  showLocalTimes(page);
  showLocalTimes(page);
  assert.equal(time.textContent, "15 Nov 2026, 05:30");
  assert.equal(time.title, "14 Nov 2026, 20:30 UTC");
});

test("the words are those of the page's language", () => {
  document.documentElement.lang = "fr";
  showLocalTimes(page);
  assert.equal(time.textContent, "15 nov. 2026, 05:30");
});
