import assert from "node:assert/strict";
import { afterEach, before, beforeEach, describe, test } from "node:test";

import { Storage, Time, WebSocketEnd } from "./browser.js";

const START = 50_000; // epoch ms at the server when the page was made
let time;
let countdown;
let socket;
let counted;
let heard;
const listeners = new Map();

/** The page of a tournament with one countdown, as its modules find it when they are loaded. Its socket waits for its test: timers last as long as one. */
function page() {
  const elements = { "[data-tournament]": { dataset: { tournament: "ABCD" } }, "[data-table]": {} };
  counted = { dataset: { until: String(START + 3000), now: String(START) }, textContent: "" };
  const found = { "[data-until]": [counted], "[data-now]": [counted] };
  Object.assign(document, {
    hidden: false,
    addEventListener: (kind, listener) => listeners.set(kind, listener),
    dispatchEvent: (event) => listeners.get(event.type)?.(event),
    querySelector: (selector) => elements[selector] ?? null,
    querySelectorAll: (selector) => found[selector] ?? [],
  });
  globalThis.addEventListener = () => {};
  globalThis.location = { protocol: "https:", host: "war.example" };
  globalThis.WebSocket = WebSocketEnd;
  globalThis.sessionStorage = new Storage();
}

before(async () => {
  time = new Time();
  page();
  countdown = await import("../../games/static/games/js/tournament/countdown.js");
  socket = await import("../../games/static/games/js/player/personal_socket.js");
  heard = [];
  countdown.whenEnded(() => heard.push("ended"));
  document.addEventListener("version", ({ detail }) => heard.push(detail.version));
  time.restore();
});
beforeEach(() => {
  time = new Time();
  heard.length = 0;
  countdown.clock.restart(START);
});
afterEach(() => time.restore());

describe("a countdown", () => {
  test("it shows what is left by the server's clock, and tells its end once", () => {
    countdown.tick();
    assert.equal(counted.textContent, "0:03");
    time.advance(1000);
    countdown.tick();
    assert.equal(counted.textContent, "0:02");
    time.advance(5000);
    countdown.tick();
    countdown.tick();
    assert.equal(counted.textContent, "0:00");
    assert.deepEqual(heard, ["ended"]);
  });

  test("its clock is set by beats, and by no message that does not say what time it is", () => {
    listeners.get("beat")({ detail: { now: START + 1000 } });
    for (const detail of [{}, { now: null }, { now: NaN }]) listeners.get("beat")({ detail });
    countdown.tick();
    assert.equal(counted.textContent, "0:02");
  });

  test("one that was over when the page was made tells nothing", () => {
    counted.textContent = "";
    time.advance(60_000);
    countdown.tick();
    assert.deepEqual([counted.textContent, heard], ["0:00", []]);
  });
});

describe("the socket of a page", () => {
  test("it follows the tournament of the page, and comes back in growing pauses of up to 16 s", () => {
    socket.socket.connect();
    const first = WebSocketEnd.all.at(-1);
    assert.equal(first.address, "wss://war.example/ws/me/");
    first.open();
    assert.deepEqual(first.sent[0], { hello: { lobby: false, calls: false, tournament: "ABCD" } });
    first.say({ version: 7, within: 2000 });
    assert.deepEqual(heard, [7]);
    let last = first;
    for (const longest of [250, 500, 1000, 2000, 4000, 8000, 16_000, 16_000]) {
      const since = time.ms;
      last.hangUp();
      while (WebSocketEnd.all.at(-1) === last) time.advance(10);
      last = WebSocketEnd.all.at(-1);
      assert.ok(time.ms - since >= longest / 2 && time.ms - since <= longest + 10);
    }
    last.open();
    last.say({ version: 8, within: 2000 });
    assert.equal(socket.socket.failures, 0); // only a message proves that it works
  });
});
