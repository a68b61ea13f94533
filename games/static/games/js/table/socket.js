// The line to the table: commands with ids kept until answered, resume, heartbeat watch.
import { Clock } from "../core/clock.js";

const SILENCE_MS = 12000;
const PING_MS = 5000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;
const FINAL = new Set([4400, 4403, 4404]);
const AGAIN = new Set(["TRY_AGAIN", "SLOW_DOWN"]); // not decided: the same command once more
const AGAIN_MS = 1000;

function newId() {
  if (crypto.randomUUID) return crypto.randomUUID(); // not offered over plain http
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export class Line extends EventTarget {
  constructor(code, version) {
    super();
    this.code = code;
    this.version = version;
    this.clock = new Clock();
    this.tries = 0;
    this.pings = new Map();
    this.pingNumber = 0;
    this.open = false;
    this.store = `warsite:${code}`;
    this.waiting = this.restore();
  }

  restore() {
    try {
      return new Map(JSON.parse(sessionStorage.getItem(this.store) ?? "[]"));
    } catch {
      return new Map();
    }
  }

  keep() {
    try {
      sessionStorage.setItem(this.store, JSON.stringify([...this.waiting]));
    } catch {
      // private windows may refuse; the command is still held in memory
    }
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws/table/${this.code}/`);
    this.socket.addEventListener("open", () => this.opened());
    this.socket.addEventListener("message", (event) => this.received(event.data));
    this.socket.addEventListener("close", (event) => this.closed(event.code));
    this.heard = performance.now();
  }

  opened() {
    this.open = true;
    this.heard = performance.now();
    this.raw({ hello: this.version });
    for (const [id, command] of this.waiting) this.raw({ id, ...command });
    this.ping();
    clearInterval(this.beating);
    this.beating = setInterval(() => this.watch(), PING_MS);
    this.tell("open");
  }

  closed(code) {
    clearInterval(this.beating);
    const was = this.open;
    this.open = false;
    this.pings.clear();
    if (was || this.tries === 0) this.tell("lost", { code });
    if (FINAL.has(code)) {
      this.tell("final", { code });
      return;
    }
    const ceiling = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.tries);
    this.tries += 1;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), ceiling * (0.5 + Math.random() / 2));
  }

  // The network came back or the page woke up: do not wait out the delay.
  hurry() {
    if (this.open) {
      this.ping();
      return;
    }
    clearTimeout(this.retry);
    if (this.socket?.readyState !== WebSocket.CONNECTING) this.connect();
  }

  watch() {
    if (performance.now() - this.heard > SILENCE_MS) {
      this.socket.close();
      this.closed(1006);
      return;
    }
    this.ping();
  }

  ping() {
    this.pingNumber += 1;
    this.pings.set(this.pingNumber, performance.now());
    this.raw({ ping: this.pingNumber });
  }

  raw(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // Returns the command's id; the verdict comes as "verdict" with {id, code?, text?}.
  send(act, args = {}) {
    const id = newId();
    const command = { act, ...args };
    this.waiting.set(id, command);
    this.keep();
    this.raw({ id, ...command });
    return id;
  }

  received(data) {
    this.heard = performance.now();
    const message = JSON.parse(data);
    if ("pong" in message) this.ponged(message);
    else if ("beat" in message) this.beat(message.beat);
    else if ("ack" in message) this.answered(message.ack, message);
    else if ("reject" in message) this.answered(message.reject, message);
    else if ("error" in message) this.tell("refused", message);
    else if ("v" in message) this.truth(message);
  }

  ponged(message) {
    const sent = this.pings.get(message.pong);
    if (sent === undefined) return;
    this.pings.delete(message.pong);
    this.clock.pong(sent, message.now);
    this.tell("latency", { ms: this.clock.rtt });
  }

  beat(beat) {
    if ("probe" in beat) this.raw({ probe: beat.probe });
    this.clock.guess(beat.now);
    this.tell("beat", beat);
    if (beat.v > this.version) this.raw({ hello: this.version });
  }

  answered(id, message) {
    const command = this.waiting.get(id);
    if (command && AGAIN.has(message.code)) {
      setTimeout(() => this.waiting.has(id) && this.raw({ id, ...command }), AGAIN_MS);
      return;
    }
    this.waiting.delete(id);
    this.keep();
    this.tell("verdict", { id, command, code: message.code ?? "", text: message.text ?? "" });
  }

  truth(message) {
    this.tries = 0;
    this.clock.guess(message.now);
    if (message.v < this.version) return;
    this.version = message.v;
    this.tell("truth", message);
  }
}
