// The edges of a browser that the tested modules touch: time, storage, a websocket.
import { mock } from "node:test";

const WORDS = {
  Seat: "Seat {seat}",
  copied: "Copied.",
  "copy-by-hand": "Your browser refused. Copy this:",
  "no-sound": "This browser plays no sounds right now.",
  "notifications-refused": "Your browser allows no notifications from this site.",
  offline: "No connection. Try again in a moment.",
  card: "{rank} of {suit}",
  "ends-in": [
    "The game ends in {count} minute and is scored as it stands then.",
    "The game ends in {count} minutes and is scored as it stands then.",
  ],
  "face-down-cards": ["face-down card", "{count} face-down cards"],
  looking: "Looking for players: {kinds}",
  "new-notices": ["{count} new notice", "{count} new notices"],
  ordinals: "1st,2nd,3rd,4th",
  out: "out",
  "players-found": "Players were found.",
  "still-there": "Are you still looking for players?",
  "out-place": "out, {place}",
  pot: "Pot",
  centre: "Centre",
  ranks: "2,3,4,5,6,7,8,9,10,jack,queen,king,ace,joker",
  space: "Space",
  suits: "clubs,diamonds,hearts,spades",
  wars: ["{count} war", "{count} wars"],
};
const PAGE = { words: { plural: `10${"1".repeat(198)}`, words: WORDS } };
/** A page with the words of the tested modules, as the server writes them. */
globalThis.document = {
  documentElement: { dataset: {} },
  querySelector: () => null,
  getElementById: (id) => (id in PAGE ? { textContent: JSON.stringify(PAGE[id]) } : null),
};
globalThis.matchMedia = () => ({ matches: true });

/** Time stands still until `advance`. */
export class Time {
  constructor() {
    this.ms = 10_000;
    mock.method(performance, "now", () => this.ms);
    mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  }

  /** Millisecond by millisecond, so that timers see the moment they are due at. */
  advance(ms) {
    for (let step = 0; step < ms; step += 1) {
      this.ms += 1;
      mock.timers.tick(1);
    }
  }

  restore() {
    mock.timers.reset();
    mock.restoreAll();
  }
}

export class Storage {
  constructor() {
    this.values = new Map();
  }

  getItem(key) {
    return this.values.get(key) ?? null;
  }

  setItem(key, value) {
    this.values.set(key, String(value));
  }

  removeItem(key) {
    this.values.delete(key);
  }
}

/** The other end is the test: it opens, speaks and hangs up. */
export class WebSocketEnd extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  static all = [];

  constructor(address) {
    super();
    this.address = address;
    this.readyState = WebSocketEnd.CONNECTING;
    this.sent = [];
    WebSocketEnd.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = WebSocketEnd.CLOSED;
  }

  open() {
    this.readyState = WebSocketEnd.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  say(message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }

  hangUp(code = 1006) {
    this.readyState = WebSocketEnd.CLOSED;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

/** The commands among what was sent. */
export function commands(socket) {
  return socket.sent.filter((message) => "act" in message);
}
