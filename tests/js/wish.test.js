import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Storage, Time } from "./browser.js";

let time;
const gone = [];
const toasts = [];
const parts = {};
const heard = new Map();
let running = null;

class Part extends EventTarget {
  textContent = "";
  hidden = true;
  href = "";
  querySelector(selector) {
    return parts[selector] ?? null;
  }
}
for (const name of ["wish", "wish-words", "wish-time", "wish-here", "wish-cancel", "wish-go"]) {
  parts[`[data-${name}]`] = new Part();
}
const bar = parts["[data-wish]"];
const words = parts["[data-wish-words]"];
const WISH = { kinds: ["Classic War, 2 players"], rated: false, waited_ms: 61_000, left_ms: 239_000, end: "", words: "" };
const tell = (wish, go = null) => heard.get("me")({ detail: { wish, go } });
const matched = (table) => tell({ ...WISH, end: "matched" }, { table, tab: JSON.parse(sessionStorage.getItem("warsite:tab")) });

before(async () => {
  time = new Time();
  globalThis.sessionStorage = new Storage();
  globalThis.localStorage = new Storage();
  globalThis.Element = Part;
  globalThis.location = { pathname: "/rules/", assign: (url) => gone.push(url) };
  const page = document.getElementById;
  Object.assign(document, {
    hidden: false,
    addEventListener: (name, action) => heard.set(name, action),
    createElement: () => Object.assign(new Part(), { dataset: {}, children: [], append(child) { this.children.push(child); } }),
    getElementById: (id) => (id === "toasts" ? { append: (toast) => toasts.push(toast.children[0].textContent) } : page(id)),
    querySelector: (selector) => (selector.startsWith("[data-table]") ? running : (parts[selector] ?? null)),
    querySelectorAll: () => [],
  });
  await import("../../games/static/games/js/pages/wish.js");
});
after(() => time.restore());

test("a wish is told with its time, and once before it ends somebody is asked whether they are there", () => {
  tell(WISH);
  assert.equal(bar.hidden, false);
  assert.equal(words.textContent, "Looking for players: Classic War, 2 players");
  assert.equal(parts["[data-wish-time]"].textContent, "1:01");
  assert.equal(parts["[data-wish-here]"].hidden, true);
  time.advance(209_500);
  assert.equal(parts["[data-wish-here]"].hidden, false);
  assert.equal(words.textContent, "Are you still looking for players?");
  tell({ ...WISH, waited_ms: 271_000, left_ms: 300_000 });
  assert.equal(parts["[data-wish-here]"].hidden, true);
  tell({ ...WISH, end: "cancelled" });
  assert.equal(bar.hidden, true);
});

test("why it ended is told once, as soon as the page is looked at", () => {
  const away = { ...WISH, end: "away", ended_ms: 77, words: "You were no longer here." };
  document.hidden = true;
  tell(away);
  assert.deepEqual(toasts, []);
  document.hidden = false;
  heard.get("visibilitychange")();
  tell(away);
  assert.deepEqual(toasts, ["You were no longer here."]);
  tell({ ...away, ended_ms: 78, end: "cancelled" });
  assert.equal(toasts.length, 1);
  tell({ ...away, ended_ms: 79, end: "unconfirmed" });
  assert.equal(toasts.length, 2);
});

test("only the tab that asked goes to the table, once", () => {
  tell({ ...WISH, end: "matched" }, { table: "AAAAAAAA", tab: "another" });
  assert.deepEqual(gone, []);
  assert.equal(parts["[data-wish-go]"].href, "/t/AAAAAAAA/?matched=1");
  assert.equal(words.textContent, "Players were found.");
  matched("BBBBBBBB");
  matched("BBBBBBBB");
  assert.deepEqual(gone, ["/t/BBBBBBBB/?matched=1"]);
});

test("no running game is left, and no form that was begun", () => {
  running = {};
  matched("CCCCCCCC");
  running = null;
  const field = Object.assign(new Part(), { closest: () => ({}) });
  heard.get("input")({ target: field });
  matched("DDDDDDDD");
  assert.equal(gone.length, 1);
  assert.equal(bar.hidden, false);
});
