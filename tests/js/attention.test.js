import assert from "node:assert/strict";
import { before, test } from "node:test";

import "./browser.js";

let context;
let notify;
let play;
let settings;
const tones = [];
const pitches = [];

/** A sound device whose context a phone call has interrupted. */
class Interrupted {
  state = "interrupted";
  currentTime = 0;
  destination = {};

  constructor() {
    context = this;
  }

  async resume() {
    this.state = "running";
  }

  createOscillator() {
    const frequency = { setValueAtTime: (pitch) => pitches.push(pitch), linearRampToValueAtTime() {} };
    return { frequency, connect: (next) => next, start: () => tones.push(this.state), stop() {} };
  }

  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next };
  }
}

before(async () => {
  globalThis.window = globalThis;
  globalThis.AudioContext = Interrupted;
  globalThis.navigator ??= {}; // not in Node.js 20
  Object.assign(document, { title: "Table", hidden: true, addEventListener: () => {} });
  ({ notify } = await import("../../games/static/games/js/player/attention.js"));
  ({ play } = await import("../../games/static/games/js/player/sound.js"));
  ({ settings } = await import("../../games/static/games/js/core/settings.js"));
  settings.sound = true;
});

test("where a page may show no notification, what follows goes on", () => {
  globalThis.Notification = class {
    static permission = "granted";
    constructor() {
      throw new TypeError("Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.");
    }
  };
  assert.doesNotThrow(() => notify("Your table is ready.", "ready"));
});

test("sound comes back after a phone call, and is heard from the first tone on", () => {
  play("asked", { hidden: true });
  assert.equal(context.state, "running");
  context.state = "interrupted";
  play("asked", { hidden: true });
  assert.deepEqual([context.state, tones], ["running", ["running", "running"]]);
});

test("the second set of sounds is lower", () => {
  const heard = ["", "wood"].map((set) => {
    settings.sounds = set;
    pitches.length = 0;
    play("won", { hidden: true });
    return [...pitches];
  });
  assert.equal(heard[0].length, 3);
  assert.ok(heard[0].every((pitch, at) => heard[1][at] < pitch));
});
