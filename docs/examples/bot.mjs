/** A bot for warsite by websocket, for Node.js 22: plays at many tables at once, and goes on after
 * any restart of the site.
 *
 * WARSITE_TOKEN=warsite_b_... node bot.mjs https://example.org --game ww3 --tables 10 --games 50
 *
 * @typedef {import("./warsite.d.ts").Message} Message what a table tells
 * @typedef {import("./warsite.d.ts").State} State
 * @typedef {import("./warsite.d.ts").Command} Command what it is told
 * @typedef {{code: string, players: number, seats: object[]}} Table
 */
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";

const usual = { game: "war", preset: "quick", options: "", tables: "1", games: "1" };
const known = Object.entries(usual).map(([key, text]) => [key, { type: "string", default: text }]);
const asked = parseArgs({ allowPositionals: true, options: Object.fromEntries(known) });
const [site] = asked.positionals;
const { tables, games, ...wish } = /** @type {typeof usual} */ (asked.values);
const headers = { Authorization: `Bearer ${process.env.WARSITE_TOKEN}` };
const DECISIONS = ["target", "fight", "decline", "draw"]; // the rest can wait
const AGAIN = ["SLOW_DOWN", "TRY_AGAIN"];
const { $defs } = await ask(`/api/v1/rules/${wish.game}/schema`);
const playsItself = Object.keys($defs).some((name) => name.endsWith("AutoCommand"));

/** Asks until there is an answer. @param {string} path @param {RequestInit} order @returns {Promise<any>} */
async function ask(path, order = { headers }) {
  for (;;) {
    const answer = await fetch(site + path, order).catch(() => null); // it restarts
    const told = answer?.ok ? await answer.json().catch(() => null) : null;
    if (told) return told;
    if (answer && ![200, 201, 429, 502, 503, 504].includes(answer.status)) throw Error(await answer.text());
    await pause(1000 * Number(answer?.headers.get("Retry-After") ?? 1));
  }
}

/** Asking again is safe: the same key opens one table. @returns {Promise<Table>} */
async function openTable() {
  const key = { "Content-Type": "application/json", "Idempotency-Key": randomUUID() };
  const body = JSON.stringify({ ...wish, fast: true });
  return ask("/api/v1/tables", { method: "POST", headers: { ...headers, ...key }, body });
}

/** Plays until the game is over; `done` is called then. @param {Table} table @param {() => void} done */
function play(table, done) {
  /** @type {Map<string, object>} */
  const unanswered = new Map(); // sent again after a cut: the same id counts once
  let over = false, version = 0; // of the table, as far as we know
  /** @type {WebSocket} */
  let socket;

  /** @param {object} message */
  function send(message) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }
  /** @param {Command["act"]} name @param {object} args */
  function act(name, args) {
    const command = { id: randomUUID(), act: name, ...args };
    unanswered.set(command.id, command);
    send(command);
  }
  /** @param {Message} told */
  function hear(told) {
    if ("beat" in told) {
      send({ probe: told.beat.probe });
      if (told.beat.v > version) send({ hello: version });
    }
    if ("reject" in told && AGAIN.includes(told.code)) setTimeout(() => unanswered.forEach(send), 1000);
    else if ("reject" in told) unanswered.delete(told.reject);
    if ("ack" in told && told.ack) unanswered.delete(told.ack);
    if ("view" in told && !("base" in told)) see(told);
  }
  /** @param {State} told */
  function see(told) {
    version = told.v;
    const asks = told.words.view?.asks;
    const choices = asks && "choices" in asks ? (asks.choices ?? []) : [];
    const choice = choices.find((one) => DECISIONS.includes(one.act));
    if (choice) act(/** @type {Command["act"]} */ (choice.act), choice.args);
    over = told.table.status === "finished";
    if (over) socket.close();
  }
  function connect() {
    const address = `${site.replace("http", "ws")}/ws/table/${table.code}/`;
    socket = new WebSocket(address, /** @type {any} */ ({ headers }));
    socket.onopen = () => [{ hello: version }, ...unanswered.values()].forEach(send);
    socket.onmessage = ({ data }) => hear(JSON.parse(data));
    socket.onclose = socket.onerror = (/** @type {any} */ { code, reason }) => {
      socket.onclose = socket.onerror = null; // a connection that fails has one of them, or both
      if (over) {
        console.log(table.code);
        done();
      } else if (code === 4401 || code === 4404) throw Error(reason); // for good
      else setTimeout(connect, 1000);
    };
  }
  connect();
  for (let n = table.seats.length; n < table.players; n++) act("bot", { level: "general" });
  act("ready", { entropy: randomBytes(16).toString("hex") });
  if (playsItself) act("auto", { on: true }); // for all that needs no decision
}

/** @param {Table} table @returns {Promise<void>} */
function playToTheEnd(table) {
  return new Promise((done) => {
    play(table, done);
  });
}

let left = Number(games);
for (let table = 0; table < Number(tables); table++) {
  (async () => {
    while (left-- > 0) await openTable().then(playToTheEnd);
  })();
}
