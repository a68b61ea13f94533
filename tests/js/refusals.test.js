import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "./browser.js";

const PLACES = { "core/copying.js": null, "player/attention.js": null, "player/sound.js": null, "table/spoken.js": null };
const toasts = [];
const clicks = [];
let copiesFromPage = true;
let isSelected = false;

class Element extends EventTarget {
  dataset = {};
  children = [];
  append(...children) {
    this.children.push(...children);
  }
  closest() {
    return this;
  }
  focus() {}
  remove() {}
  select() {
    isSelected = true;
  }
}

globalThis.Element = Element;
globalThis.window = globalThis;
globalThis.addEventListener = () => {};
Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
const page = document.getElementById;
Object.assign(document, {
  title: "Rules",
  body: new Element(),
  addEventListener: (name, listener) => name === "click" && clicks.push(listener),
  createElement: () => new Element(),
  execCommand: () => copiesFromPage,
  getElementById: (id) => (id === "toasts" ? { append: (toast) => toasts.push(toast.children) } : page(id)),
});
document.documentElement.toggleAttribute = () => {};
globalThis.localStorage = { getItem: () => '{"sound": true}', setItem() {} };
globalThis.DOMException = class extends Error {
  constructor(name) {
    super(name);
    this.name = name;
  }
};
const refuse = (name) => async () => {
  throw new DOMException(name);
};
for (const place of Object.keys(PLACES)) PLACES[place] = await import(`../../games/static/games/js/${place}`);
const { "core/copying.js": copying, "player/attention.js": attention, "player/sound.js": sound, "table/spoken.js": spoken } = PLACES;

/** The words of the last message, and the text of its field. */
const said = () => {
  const [words, field] = toasts.pop() ?? [];
  return [words?.textContent, field?.value];
};

beforeEach(() => {
  toasts.length = 0;
  copiesFromPage = true;
  isSelected = false;
  navigator.clipboard = { writeText: async () => {} };
});

test("a text is copied, by the page if the clipboard refuses", async () => {
  await copying.copy("war");
  assert.deepEqual(said(), ["Copied.", undefined]);
  navigator.clipboard = { writeText: refuse("NotAllowedError") };
  await copying.copy("war");
  assert.deepEqual(said(), ["Copied.", undefined]);
  delete navigator.clipboard;
  await copying.copy("war");
  assert.deepEqual(said(), ["Copied.", undefined]);
});

test("a refused text is shown and selected", async () => {
  navigator.clipboard = { writeText: refuse("NotAllowedError") };
  copiesFromPage = false;
  await copying.copy("war");
  assert.deepEqual(said(), ["Your browser refused. Copy this:", "war"]);
  assert.ok(isSelected);
});

test("what cannot be shared can be copied, and who closes the sheet is left alone", async () => {
  navigator.share = refuse("NotAllowedError");
  await copying.share({}, "https://war.example/");
  assert.deepEqual(said(), ["Your browser refused. Copy this:", "https://war.example/"]);
  navigator.share = refuse("AbortError");
  await copying.share({}, "https://war.example/");
  assert.equal(toasts.length, 0);
});

test("refused notifications say so", async () => {
  globalThis.Notification = class {
    static permission = "default";
    static requestPermission = refuse("NotAllowedError");
  };
  attention.bindNotify();
  for (const ask of [refuse("NotAllowedError"), async () => (Notification.permission = "denied")]) {
    Notification.requestPermission = ask;
    await clicks.at(-1)({ target: new Element() });
    assert.match(said()[0], /allows no notifications/);
  }
});

test("a browser without sound says so once", async () => {
  globalThis.AudioContext = class {
    constructor() {
      throw new DOMException("NotSupportedError");
    }
  };
  sound.play("card");
  sound.play("card");
  assert.equal(toasts.length, 1);
  assert.match(said()[0], /no sounds/);
});

test("words that cannot be fetched are missed aloud", async () => {
  for (const answer of [refuse("TypeError"), async () => ({ ok: false })]) {
    globalThis.fetch = answer;
    assert.equal(await spoken.wordsOf("CODE", "mine", { call: {} }, []), "No connection. Try again in a moment.");
  }
});
