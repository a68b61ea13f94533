// A websocket that comes back when it is lost.
const CHECK_MS = 5000;
const FIRST_RETRY_MS = 250;
const ATTEMPT_MS = 8000; // a handshake that takes longer never ends: some networks swallow it
const FRESH_MS = 1000; // an attempt younger than this goes on when the page wakes up

const SIGNED_OUT = 4401;

const isSignedIn = () => document.querySelector("[data-bell]") !== null;

/** Events: "open", "lost", "gone" (do not come back), "message". */
export class Connection extends EventTarget {
  silenceMs = 12000; // without any message the connection counts as dead
  longestRetryMs = 4000;
  answerMs = 2000; // after waking up something is heard within this, or the connection is dead
  final = new Set([4400, 4403, 4404]); // close codes after which it does not come back

  /** @param {string} path */
  constructor(path) {
    super();
    this.path = path;
    this.open = false;
    this.failures = 0;
    this.lastHeard = 0;
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
  }

  /** @param {string} name @param {unknown} [detail] */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    socket.addEventListener("open", () => socket === this.socket && this.opened());
    socket.addEventListener("message", (event) => {
      this.lastHeard = performance.now();
      this.received(event.data);
    });
    socket.addEventListener("close", (event) => socket === this.socket && this.closed(event.code));
    this.socket = socket;
    this.lastHeard = performance.now();
    clearTimeout(this.attemptTimer);
    this.attemptTimer = setTimeout(() => this.abandon(), ATTEMPT_MS);
  }

  opened() {
    this.open = true;
    clearTimeout(this.attemptTimer);
    this.lastHeard = performance.now();
    this.greet();
    clearInterval(this.checkTimer);
    this.checkTimer = setInterval(() => this.checkAlive(), CHECK_MS);
    this.emit("open");
  }

  // What some connections do.
  greet() {}
  ping() {}

  /** @param {string} data */
  received(data) {
    this.emit("message", JSON.parse(data));
  }

  /** @param {number} code */
  closed(code) {
    clearInterval(this.checkTimer);
    clearTimeout(this.retryTimer);
    clearTimeout(this.attemptTimer);
    clearTimeout(this.answerTimer);
    const wasOpen = this.open;
    this.open = false;
    if (wasOpen || this.failures === 0) this.emit("lost");
    if (code === SIGNED_OUT && isSignedIn()) {
      location.reload(); // the page tells why, if there is more to tell
      return;
    }
    if (this.final.has(code)) {
      this.emit("gone");
      return;
    }
    const longest = Math.min(this.longestRetryMs, FIRST_RETRY_MS * 2 ** this.failures);
    this.failures += 1;
    this.retryTimer = setTimeout(() => this.connect(), longest * (0.5 + Math.random() / 2));
  }

  // The network came back or the page woke up: do not wait out the delay. Clocks stand still while a
  // machine sleeps, so a connection that looks fresh may have ended long ago.
  reconnectNow() {
    const now = performance.now();
    if (this.open) {
      this.ping();
      clearTimeout(this.answerTimer);
      this.answerTimer = setTimeout(() => this.lastHeard < now && this.abandon(), this.answerMs);
      return;
    }
    clearTimeout(this.retryTimer);
    if (this.socket?.readyState === WebSocket.CONNECTING && now - this.lastHeard < FRESH_MS) return;
    this.leave();
    this.connect();
  }

  /** Come back at once when the network does, or the page. */
  watchPage() {
    addEventListener("online", () => this.reconnectNow());
    addEventListener("pageshow", (event) => event.persisted && this.reconnectNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.reconnectNow());
  }

  checkAlive() {
    if (performance.now() - this.lastHeard <= this.silenceMs) this.ping();
    else this.abandon();
  }

  /** Give this socket up and try again. */
  abandon() {
    this.leave();
    this.closed(1006);
  }

  leave() {
    const dead = this.socket;
    this.socket = undefined; // whenever it closes, it is not ours any more
    dead?.close();
  }

  /** @param {object} message */
  transmit(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
