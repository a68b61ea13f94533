// The websocket of a table: commands are kept until they are answered, lost connections come back.
import { Clock } from "../core/clock.js";
import { Connection } from "../core/connection.js";
import { uuid } from "../core/random.js";
import { tab } from "../core/storage.js";
import { spread, SUBSCRIPTION } from "../player/line.js";

const UNDECIDED = new Set(["TRY_AGAIN", "SLOW_DOWN"]); // the same command is sent once more
const RESEND_MS = 1000;
const SILENT_MS = 10_000; // if it is still unknown then whether it was done, the page says so

/**
 * @typedef {object} Verdict
 * @property {Protocol.Command | undefined} command absent if it was sent before the page was loaded
 * @property {string} code "" if it was done
 * @property {string} text
 */

/**
 * Events, with their details: "open", "lost", "gone" (do not come back), "state" (Protocol.State),
 * "verdict" (Verdict), "latency" (ms), "beat" (Protocol.Beat), "chat" (Protocol.ChatFrame).
 */
export class TableSocket extends Connection {
  /** @param {string} code @param {number} version of the table that the page shows */
  constructor(code, version) {
    super(`/ws/table/${code}/`);
    this.version = version;
    this.clock = new Clock(); // of the game
    this.serverClock = new Clock(); // known from the first beat on, which comes before the chat
    this.pingCount = 0;
    /** @type {Map<number, number>} number of a ping -> when it was sent */
    this.pings = new Map();
    this.storageKey = `warsite:${code}`;
    /** @type {() => object | undefined} the last lines of the chat, if the page has one */
    this.chatKnown = () => undefined;
    /** @type {Map<string, Protocol.Command>} by id */
    this.unanswered = new Map(tab.read(this.storageKey, []));
    /** @type {Map<string, number>} id of a command -> when it was first unknown whether it was done */
    this.unknownSince = new Map();
    /** @type {Protocol.State | undefined} the last one, as it was sent */
    this.state = undefined;
  }

  storeCommands() {
    tab.write(this.storageKey, [...this.unanswered]);
  }

  greet() {
    this.hello();
    for (const [id, command] of this.unanswered) this.transmit({ id, ...command });
    this.ping();
  }

  /** Everything after what the page knows. */
  hello() {
    const me = document.querySelector("[data-bell]") ? SUBSCRIPTION : undefined;
    this.transmit({ hello: this.version, changes: true, me, chat: this.chatKnown() });
  }

  /** @param {number} code */
  closed(code) {
    this.pings.clear();
    super.closed(code);
  }

  // What is sent --------------------------------------------------------------------------

  ping() {
    this.pingCount += 1;
    this.pings.set(this.pingCount, performance.now());
    this.transmit({ ping: this.pingCount });
  }

  /** Answered by exactly one "verdict". @param {string} act @param {object} [args] */
  send(act, args = {}) {
    const id = uuid();
    const command = { act, ...args };
    this.unanswered.set(id, command);
    this.storeCommands();
    this.transmit({ id, ...command });
  }

  // What comes in -------------------------------------------------------------------------

  /** @param {string} data */
  received(data) {
    /** @type {Protocol.Message} */
    const message = JSON.parse(data);
    if ("pong" in message) this.measured(message.pong, message.now);
    else if ("beat" in message) this.heartbeat(message.beat);
    else if ("reject" in message) this.answered(message.reject, message.code, message.text);
    else if ("chat" in message) this.emit("chat", message.chat);
    else if ("me" in message || "calls" in message) spread(message);
    else if ("from" in message) this.changed(message);
    if ("ack" in message && message.ack) this.answered(message.ack);
  }

  /** @param {number} ping @param {number} now */
  measured(ping, now) {
    const sent = this.pings.get(ping);
    if (sent === undefined) return;
    this.pings.delete(ping);
    this.clock.pong(sent, now);
    this.emit("latency", this.clock.rtt);
  }

  /** @param {Protocol.Beat} beat */
  heartbeat(beat) {
    if ("probe" in beat) this.transmit({ probe: beat.probe });
    this.clock.guess(beat.now);
    this.serverClock.guess(beat.time);
    this.emit("beat", beat);
    if (beat.v > this.version) this.hello();
  }

  /** @param {string} id */
  answered(id, code = "", text = "") {
    const command = this.unanswered.get(id);
    if (command && this.isUndecided(id, command, code)) {
      setTimeout(() => this.unanswered.has(id) && this.transmit({ id, ...command }), RESEND_MS);
      return;
    }
    this.unanswered.delete(id);
    this.unknownSince.delete(id);
    this.storeCommands();
    this.emit("verdict", { command, code, text });
  }

  /**
   * Whether to send the same command once more, without a word.
   * @param {string} id @param {Protocol.Command} command @param {string} code
   */
  isUndecided(id, command, code) {
    if (!UNDECIDED.has(code) || (command.act === "say" && code === "SLOW_DOWN")) return false;
    if (code !== "TRY_AGAIN") return true;
    const since = this.unknownSince.get(id) ?? performance.now();
    this.unknownSince.set(id, since);
    return performance.now() - since < SILENT_MS;
  }

  /** @param {Protocol.State | Protocol.Difference} message */
  changed(message) {
    this.failures = 0;
    this.clock.guess(message.now);
    const state = "base" in message ? this.state && whole(this.state, message) : message;
    this.state = state;
    if (!state || state.v < this.version) return;
    this.version = state.v;
    this.emit("state", worded(state, state.words));
  }
}

/** A state after a difference. @param {Protocol.State} state @param {Protocol.Difference} changes @returns {Protocol.State} */
function whole(state, changes) {
  const { seats, ...fields } = changes.view;
  const view = /** @type {Protocol.View} */ ({ ...state.view, ...fields });
  if (seats) view.seats = view.seats.map((row) => ({ ...row, ...seats[row.seat] }));
  const words = { view: { ...state.words?.view, ...changes.words?.view }, table: changes.words?.table ?? state.words?.table };
  for (const [key, text] of Object.entries(words.view)) if (text === null) delete words.view[key];
  return { ...state, ...changes, view, table: { ...state.table, ...changes.table }, words };
}

/** What is said in no language, with its words in their places. @template T @param {T} message @param {object} [words] @returns {T} */
function worded(message, words = {}) {
  const joined = /** @type {Record<string, unknown>} */ ({ ...message });
  for (const [key, part] of Object.entries(words)) {
    joined[key] = typeof part === "object" && joined[key] ? worded(joined[key], part) : part;
  }
  return /** @type {T} */ (joined);
}
