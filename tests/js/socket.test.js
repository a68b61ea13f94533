import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";

import { Storage, Time, WebSocketEnd, commands } from "./browser.js";
import { TableSocket } from "../../games/static/games/js/table/socket.js";

let time;
let heard;

/** A page that shows version 7, and what it hears. */
function load() {
  const socket = new TableSocket("abc", 7);
  heard = [];
  for (const name of ["open", "lost", "gone", "state", "verdict", "latency", "beat"]) {
    socket.addEventListener(name, ({ detail }) => heard.push([name, detail]));
  }
  socket.connect();
  return [socket, WebSocketEnd.all.at(-1)];
}

const names = () => heard.map(([name]) => name);
const state = (v, now = 50_000) => ({ v, from: 0, now, watchers: 0, view: null, table: {}, events: [], lines: [] });

beforeEach(() => {
  time = new Time();
  globalThis.WebSocket = WebSocketEnd;
  globalThis.sessionStorage = new Storage();
  globalThis.location = { protocol: "https:", host: "war.example" };
  WebSocketEnd.all = [];
});
afterEach(() => time.restore());

describe("commands", () => {
  test("one is sent with an id of its own and kept until it is answered", () => {
    const [socket, server] = load();
    server.open();
    socket.send("flip");
    socket.send("offer", { what: "fast" });
    const [flip, offer] = commands(server);
    assert.match(flip.id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.notEqual(flip.id, offer.id);
    assert.equal(offer.what, "fast");
    server.say({ ack: flip.id, v: 8 });
    assert.deepEqual([...socket.unanswered.keys()], [offer.id]);
    assert.deepEqual(heard.at(-1), ["verdict", { command: { act: "flip" }, code: "", text: "" }]);
  });

  test("unanswered ones are sent again, with the same id, after the connection broke", () => {
    const [socket, server] = load();
    server.open();
    socket.send("flip");
    server.hangUp();
    socket.send("slap", { reveal: 3, rt: 210 }); // while nobody listens
    time.advance(300);
    const again = WebSocketEnd.all.at(-1);
    again.open();
    assert.deepEqual(again.sent[0], { hello: 7, changes: true });
    assert.deepEqual(commands(again).map(({ act }) => act), ["flip", "slap"]);
    assert.equal(commands(again)[0].id, commands(server)[0].id);
  });

  test("unanswered ones survive a reload of the page", () => {
    const [socket, server] = load();
    server.open();
    socket.send("resign");
    const [, reloaded] = load();
    reloaded.open();
    assert.deepEqual(commands(reloaded), commands(server));
  });

  test("an undecided one is sent again a second later, a refused one never", () => {
    const [socket, server] = load();
    server.open();
    socket.send("flip");
    socket.send("lay");
    const [flip, lay] = commands(server);
    server.say({ reject: flip.id, code: "TRY_AGAIN", text: "Again.", v: 7 });
    server.say({ reject: lay.id, code: "NOT_YOUR_TURN", text: "Not you.", v: 7 });
    assert.deepEqual(heard.at(-1), ["verdict", { command: { act: "lay" }, code: "NOT_YOUR_TURN", text: "Not you." }]);
    time.advance(1000);
    assert.deepEqual(commands(server), [flip, lay, flip]);
    server.say({ ack: flip.id, v: 8 });
    time.advance(3000);
    assert.equal(commands(server).length, 3);
    assert.equal(socket.unanswered.size, 0);
  });

  test("one that stays undecided is told in words after ten seconds", () => {
    const [socket, server] = load();
    server.open();
    socket.send("flip");
    const [flip] = commands(server);
    for (let second = 0; second < 10; second += 1) {
      server.say({ reject: flip.id, code: "TRY_AGAIN", text: "Unknown.", v: 7 });
      assert.ok(!names().includes("verdict"));
      time.advance(1000);
    }
    assert.equal(commands(server).length, 11);
    server.say({ reject: flip.id, code: "TRY_AGAIN", text: "Unknown.", v: 7 });
    assert.deepEqual(heard.at(-1), ["verdict", { command: { act: "flip" }, code: "TRY_AGAIN", text: "Unknown." }]);
    assert.equal(socket.unanswered.size, 0);
  });

  test("without storage they are kept in memory", () => {
    globalThis.sessionStorage = {
      getItem: () => null,
      setItem: () => {
        throw new Error("refused");
      },
    };
    const [socket, server] = load();
    socket.send("flip");
    server.open();
    assert.equal(commands(server).length, 1);
  });
});

describe("the connection", () => {
  test("it comes back in growing pauses of at most four seconds", () => {
    load()[1].hangUp();
    const pauses = [];
    for (let failure = 0; failure < 6; failure += 1) {
      const count = WebSocketEnd.all.length;
      const since = time.ms;
      while (WebSocketEnd.all.length === count) time.advance(1);
      pauses.push(time.ms - since);
      WebSocketEnd.all.at(-1).hangUp();
    }
    pauses.forEach((pause, failure) => {
      const longest = Math.min(4000, 250 * 2 ** failure);
      assert.ok(pause >= longest / 2 - 1 && pause <= longest + 1, `${pause} ms after failure ${failure}`);
    });
    assert.deepEqual(names(), ["lost"]); // said once
  });

  test("it does not come back when the table is gone", () => {
    const [, server] = load();
    server.open();
    server.hangUp(4404);
    time.advance(20_000);
    assert.equal(WebSocketEnd.all.length, 1);
    assert.deepEqual(names(), ["open", "lost", "gone"]);
  });

  test("a handshake that is never answered ends after eight seconds, and the next begins", () => {
    const [, silent] = load();
    time.advance(7999);
    assert.equal(silent.readyState, WebSocketEnd.CONNECTING);
    time.advance(301);
    assert.equal(silent.readyState, WebSocketEnd.CLOSED);
    assert.equal(WebSocketEnd.all.length, 2);
    silent.open(); // too late: another one is under way
    assert.deepEqual(silent.sent, []);
  });

  test("when the page wakes up an old attempt is given up at once, a young one goes on", () => {
    const [socket] = load();
    socket.reconnectNow();
    assert.equal(WebSocketEnd.all.length, 1);
    time.advance(1500);
    socket.reconnectNow();
    assert.equal(WebSocketEnd.all.length, 2);
  });

  test("a connection that says nothing within two seconds of waking up is dead", () => {
    const [socket, server] = load();
    server.open();
    time.advance(100);
    socket.reconnectNow();
    time.advance(1000);
    server.say({ pong: server.sent.at(-1).ping, now: 50_000 });
    time.advance(1500);
    assert.ok(!names().includes("lost"));
    socket.reconnectNow();
    time.advance(2300);
    assert.ok(names().includes("lost"));
    assert.equal(WebSocketEnd.all.length, 2);
  });

  test("after twelve silent seconds it counts as dead, and its late end changes nothing", () => {
    const [socket, server] = load();
    server.open();
    time.advance(15_001);
    assert.equal(socket.open, false);
    assert.equal(server.readyState, WebSocketEnd.CLOSED);
    time.advance(300);
    WebSocketEnd.all.at(-1).open();
    server.hangUp();
    assert.equal(socket.open, true);
    assert.deepEqual(names(), ["open", "lost", "open"]);
  });

  test("the network, the page from the cache and the eye of the reader wake it up", () => {
    const woken = [];
    globalThis.addEventListener = document.addEventListener = (name, action) => woken.push([name, action]);
    const [socket, server] = load();
    socket.watchPage();
    assert.deepEqual(woken.map(([name]) => name), ["online", "pageshow", "visibilitychange"]);
    for (const [at, [, action]] of woken.entries()) {
      WebSocketEnd.all.at(-1).hangUp();
      action({ persisted: true });
      assert.equal(WebSocketEnd.all.length, at + 2);
    }
    assert.equal(server.readyState, WebSocketEnd.CLOSED);
  });

  test("it is tried at once when the network comes back", () => {
    const [socket, server] = load();
    server.hangUp();
    socket.reconnectNow();
    assert.equal(WebSocketEnd.all.length, 2);
    socket.reconnectNow(); // already on its way
    time.advance(5000);
    assert.equal(WebSocketEnd.all.length, 2);
  });
});

describe("what the server says", () => {
  test("an older state is not told", () => {
    const [socket, server] = load();
    server.open();
    for (const v of [9, 8, 9, 10]) server.say(state(v));
    assert.deepEqual(heard.filter(([name]) => name === "state").map(([, { v }]) => v), [9, 9, 10]);
    assert.equal(socket.version, 10);
  });

  test("a state that says what has changed is told as a whole", () => {
    const [socket, server] = load();
    server.open();
    socket.send("flip");
    const [{ id }] = commands(server);
    const view = { phase: "flip", asks: { acts: ["flip"] }, seats: [{ seat: 1, pile: 26 }, { seat: 2, pile: 26 }] };
    const words = { table: { title: "War" }, view: { call: { title: "Battle 1" }, asks: { label: "Turn" } } };
    server.say({ ...state(8), view, table: { status: "running" }, words });
    const changes = { phase: "over", asks: null, seats: { 2: { pile: 25 } } };
    server.say({
      ...{ ack: id, v: 9, from: 8, base: 8, now: 60_000, watchers: 0, events: [], lines: [] },
      ...{ view: changes, table: { status: "finished" }, words: { view: { asks: null } } },
    });
    const [told, verdict] = heard.slice(-2);
    assert.deepEqual(told[1].view, {
      ...{ phase: "over", asks: null, call: { title: "Battle 1" } },
      seats: [{ seat: 1, pile: 26 }, { seat: 2, pile: 25 }],
    });
    assert.deepEqual(told[1].table, { status: "finished", title: "War" });
    assert.deepEqual(verdict, ["verdict", { command: { act: "flip" }, code: "", text: "" }]);
  });

  test("a heartbeat is answered, and whoever is behind asks for the state", () => {
    const [, server] = load();
    server.open();
    server.sent.length = 0;
    server.say({ beat: { v: 7, now: 50_000, probe: "0123456789abcdef", watchers: 2 } });
    server.say({ beat: { v: 9, now: 50_000 } });
    assert.deepEqual(server.sent, [{ probe: "0123456789abcdef" }, { hello: 7, changes: true }]);
  });

  test("a pong sets the clock by half of the round trip", () => {
    const [socket, server] = load();
    server.open();
    const { ping } = server.sent.find((message) => "ping" in message);
    time.advance(80);
    server.say({ pong: ping, now: 90_000 });
    assert.equal(socket.clock.now(), 90_040);
    assert.deepEqual(heard.at(-1), ["latency", 80]);
    server.say({ pong: ping, now: 1 }); // nobody asked
    assert.equal(socket.clock.now(), 90_040);
  });
});
