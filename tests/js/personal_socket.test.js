import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Storage, Time, WebSocketEnd } from "./browser.js";

let time;
const listeners = new Map();

before(async () => {
  time = new Time();
  globalThis.WebSocket = WebSocketEnd;
  globalThis.sessionStorage = new Storage();
  globalThis.location = { protocol: "https:", host: "war.example" };
  globalThis.addEventListener = () => {};
  const listen = (kind, listener) => listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
  Object.assign(document, { hidden: false, addEventListener: listen, dispatchEvent: () => {} });
  await import("../../games/static/games/js/player/personal_socket.js");
});
after(() => time.restore());

const wake = () => listeners.get("visibilitychange").forEach((listener) => listener());

test("a line that does not answer within two seconds of waking up is dead", () => {
  const [server] = WebSocketEnd.all;
  server.open();
  time.advance(100);
  wake();
  const { ping } = server.sent.find((message) => "ping" in message);
  time.advance(1000);
  server.say({ pong: ping });
  time.advance(2000);
  assert.equal(WebSocketEnd.all.length, 1);
  wake();
  time.advance(2300);
  assert.equal(server.readyState, WebSocketEnd.CLOSED);
  assert.equal(WebSocketEnd.all.length, 2);
});
