import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";

import { Storage, Time, WebSocketEnd } from "./browser.js";

let time;
let server;
let settings;
const toasts = [];
const posted = [];
const notified = [];
let sounds = 0;
let asked = 0; // for permission
let reloads = 0;
const clicks = [];
/** What the page finds by its selector. */
const parts = {};

/** As much of an element as the bell touches. */
class Element extends EventTarget {
  dataset = {};
  textContent = "";
  hidden = false;
  open = false;
  children = [];
  append(...children) {
    this.children.push(...children);
  }
  replaceChildren(...children) {
    this.children = children;
    this.textContent = "";
  }
  querySelector(selector) {
    return parts[selector] ?? null;
  }
  remove() {}
  querySelectorAll() {
    return [];
  }
}
class Anchor extends Element {}

for (const name of ["bell", "unread", "unread-words", "notices", "here"]) parts[`[data-${name}]`] = new Element();
parts.form = Object.assign(new Element(), { action: "/me/notices/seen/" });
const bell = parts["[data-bell]"];
const list = parts["[data-notices]"];
const notice = (id, more) => ({ id, text: `Notice ${id}`, url: "", at: 0, seen: false, ...more });
const say = (unread, ...notices) => server.say({ me: { unread, notices, here: [] } });

before(async () => {
  time = new Time();
  globalThis.WebSocket = WebSocketEnd;
  globalThis.addEventListener = () => {};
  const reload = () => (reloads += 1);
  globalThis.location = { protocol: "https:", host: "war.example", reload };
  globalThis.HTMLAnchorElement = Anchor;
  globalThis.FormData = class {};
  globalThis.fetch = async (address) => posted.push(address);
  globalThis.window = globalThis;
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  globalThis.localStorage = new Storage();
  globalThis.Element = Element;
  globalThis.Notification = class {
    static permission = "default";
    static requestPermission = async () => {
      asked += 1;
      globalThis.Notification.permission = "granted";
    };
    constructor(title, { body, tag }) {
      notified.push([body, tag]);
    }
  };
  const part = { connect: () => part, start() {}, stop() {} };
  for (const name of ["frequency", "gain"]) part[name] = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {}, connect: () => part };
  globalThis.AudioContext = class {
    currentTime = 0;
    state = "running";
    createOscillator() {
      sounds += 1;
      return part;
    }
    createGain() {
      return { gain: part.gain, connect: () => part };
    }
  };
  const page = document.getElementById;
  const events = new EventTarget();
  Object.assign(document, {
    title: "Rules",
    hidden: false,
    addEventListener(name, listener) {
      if (name === "click") clicks.push(listener);
      events.addEventListener(name, listener);
    },
    dispatchEvent: (event) => events.dispatchEvent(event),
    createElement: (tag) => (tag === "a" ? new Anchor() : new Element()),
    querySelector: (selector) => parts[selector] ?? null,
    getElementById: (id) => (id === "toasts" ? { append: (toast) => toasts.push(toast.children[0].textContent) } : page(id)),
  });
  document.documentElement.toggleAttribute = (name, on) => (document.documentElement[name] = on);
  parts["[data-unread]"].textContent = "0";
  await import("../../games/static/games/js/pages/bell.js");
  ({ settings } = await import("../../games/static/games/js/core/settings.js"));
  server = WebSocketEnd.all.at(-1);
  server.open();
});
beforeEach(() => {
  toasts.length = 0;
  posted.length = notified.length = sounds = 0;
  bell.open = false;
});
after(() => time.restore());

test("a list that was opened before anything was heard of is filled", () => {
  bell.open = true;
  say(0, notice(1, { seen: true }));
  assert.equal(list.children.length, 1);
});

