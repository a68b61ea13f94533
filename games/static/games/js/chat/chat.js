// The chat of a table: a tab beside the moves, quick words, and what one person does not want to read of another.
import { byId, find, hitButton, localTime } from "../core/dom.js";
import { change, settings } from "../core/settings.js";
import { play } from "../player/sound.js";
import { t } from "../core/words.js";
import { bubble } from "./bubble.js";
import { known, merged, muteAt, mutedAt, parts } from "./lines.js";

const GAP_MS = 2000; // at most one announcement in this time
const RECENT_MS = 20000; // what was said before shows no more at a seat when somebody comes back
const LONGEST_MS = 86400000; // of a timer; whoever is muted for longer reloads the page before

/** The button of a quick word has it in the reader's language, and the sign of a sign. @param {string} quick */
const buttonOf = (quick) => find("chat-quick").querySelector(`button[value="${CSS.escape(quick)}"]`);

/** @param {string} quick */
function quickWords(quick) {
  const words = document.createElement("span");
  words.className = "quick-said";
  for (const node of buttonOf(quick)?.childNodes ?? []) words.append(node.cloneNode(true));
  return words;
}

/** @param {Protocol.Said} line */
const wordsOf = ({ text, quick }) => text ?? buttonOf(quick ?? "")?.textContent?.trim() ?? "";

/** @param {string} text */
function isolated(text) {
  const element = document.createElement("bdi");
  element.dir = "auto";
  element.textContent = text;
  return element;
}

/** @param {string} text */
function written(text) {
  const element = isolated("");
  for (const part of parts(text)) {
    if (!part.href) {
      element.append(part.text);
      continue;
    }
    const link = document.createElement("a");
    link.href = part.href;
    link.target = "_blank";
    link.textContent = part.text;
    element.append(link);
  }
  return element;
}

/** @param {Protocol.Said} line @param {string} key @param {string} address by which it is reported */
function lineElement(line, key, address) {
  const item = document.createElement("li");
  item.dataset.key = key;
  item.dataset.line = address;
  const who = document.createElement("button");
  who.type = "button";
  who.value = line.who;
  who.className = "name who-said";
  who.dataset.person = "";
  who.ariaHasPopup = "dialog";
  who.append(isolated(line.who));
  const said = document.createElement("span");
  if (line.quick) said.append(quickWords(line.quick));
  else said.append(written(line.text ?? ""));
  item.append(who, " ", said);
  return item;
}

export class Chat {
  /**
   * @param {Protocol.Table} table @param {import("../table/socket.js").TableSocket} socket
   * @param {import("../table/announcer.js").Announcer} announcer
   */
  constructor(table, socket, announcer) {
    this.table = table;
    this.socket = socket;
    this.announcer = announcer;
    /** @type {Record<string, Protocol.Said[]>} by room; a room that cannot be read is missing */
    this.rooms = {};
    this.room = "";
    this.unread = 0;
    /** @type {string[]} */
    this.heard = []; // not announced yet
    this.timer = 0;
    /** @type {Element | null} where the focus was before */
    this.cameFrom = null;
    this.muted = mutedAt(table.code);
    /** @type {{until: number | null} | undefined} a sanction: this player may not write */
    this.sanction = undefined;
    this.sanctionTimer = 0;
    this.panel = find("chat");
    this.tab = byId("tab-chat");
    this.key = find("bar-chat");
    this.list = find("chat-lines");
    this.field = /** @type {HTMLInputElement} */ (find("chat-text"));
    this.listen();
    this.draw();
  }

