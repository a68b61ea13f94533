/** A bot for warsite by websocket, for Node.js 22: plays at many tables at once, and goes on after
 * any restart of the site.
 *
 * WARSITE_TOKEN=warsite_b_... node bot.mjs https://example.org --game ww3 --tables 10 --games 50
 */
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";

const usual = { game: "war", preset: "quick", options: "", tables: "1", games: "1" };
const known = Object.entries(usual).map(([key, text]) => [key, { type: "string", default: text }]);
const asked = parseArgs({ allowPositionals: true, options: Object.fromEntries(known) });
const { positionals: [site], values: { tables, games, ...wish } } = asked;
const headers = { Authorization: `Bearer ${process.env.WARSITE_TOKEN}` };
const DECISIONS = ["target", "fight", "decline", "draw"]; // the rest can wait

/** Asks until there is an answer, which is safe: the same key opens one table. */
async function openTable() {
  const key = { "Content-Type": "application/json", "Idempotency-Key": randomUUID() };
  const body = JSON.stringify({ ...wish, fast: true });
  const order = { method: "POST", headers: { ...headers, ...key }, body };
  for (;;) {
    const answer = await fetch(`${site}/api/v1/tables`, order).catch(() => null); // it restarts
    if (answer?.ok) return answer.json();
    if (answer && ![429, 502, 503, 504].includes(answer.status)) throw Error(await answer.text());
    await pause(1000 * Number(answer?.headers.get("Retry-After") ?? 1));
  }
}

/** Plays until the game is over; `done` is called then. */
function play(table, done) {
  const unanswered = new Map(); // sent again after a cut: the same id counts once
  let socket, over = false, version = 0; // of the table, as far as we know

  function send(message) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }
  function act(name, args) {
    const command = { id: randomUUID(), act: name, ...args };
    unanswered.set(command.id, command);
    send(command);
  }
  function hear(told) {
    if (told.beat) send({ probe: told.beat.probe });
    if (told.beat?.v > version) send({ hello: version });
    const again = ["SLOW_DOWN", "TRY_AGAIN"].includes(told.code);
    if (again) setTimeout(() => unanswered.forEach(send), 1000);
    else unanswered.delete(told.ack ?? told.reject);
    if (!told.table) return;
    version = told.v;
    const choices = told.words.view?.asks?.choices ?? [];
    const choice = choices.find((one) => DECISIONS.includes(one.act));
    if (choice) act(choice.act, choice.args);
    over = told.table.status === "finished";
    if (over) socket.close();
  }
  function connect() {
    socket = new WebSocket(`${site.replace("http", "ws")}/ws/table/${table.code}/`, { headers });
    socket.onopen = () => [{ hello: version }, ...unanswered.values()].forEach(send);
    socket.onmessage = ({ data }) => hear(JSON.parse(data));
    socket.onclose = socket.onerror = ({ code, reason }) => {
      socket.onclose = socket.onerror = null; // a connection that fails has one of them, or both
      if (over) done(console.log(table.code));
      else if (code === 4401 || code === 4404) throw Error(reason); // for good
      else setTimeout(connect, 1000);
    };
  }
  connect();
  for (let n = table.seats.length; n < table.players; n++) act("bot", { level: "general" });
  act("ready", { entropy: randomBytes(16).toString("hex") });
  act("auto", { on: true }); // for all that needs no decision
}

let left = Number(games);
for (let table = 0; table < Number(tables); table++) {
  (async () => {
    while (left-- > 0) await openTable().then((one) => new Promise((done) => play(one, done)));
  })();
}
