// The replay: plays a recording on the felt of the table.  Fed by the addresses in #meta alone.
import { h } from "../../vendor/preact.js";
import { drawChart, drawShares } from "../core/card_share.js";
import { lengthWords, spellCards } from "../core/card_words.js";
import { copy } from "../core/copying.js";
import { byId, embedded, find, hit, pressedKey } from "../core/dom.js";
import { draw } from "../core/draw.js";
import { toast } from "../core/toast.js";
import { t } from "../core/words.js";
import { addressForOthers, leadTo, notePlace, placeAddress } from "./addresses.js";
import { Chances } from "./chances.js";
import { drawMarks } from "./marks.js";
import { Moves } from "./moves.js";
import { Playback } from "./playback.js";
import { ALL, Recording } from "./recording.js";

const STEP_MS = 2000; // for a move of one step, at 1x
const STAGE_MS = 2400; // for a step of a war: there is more to see
const LONGEST_MS = 8000; // of real time, when nothing happens
const CALM = 2; // above this speed nothing moves, only end states are shown
const ADDRESS_MS = 400; // browsers refuse more than about a hundred changes in half a minute
const SPEAK_MS = 250;

/** @type {{frames: string, page: string, names: string[], bots: number[], at: string}} */
const meta = embedded("meta");
const page = find("replay");
const range = /** @type {HTMLInputElement} */ (find("range"));
const hideBox = /** @type {HTMLInputElement} */ (find("hide-later"));
const viewField = /** @type {HTMLSelectElement} */ (byId("eyes"));
const links = [...document.querySelectorAll("[data-to]")].filter((each) => each instanceof HTMLElement);

class Replay {
  /** @param {Recording} recording @param {Boards.Game} game the board module of the game shown */
  constructor(recording, game) {
    this.recording = recording;
    this.game = game;
    this.index = recording.find(meta.at);
    /** @type {number | null} the frame on the board */
    this.shown = null;
    /** @type {number | null} a place that is not there yet */
    this.wanted = null;
    this.playback = new Playback(() => this.tick());
    this.eyes = viewField.value;
    this.wish = this.eyes;
    this.hide = page.dataset.hide === "1";
    this.chances = new Chances(() => this.query(this.recording.text(this.index)), () => this.drawChances());
    this.stamp = game.stamp ?? String;
    this.moves = new Moves(find("log"), find("logbox"), recording.log, (at) => this.query(at), game.stamp);
    this.board = this.newBoard();
    this.joinControls();
    this.draw();
    this.load();
  }

  /** A long recording comes in parts: one can look at the first ones already. */
  async load() {
    const { recording } = this;
    if (recording.next) this.drawSoFar();
    try {
      while (recording.next) {
        await recording.more();
        if (recording !== this.recording) return; // other eyes look now
        this.drawSoFar();
        this.drawLinks();
        this.moves.show(this.frame.number, this.hide);
        if (this.wanted !== null) this.jump(this.wanted);
      }
    } catch {
      recording.next = null; // it ends here
      toast(t("later-moves-missing"), { stay: true });
      return;
    }
    this.drawSoFar();
    this.drawEnding();
    this.drawPlace();
    this.drawLater();
  }

  newBoard() {
    const board = new this.game.Board(find("felt"), meta.names);
    board.bots = new Set(meta.bots);
    return board;
  }

  get frame() {
    return this.recording.frames[this.index];
  }

  // Going -----------------------------------------------------------------------------------

  /** @param {number} index */
  bounded(index) {
    return Math.max(0, Math.min(index, this.recording.last));
  }

  /** @param {number} index */
  go(index, { moving = false, spoken = true } = {}) {
    const to = this.bounded(index);
    if (to === this.index) return;
    const next = to === this.index + 1;
    this.index = to;
    this.draw(moving && next, spoken);
  }

  /** Where the links lead. @returns {Record<string, number>} */
  ends() {
    const { recording, index } = this;
    const war = (/** @type {number | undefined} */ number) => (number === undefined ? index : recording.ofNumber(number));
    return {
      first: 0,
      back: index - 1,
      next: index + 1,
      last: recording.last,
      warBack: war(recording.warBefore(this.frame.number)),
      warNext: war(recording.warAfter(this.frame.number)),
    };
  }

  /** @param {string} name */
  to(name) {
    if (name === "last") {
      this.jump(Infinity);
      return;
    }
    this.playback.pause();
    this.wanted = null;
    this.go(this.ends()[name], { moving: name === "next" });
  }

  /** What is not there yet is shown when it comes. @param {number} number @param {string} [at] a step of it */
  jump(number, at = String(number)) {
    this.playback.pause();
    const { next, length } = this.recording;
    this.wanted = next && number >= length ? number : null;
    this.go(number > length ? this.recording.ofNumber(length) : this.recording.find(at));
  }

  // Playing ---------------------------------------------------------------------------------