  listen() {
    this.socket.chatKnown = () => this.known;
    this.socket.addEventListener("chat", (event) => {
      this.receive(/** @type {CustomEvent<Protocol.ChatFrame>} */ (event).detail);
    });
    this.socket.addEventListener("beat", () => this.awaitEnd());
    document.addEventListener("me", (event) => this.sanctioned(/** @type {CustomEvent} */ (event).detail.sanctions));
    this.socket.addEventListener("verdict", (event) => {
      const { command, text } = /** @type {CustomEvent<import("../table/socket.js").Verdict>} */ (event).detail;
      if (command?.act === "say") this.judged(command, text);
    });
    find("chat-form").addEventListener("submit", (event) => this.send(event));
    find("chat-quick").addEventListener("click", (event) => {
      const button = hitButton(event);
      if (button) this.socket.send("say", { room: this.room, quick: button.value });
      if (event.detail) button?.blur(); // by a pointer: the space bar means the game again
    });
    find("chat-rooms").addEventListener("click", (event) => this.choose(hitButton(event)?.value));
    find("chat-unmute").addEventListener("click", () => this.hide([]));
    const hidden = /** @type {HTMLInputElement} */ (find("chat-hidden"));
    hidden.checked = settings.chat_hidden;
    hidden.addEventListener("change", () => {
      change({ chat_hidden: hidden.checked });
      this.start();
    });
    document.addEventListener("mute-here", (event) => {
      this.hide([...new Set([...this.muted, /** @type {CustomEvent<string>} */ (event).detail])]);
    });
    document.addEventListener("relation", () => this.start());
    this.tab.addEventListener("click", () => this.read());
    this.key.addEventListener("click", () => this.overlay(!("sheet" in this.panel.dataset)));
    find("chat-close").addEventListener("click", () => this.overlay(false));
    document.addEventListener("pointerdown", ({ target }) => {
      const isOutside = target instanceof Element && !target.closest("[data-chat], [data-bar-chat], dialog");
      if (isOutside) this.overlay(false);
    });
    this.panel.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.leave();
    });
  }

  /** What the server needs to know to send the rest; nothing, if the chat is hidden. */
  get known() {
    return settings.chat_hidden ? undefined : known(this.rooms);
  }

  /** From the beginning: somebody was muted, or the chat is shown again. */
  start() {
    this.rooms = {};
    this.draw();
    if (!settings.chat_hidden && this.socket.open) this.socket.hello();
  }

  // What is said --------------------------------------------------------------------------

  /** @param {Event} event */
  send(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (!text || !this.room) return;
    this.socket.send("say", { room: this.room, text });
    this.field.value = "";
  }

  /** @param {Protocol.Command} command @param {string} text why not; "" if it was said */
  judged(command, text) {
    find("chat-refusal").textContent = text;
    if (!text && command.quick) this.overlay(false); // the board again
    if (text && typeof command.text === "string") this.field.value ||= command.text;
  }

  /** @param {Protocol.ChatFrame} frame */
  receive(frame) {
    const { room, from } = frame;
    const isNew = room in this.rooms && from > 0;
    const lines = settings.chat_hidden ? [] : frame.lines.filter((line) => this.isShown(line));
    this.rooms[room] = merged(this.rooms[room] ?? [], frame);
    if (!this.room || !(this.room in this.rooms)) this.room = room;
    if (isNew || (from === 0 && this.rooms[room].length === 1)) this.tell(room, lines);
    this.draw();
  }

  /** @param {string} room @param {Protocol.Said[]} lines */
  tell(room, lines) {
    const others = lines.filter((line) => line.who !== this.myName);
    if (!this.isRead || room !== this.room) this.unread += others.length;
    for (const line of lines) {
      const seat = this.table.seats.find(({ name }) => name === line.who);
      const isRecent = this.socket.serverClock.now() - line.c < RECENT_MS;
      if (line.quick && isRecent && seat && room === "seats") bubble(find("felt"), seat.number, quickWords(line.quick));
    }
    this.heard.push(...others.map((line) => t("chat-line", { name: line.who, words: wordsOf(line) })));
    if (others.length) play("chat");
    if (this.heard.length) this.timer ||= setTimeout(() => this.announce(), GAP_MS);
  }

  announce() {
    this.timer = 0;
    this.announcer.note(this.heard.join(" "), true);
    this.heard = [];
  }

  get myName() {
    return this.table.seats.find((seat) => seat.you)?.name ?? this.panel.dataset.me ?? "";
  }

  /** @param {Protocol.Said} line */
  isShown(line) {
    return !this.muted.includes(line.who);
  }

  /** At this table only, in this browser. @param {string[]} names */
  hide(names) {
    this.muted = names;
    muteAt(this.table.code, names);
    this.draw();
  }

  /** @param {Protocol.Sanction[]} sanctions */
  sanctioned(sanctions) {
    this.sanction = sanctions.find(({ kind }) => kind === "mute");
    this.awaitEnd();
    this.draw();
  }

  /** Nothing tells that a sanction ends by its time, which is the server's. */
  awaitEnd() {
    clearTimeout(this.sanctionTimer);
    const left = (this.sanction?.until ?? Infinity) - this.socket.serverClock.now();
    if (left < LONGEST_MS) this.sanctionTimer = setTimeout(() => this.sanctioned([]), left);
  }

  // The panel -----------------------------------------------------------------------------

  get isRead() {
    return !this.panel.hidden && !document.hidden && !settings.chat_hidden;
  }

  /** The field takes the focus, and gives it back with Escape. */
  open() {
    this.cameFrom = document.activeElement;
    this.tab.click();
    if (!this.field.closest("[hidden]") && !this.field.matches(":disabled")) this.field.focus();
    else this.panel.focus();
  }

  /** On a phone the chat lies over the bar, so that the board stays in sight. @param {boolean} isOpen */
  overlay(isOpen) {
    if (isOpen === "sheet" in this.panel.dataset) return;
    this.panel.toggleAttribute("data-sheet", isOpen);
    this.key.ariaExpanded = String(isOpen);
    if (!isOpen) return this.key.focus({ preventScroll: true });
    this.cameFrom = this.key;
    this.tab.click();
    this.panel.focus({ preventScroll: true });
    this.list.scrollTop = this.list.scrollHeight;
  }

  leave() {
    this.overlay(false);
    if (this.cameFrom instanceof HTMLElement && this.cameFrom.isConnected && this.cameFrom !== document.body) {
      this.cameFrom.focus();
    } else if (document.activeElement instanceof HTMLElement) {
      document.activeElement.blur();
    }
  }

  read() {
    this.unread = 0;
    this.draw();
  }

  /** @param {string | undefined} room */
  choose(room) {
    if (!room || !(room in this.rooms)) return;
    this.room = room;
    this.read();
  }

  /** @param {Protocol.Table} table */
  changed(table) {
    const was = this.table;
    this.table = table;
    const me = table.seats.find((seat) => seat.you)?.number;
    if (me !== was.seats.find((seat) => seat.you)?.number) {
      this.room = "";
      this.start(); // other rooms are ours now
    } else if (table.status !== was.status) this.draw();
  }

  draw() {
    if (this.isRead) this.unread = 0;
    const { chat_hidden: hidden } = settings;
    find("chat-body").hidden = hidden;
    find("chat-off").hidden = !hidden;
    for (const name of ["chat-unread", "bar-unread"]) find(name).textContent = this.unread ? String(this.unread) : "";
    find("chat-unread-words").textContent = this.unread ? t("unread", { count: this.unread }) : "";
    this.drawRooms();
    const lines = (this.rooms[this.room] ?? []).filter((line) => this.isShown(line));
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    this.drawLines(lines);
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
    find("chat-muted").hidden = !this.muted.length;
    find("chat-muted-names").textContent = this.muted.join(", ");
    this.drawPen();
  }

  drawRooms() {
    const group = find("chat-rooms");
    group.hidden = Object.keys(this.rooms).length < 2;
    for (const button of group.querySelectorAll("button")) {
      button.ariaPressed = String(button.value === this.room);
    }
  }

  /** Old lines stay the same elements: nobody loses the place they read. @param {Protocol.Said[]} lines */
  drawLines(lines) {
    const name = (/** @type {Protocol.Said} */ { c, who }) => `${this.room} ${c} ${who}`;
    const wanted = new Set(lines.map(name));
    const drawn = new Set();
    for (const item of [...this.list.children]) {
      const key = item.getAttribute("data-key") ?? "";
      if (wanted.has(key)) drawn.add(key);
      else item.remove();
    }
    for (const line of lines) {
      if (drawn.has(name(line))) continue;
      this.list.append(lineElement(line, name(line), `${this.table.code}.${this.room}.${line.c}`));
    }
  }

  /** What can be written here, or why nothing. */
  drawPen() {
    const { chat, rated, arranged, status, private: isPrivate } = this.table;
    const { guest } = this.panel.dataset;
    const isOver = status === "finished" || status === "aborted";
    const isQuick = chat === "quick" || ((rated || arranged) && !isOver);
    const isSignedIn = Boolean(this.panel.dataset.me);
    const canSay = isSignedIn && this.room in this.rooms;
    const canWrite = canSay && !isQuick && !settings.quiet && (guest === undefined || isPrivate);
    find("chat-form").hidden = !canWrite;
    find("chat-quick").hidden = !canSay;
    const pen = /** @type {HTMLFieldSetElement} */ (find("chat-pen"));
    pen.disabled = Boolean(this.sanction);
    find("chat-why").hidden = !this.sanction;
    find("chat-note").textContent = this.note({ isSignedIn, canSay, canWrite, isQuick });
  }

  /** @param {{isSignedIn: boolean, canSay: boolean, canWrite: boolean, isQuick: boolean}} what */
  note({ isSignedIn, canSay, canWrite, isQuick }) {
    const isOver = this.table.status === "finished" || this.table.status === "aborted";
    if (!isSignedIn) return t("chat-sign-in");
    if (this.sanction) return this.sanction.until ? t("chat-muted-until", { time: localTime(this.sanction.until) }) : t("chat-muted");
    if (!canSay) return this.table.rated || this.table.arranged ? t("chat-later") : "";
    if (!canWrite && isQuick) return this.table.chat === "quick" ? t("chat-quick-only") : t("chat-quick-now");
    if (!canWrite) return settings.quiet ? t("chat-quiet") : t("chat-accounts");
    if (this.room === "seats") return t("chat-players-read");
    return isOver ? t("chat-all-read") : t("chat-spectators-read");
  }
}
