import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";

import { Storage, Time } from "./browser.js";

let time;
const listeners = new Map();
const notified = [];
const box = {
  calls: [],
  addEventListener: (kind, listener) => listeners.set(kind, listener),
  querySelectorAll: () => box.calls,
  replaceChildren: (...calls) => {
    box.calls = calls;
  },
};

/** A call as the server draws it; the markup of this page is JSON. */
const call = (key, { at = "/t/ABC/", sounds = true } = {}) => ({
  dataset: { call: key, at, ...(sounds ? { sounds: "" } : {}) },
  hidden: false,
  querySelector: () => ({ textContent: `Club  night:\n${key}` }),
});
const say = (...calls) => listeners.get("calls")({ detail: { now: 50_000, calls: JSON.stringify(calls) } });

before(async () => {
  time = new Time();
  globalThis.localStorage = new Storage();
  globalThis.addEventListener = () => {};
  globalThis.location = { protocol: "https:", host: "war.example", pathname: "/rules/" };
  globalThis.window = globalThis;
  globalThis.Element = class {};
  globalThis.Notification = class {
    static permission = "granted";
    constructor(title, { body, tag }) {
      notified.push([body, tag]);
    }
  };
  globalThis.DOMParser = class {
    parseFromString(text) {
      return { body: { childNodes: JSON.parse(text).map(([key, options]) => call(key, options)) } };
    }
  };
  Object.assign(document, {
    title: "Rules",
    hidden: true,
    addEventListener: (kind, listener) => listeners.set(kind, listener),
    querySelector: (selector) => (selector === "[data-calls]" ? box : null),
    querySelectorAll: () => [],
  });
  await import("../../games/static/games/js/tournament/calls.js");
});
beforeEach(() => {
  notified.length = 0;
});
after(() => time.restore());

test("a new call is in the title and notified once, in whichever tab", () => {
  say(["ready"], ["later", { sounds: false }]);
  assert.equal(document.title, "(1) Rules");
  assert.deepEqual(notified, [["Club night: ready", "ready"]]);
  say(["ready"]);
  assert.equal(notified.length, 1);
  assert.deepEqual(JSON.parse(localStorage.getItem("warsite:calls")), ["ready"]);
});

test("nobody is called to the table they are at", () => {
  say(["here", { at: "/rules/" }]);
  assert.equal(box.calls[0].hidden, true);
  assert.deepEqual([document.title, notified], ["Rules", []]);
});

test("what a player has closed stays closed", () => {
  say(["read", { sounds: false }], ["other", { sounds: false }]);
  const [closed] = box.calls;
  const key = Object.assign(new Element(), { closest: (selector) => (selector === "[data-call]" ? closed : key) });
  listeners.get("click")({ target: key });
  assert.equal(closed.hidden, true);
  say(["read", { sounds: false }], ["other", { sounds: false }]);
  assert.deepEqual(
    box.calls.map(({ hidden }) => hidden),
    [true, false],
  );
});

test("a call is drawn anew only if calls have changed, so that it keeps the focus", () => {
  say(["kept"]);
  const [drawn] = box.calls;
  say(["kept"]);
  assert.equal(box.calls[0], drawn);
  say(["kept"], ["new"]);
  assert.notEqual(box.calls[0], drawn);
});

test("no calls clear them", () => {
  say(["stays"]);
  assert.equal(document.title, "(1) Rules");
  say();
  assert.deepEqual([document.title, box.calls], ["Rules", []]);
});

test("without storage every page is told, once", () => {
  globalThis.localStorage = {
    getItem: () => {
      throw new Error("refused");
    },
  };
  say(["private"]);
  say(["private"]);
  assert.equal(notified.length, 1);
});