  toggle() {
    if (this.playback.isOn) this.playback.pause();
    else {
      if (this.index === this.recording.last) this.go(0, { spoken: false });
      this.playback.play(this.gap());
    }
  }

  /** The next picture; returns how long it is shown, unless it is the last. */
  tick() {
    const { speed } = this.playback;
    this.go(this.index + 1, { moving: speed <= CALM, spoken: speed <= 1 });
    return this.index === this.recording.last && !this.recording.next ? null : this.gap();
  }

  /** How long this picture is shown at 1x: a step of a battle, or as long as it was in the game. */
  gap() {
    if (this.game.realtime) {
      const next = this.recording.frames[this.index + 1] ?? this.frame;
      return Math.min(next.at - this.frame.at, LONGEST_MS);
    }
    return this.recording.steps(this.frame.number).length > 1 ? STAGE_MS : STEP_MS;
  }

  // Drawing ---------------------------------------------------------------------------------

  /** Under a scrubber that is as long as what has come. */
  drawSoFar() {
    const { front, length, next } = this.recording;
    range.max = String(Math.max(Number(range.max), length));
    if (!next) find("later").textContent = t("of-length", { length: this.stamp(length) });
    drawChart(find("chart").children[0], front, meta.names);
    drawMarks(find("marks"), this.recording, this.hide ? this.frame.number : length);
  }

  /** A page that was sent before the end was known says it now. */
  drawEnding() {
    if (!document.querySelector("[data-outcome]")) return;
    const { view } = this.recording.frames[this.recording.last];
    draw(find("outcome"), h("b", null, view.result?.text));
    find("lengths").textContent = lengthWords(view);
  }

  draw(moving = false, spoken = false) {
    clearTimeout(this.rest);
    const message = this.recording.message(this.index, this.shown);
    const opening = moving && this.view && !document.hidden && this.game.opening?.(this.view, message.view);
    this.shown = this.index;
    this.drawPlace();
    this.drawLinks();
    this.noteAddress();
    this.board.pace = 1 / Math.max(1, this.playback.isOn ? this.playback.speed : 1);
    if (opening) {
      const { seen } = this.drawBoard({ ...message, view: opening, events: [], lines: [] }, true);
      this.rest = setTimeout(() => this.drawAll(message, true, spoken), seen);
    } else this.drawAll(message, moving, spoken);
  }

  /** @param {Boards.Message} message @param {boolean} moving */
  drawBoard(message, moving) {
    this.view = message.view;
    drawShares(find("front").children[0], this.game.shares(message.view, meta.names));
    return this.board.update(message, moving);
  }

  /** The board, and what tells how a turn ended. @param {Boards.Message} message @param {boolean} moving @param {boolean} spoken */
  drawAll(message, moving, spoken) {
    this.drawBoard(message, moving);
    this.drawLater();
    this.moves.show(this.frame.number, this.hide, this.recording.log);
    if (spoken) this.speak();
  }

  drawPlace() {
    const number = this.stamp(this.frame.number);
    const length = this.stamp(this.recording.length);
    range.value = String(this.frame.number);
    range.ariaValueText = this.hide ? t("step", { number }) : t("step-of", { number, length });
    find("posn").textContent = this.game.stamp ? number : this.recording.text(this.index);
    byId("board-heading").textContent = t("board-at", { number });
  }

  drawLinks() {
    const ends = this.ends();
    for (const link of links) {
      const index = ends[link.dataset.to ?? ""];
      leadTo(link, this.bounded(index) === this.index ? null : this.query(this.recording.text(index)));
    }
  }

  /** With "hide later moves" nothing right of the thumb tells how the game goes on. */
  drawLater() {
    const { length, last } = this.recording;
    const share = length ? (100 * this.frame.number) / length : 0;
    find("tail").setAttribute("x", String(this.hide ? share : 100));
    find("tail").setAttribute("width", String(this.hide ? 100 - share : 0));
    if (!this.recording.next) drawMarks(find("marks"), this.recording, this.hide ? this.frame.number : length);
    this.chances.show(this.recording, this.index);
    const hidden = this.hide && this.index !== last;
    for (const item of document.querySelectorAll("[data-later], [data-result]")) item.toggleAttribute("hidden", hidden);
  }

  /** What is new when another chart is open, or more of it is computed. */
  drawChances() {
    this.drawLinks();
    this.drawLater();
    this.noteAddress();
  }

  speak() {
    clearTimeout(this.speaking);
    const { title, detail } = this.frame.view.call;
    const words = [title, detail].filter(Boolean).join(" ");
    this.speaking = setTimeout(() => {
      const place = t("step", { number: this.stamp(this.frame.number) });
      find("polite").textContent = `${place}. ${spellCards(words)} ${this.chances.words}`;
    }, SPEAK_MS);
  }

  // Addresses -------------------------------------------------------------------------------

