// The websocket of a table: commands are kept until they are answered, lost connections come back.
import { Clock } from "../core/clock.js";
import { uuid } from "../core/random.js";

const SILENCE_MS = 12000; // without any message the connection counts as dead
const PING_MS = 5000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 4000;
const DO_NOT_RETRY = new Set([4400, 4403, 4404]); // close codes
const UNDECIDED = new Set(["TRY_AGAIN", "SLOW_DOWN"]); // the same command is sent once more
const RESEND_MS = 1000;

/**
 * @typedef {object} Verdict
 * @property {Protocol.Command | undefined} command absent if it was sent before the page was loaded
 * @property {string} code "" if it was done
 * @property {string} text
 */

/**
 * Events, with their details: "open", "lost", "gone" (do not come back), "state" (Protocol.State),
 * "verdict" (Verdict), "latency" (ms), "beat" (Protocol.Beat).
 */
export class TableSocket extends EventTarget {
  /** @param {string} code @param {number} version of the table that the page shows */
  constructor(code, version) {
    super();
    this.code = code;
    this.version = version;
    this.clock = new Clock();
    this.open = false;
    this.failures = 0;
    this.lastHeard = 0;
    this.pingCount = 0;
    /** @type {Map<number, number>} number of a ping -> when it was sent */
    this.pings = new Map();
    this.storageKey = `warsite:${code}`;
    /** @type {Map<string, Protocol.Command>} by id */
    this.unanswered = this.storedCommands();
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
  }

  storedCommands() {
    try {
      return new Map(JSON.parse(sessionStorage.getItem(this.storageKey) ?? "[]"));
    } catch {
      return new Map();
    }
  }

  storeCommands() {
    try {
      sessionStorage.setItem(this.storageKey, JSON.stringify([...this.unanswered]));
    } catch {
      // private windows may refuse; the command is still held in memory
    }
  }

  /** @param {string} name @param {unknown} [detail] */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  // The connection ------------------------------------------------------------------------

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/table/${this.code}/`);
    socket.addEventListener("open", () => this.opened());
    socket.addEventListener("message", (event) => this.received(event.data));
    socket.addEventListener("close", (event) => socket === this.socket && this.closed(event.code));
    this.socket = socket;
    this.lastHeard = performance.now();
  }

  opened() {
    this.open = true;
    this.lastHeard = performance.now();
    this.transmit({ hello: this.version });
    for (const [id, command] of this.unanswered) this.transmit({ id, ...command });
    this.ping();
    clearInterval(this.pingTimer);
    this.pingTimer = setInterval(() => this.checkAlive(), PING_MS);
    this.emit("open");
  }

  /** @param {number} code */
  closed(code) {
    clearInterval(this.pingTimer);
    clearTimeout(this.retryTimer);
    const wasOpen = this.open;
    this.open = false;
    this.pings.clear();
    if (wasOpen || this.failures === 0) this.emit("lost");
    if (DO_NOT_RETRY.has(code)) {
      this.emit("gone");
      return;
    }
    const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.failures);
    this.failures += 1;
    this.retryTimer = setTimeout(() => this.connect(), longest * (0.5 + Math.random() / 2));
  }

  // The network came back or the page woke up: do not wait out the delay.
  reconnectNow() {
    if (this.open) {
      this.ping();
      return;
    }
    clearTimeout(this.retryTimer);
    if (this.socket?.readyState !== WebSocket.CONNECTING) this.connect();
  }

  checkAlive() {
    if (performance.now() - this.lastHeard <= SILENCE_MS) {
      this.ping();
      return;
    }
    const dead = this.socket;
    this.socket = undefined; // whenever it closes, it is not ours any more
    dead?.close();
    this.closed(1006);
  }

  // What is sent --------------------------------------------------------------------------

  /** @param {object} message */
  transmit(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

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
    this.lastHeard = performance.now();
    /** @type {Protocol.Message} */
    const message = JSON.parse(data);
    if ("pong" in message) this.measured(message.pong, message.now);
    else if ("beat" in message) this.heartbeat(message.beat);
    else if ("ack" in message) this.answered(message.ack);
    else if ("reject" in message) this.answered(message.reject, message.code, message.text);
    else if ("v" in message) this.changed(worded(message, message.words));
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
    this.emit("beat", beat);
    if (beat.v > this.version) this.transmit({ hello: this.version });
  }

  /** @param {string} id */
  answered(id, code = "", text = "") {
    const command = this.unanswered.get(id);
    if (command && UNDECIDED.has(code)) {
      setTimeout(() => this.unanswered.has(id) && this.transmit({ id, ...command }), RESEND_MS);
      return;
    }
    this.unanswered.delete(id);
    this.storeCommands();
    this.emit("verdict", { command, code, text });
  }

  /** @param {Protocol.State} state */
  changed(state) {
    this.failures = 0;
    this.clock.guess(state.now);
    if (state.v < this.version) return;
    this.version = state.v;
    this.emit("state", state);
  }
}

/** What is said in no language, with its words in their places. @template T @param {T} message @param {object} [words] @returns {T} */
function worded(message, words = {}) {
  const joined = /** @type {Record<string, unknown>} */ ({ ...message });
  for (const [key, part] of Object.entries(words)) {
    joined[key] = typeof part === "object" && joined[key] ? worded(joined[key], part) : part;
  }
  return /** @type {T} */ (joined);
}