test("it greets, and shows how many are new without a toast for old ones", () => {
  const [greeting, { tab, visible }] = server.sent;
  assert.deepEqual(greeting, { hello: { lobby: false, calls: false, tournament: "" } });
  assert.match(tab, /^[0-9a-f]{32}$/);
  assert.equal(visible, true);
  say(1, notice(1), notice(0, { seen: true, url: "/t/ABC/" }));
  assert.equal(parts["[data-unread]"].textContent, "1");
  assert.equal(parts["[data-unread-words]"].textContent, "1 new notice");
  assert.deepEqual(list.children.map((row) => row.children[0].href), [undefined, "/t/ABC/"]);
  assert.deepEqual(toasts, []);
});

test("what comes now is toasted once, and not on a page that nobody sees", () => {
  say(2, notice(4), notice(1));
  say(2, notice(4), notice(1));
  assert.deepEqual(toasts, ["Notice 4"]);
  document.hidden = true;
  say(3, notice(5), notice(4), notice(1));
  document.hidden = false;
  assert.deepEqual(toasts, ["Notice 4"]);
});

test("opening the list marks them as seen, and they stay marked as new in it", () => {
  bell.open = true;
  bell.dispatchEvent(new Event("toggle"));
  assert.deepEqual(posted, ["/me/notices/seen/"]);
  assert.equal(parts["[data-unread]"].hidden, true);
  say(0, notice(5, { seen: true }), notice(4, { seen: true }));
  assert.equal(list.children[0].className, "new");
});

test("people who are here are links, and without any there is no line", () => {
  const line = parts["[data-here]"];
  assert.equal(line.hidden, true);
  server.say({ me: { unread: 0, notices: [], here: [{ name: "Ben", url: "/p/ben/" }] } });
  assert.equal(line.hidden, false);
  assert.deepEqual(line.children.filter((each) => each.href).map((link) => [link.textContent, link.href]), [["Ben", "/p/ben/"]]);
});

test("new notices are counted in the title, and no longer once they are seen", () => {
  say(3, notice(5));
  assert.equal(document.title, "(3) Rules");
  say(0, notice(5, { seen: true }));
  assert.equal(document.title, "Rules");
});

test("during a game only the moderators are toasted here (invitations have toasts of their own), and nothing sounds while it is my turn", () => {
  settings.sound = true;
  parts["[data-table][data-status=running]"] = new Element();
  say(2, notice(11, { kind: "sanction" }), notice(10, { kind: "follow" }));
  say(3, notice(12, { kind: "invited" }));
  assert.deepEqual(toasts, ["Notice 11"]);
  assert.ok(sounds > 0);
  sounds = 0;
  parts["[data-table][data-status=running] [data-bar][data-asked]"] = new Element();
  say(4, notice(13, { kind: "invited" }));
  assert.deepEqual([toasts.at(-1), sounds], ["Notice 11", 0]);
  for (const selector of Object.keys(parts).filter((each) => each.includes("running"))) delete parts[selector];
  say(5, notice(14, { kind: "follow" }));
  assert.equal(toasts.at(-1), "Notice 14");
});

test("sounds and notifications come only after somebody switched them on", async () => {
  settings.sound = null;
  document.hidden = true;
  say(6, notice(20, { kind: "invited" }));
  assert.deepEqual([sounds, notified, asked], [0, [], 0]);
  assert.equal(document.documentElement["data-can-notify"], true);
  const button = Object.assign(new Element(), { closest: () => button });
  for (const click of clicks) await click({ target: button });
  assert.deepEqual([asked, document.documentElement["data-can-notify"]], [1, false]);
  settings.sound = true;
  say(7, notice(21, { kind: "invited" }));
  assert.ok(sounds > 0);
  assert.deepEqual(notified, [["Notice 21", "notice-21"]]);
  assert.deepEqual(toasts, []);
  document.hidden = false;
});

test("after signing out elsewhere it does not come back, and the page is read again", () => {
  const sockets = WebSocketEnd.all.length;
  server.hangUp(4401);
  time.advance(20_000);
  assert.equal(WebSocketEnd.all.length, sockets);
  assert.equal(reloads, 1);
});