  /** @param {string} at */
  query(at) {
    const asked = new URLSearchParams({ at });
    if (this.eyes !== ALL) asked.set("view", this.eyes);
    if (this.hide) asked.set("hide", "1");
    this.chances.keep(asked);
    return `?${asked}`;
  }

  get address() {
    return new URL(meta.page + this.query(this.recording.text(this.index)), location.href).href;
  }

  /** The path of the page of the place that is shown. */
  get here() {
    return placeAddress(meta.page, this.recording.text(this.index), this.eyes);
  }

  noteAddress() {
    if (this.noting) return;
    this.noting = setTimeout(() => {
      this.noting = 0;
      notePlace(this.recording.text(this.index), this.address, this.here);
      this.chances.note(location.search);
    }, ADDRESS_MS);
  }

  /** @param {string} eyes */
  look(eyes) {
    if (![...viewField.options].some((option) => option.value === eyes)) return;
    viewField.value = eyes;
    this.wish = eyes;
    const loaded = Recording.fetch(meta.frames + eyes, meta.names, (each) => each.last >= this.index);
    loaded.then((recording) => eyes === this.wish && this.see(recording, eyes), () => this.keepEyes());
  }

  /** Other ones could not be had. */
  keepEyes() {
    viewField.value = this.eyes;
    toast(t("view-missing"));
  }

  /** @param {Recording} recording @param {string} eyes */
  see(recording, eyes) {
    this.recording = recording;
    this.eyes = eyes;
    this.shown = null;
    this.view = undefined;
    this.board = this.newBoard();
    this.draw();
    this.load();
    if (this.chances.isOpen) this.chances.renew();
  }

  /** @param {boolean} hide */
  setHide(hide) {
    this.hide = hide;
    hideBox.checked = hide;
    this.draw();
  }

  copy() {
    copy(addressForOthers(this.here));
  }

  // Controls --------------------------------------------------------------------------------

  joinControls() {
    for (const name of ["play", "speeds", "hider"]) find(name).hidden = false;
    document.addEventListener("click", (event) => this.follow(event));
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("visibilitychange", () => document.hidden && this.playback.pause());
    find("play").addEventListener("click", () => this.toggle());
    range.addEventListener("input", () => this.jump(Number(range.value)));
    find("eyes").addEventListener("change", () => this.look(viewField.value));
    find("eyes").addEventListener("submit", (event) => event.preventDefault());
    find("eyes").addEventListener("submit", () => this.setHide(false)); // by its only key, "Show the result"
    hideBox.addEventListener("change", () => this.setHide(hideBox.checked));
    find("keys-open").addEventListener("click", () => this.showKeys());
  }

  /** Links that lead to a place of this game. @param {MouseEvent} event */
  follow(event) {
    const link = hit(event, "[data-to], [data-charts] a, [data-log] a.n, [data-chances] a");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const at = new URLSearchParams(link.getAttribute("href") ?? "").get("at") ?? "";
    if (link.dataset.to) this.to(link.dataset.to);
    else if (link.closest("[data-charts]")) this.chances.toggle(link.id === "chart-chances");
    else this.jump(Number.parseInt(at), at);
  }

  showKeys() {
    /** @type {HTMLDialogElement} */ (find("keys")).showModal();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const busy = hit(event, "input:not([type=range]):not([type=checkbox]), select, textarea, dialog, summary");
    if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = this.action(event);
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** What a key does. @param {KeyboardEvent} event @returns {(() => void) | undefined} */
  action(event) {
    const { shiftKey } = event;
    const key = pressedKey(event).toLowerCase();
    if (key === " ") return hit(event, "button, a[href], input[type=checkbox]") ? undefined : () => this.toggle();
    if (/^[0-8]$/.test(key)) return () => this.look(key === "0" ? ALL : key);
    /** @type {Record<string, () => void>} */
    const actions = {
      arrowleft: () => this.to(shiftKey ? "warBack" : "back"),
      arrowright: () => this.to(shiftKey ? "warNext" : "next"),
      home: () => this.to("first"),
      end: () => this.to("last"),
      "+": () => this.playback.faster(1),
      "=": () => this.playback.faster(1),
      "-": () => this.playback.faster(-1),
      g: () => this.chances.toggle(),
      h: () => this.setHide(!this.hide),
      c: () => this.copy(),
      "?": () => this.showKeys(),
    };
    return actions[key];
  }
}

const isEnough = (/** @type {Recording} */ { length }) => length > Number.parseInt(meta.at);
const firstPart = Recording.fetch(meta.frames + viewField.value, meta.names, isEnough);
/** @type {Promise<Boards.Game>} the module has another address after each change */
const game = import(page.dataset.board ?? "");
Promise.all([firstPart, game]).then(
  ([recording, board]) => new Replay(recording, board),
  () => toast(t("moves-missing"), { stay: true }),
);
