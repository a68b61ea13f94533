// The table page: draws what the server says, sends what the player does.
import { h } from "../../vendor/preact.js";
import { Chat } from "../chat/chat.js";
import { gesture } from "../boards/gestures.js";
import { Hints } from "../boards/hints.js";
import { byId, embedded, find } from "../core/dom.js";
import { Ring } from "../core/countdown.js";
import { drawChart, drawShares } from "../core/card_share.js";
import { BACKLOG, inSightMs } from "../core/motion.js";
import { randomHex } from "../core/random.js";
import { bindSettings } from "../core/settings.js";
import { showPing } from "../core/site.js";
import { drawEnding } from "../player/ending.js";
import { isAway, play } from "../player/sound.js";
import { ShareHistory } from "./share_history.js";
import { bindSound, soundOf } from "./sound.js";
import { toast } from "../core/toast.js";
import { t } from "../core/words.js";
import { ActionBar } from "./action_bar.js";
import { Announcer } from "./announcer.js";
import { Habits } from "../player/habits.js";
import { Keyboard } from "./keyboard.js";
import { KeysDialog } from "./keys_dialog.js";
import { Log } from "./log.js";
import { Pacing, TEMPOS } from "./pacing.js";
import { Reaction } from "./reaction.js";
import { Seating, emblemsOf, namesOf } from "./seating.js";
import { TableSocket } from "./socket.js";
import { onSwipe } from "./swipe.js";
import { bindTabs } from "./tabs.js";
import { demandWords, wordsOf } from "./spoken.js";
import { TimeLimit } from "./time_limit.js";

/** @typedef {import("./socket.js").Verdict} Verdict */
/** @typedef {{moving: boolean, states: Protocol.State[], live: boolean}} How states: new ones, whose turns the chart counts */

/** @param {string} name */
const dialog = (name) => /** @type {HTMLDialogElement} */ (find(name));

class TablePage {
  /** @param {Boards.Game} game @param {Protocol.State} first the state that the page came with */
  constructor(game, first) {
    this.game = game;
    this.version = 0; // drawn
    this.table = first.table;
    /** @type {Protocol.View | null} */
    this.view = null;
    this.reaction = new Reaction();
    this.wasDealt = Boolean(first.view);
    this.wasDrawn = false; // the game, once
    this.endingAsked = false; // for how the game went
    this.rematchAsked = false;
    this.warned = false; // that 5 seconds are left
    this.turning = false; // cards come of which nothing is told yet
    this.tempo = TEMPOS[find("table").dataset.tempo ?? ""] ?? TEMPOS.normal;
    this.socket = new TableSocket(first.table.code, first.v);
    this.clock = this.socket.clock;
    this.clock.guess(first.now);
    this.board = new game.Board(find("felt"), this.names);
    this.seating = new Seating(find("muster"), first.table);
    this.habits = new Habits(() => this.isPlaying, (act, args) => this.socket.send(act, args));
    this.bar = new ActionBar(find("bar"), this.clock, game, this.barActions());
    this.hints = new Hints(first.table.game);
    this.log = new Log(find("log"), game.stamp);
    this.history = new ShareHistory(embedded("front-rows"), first.table.status === "finished");
    this.announcer = new Announcer(find("polite"), find("assertive"));
    this.chat = first.table.chat === "off" ? null : new Chat(first.table, this.socket, this.announcer);
    this.timeLimit = new TimeLimit(this.clock, (text) => this.remark(text), document.querySelector("[data-limit]"));
    this.board.attach?.(this.boardControls());
    onSwipe(find("felt"), (event) => this.bar.isForced && this.pressKey(" ", event));
    const paced = { startsRace: this.startsRace.bind(this), turns: this.turnsAhead.bind(this) };
    this.pacing = new Pacing(this.clock, paced, (states) => this.show(states, true));
    this.listenToSocket();
    this.listenToPage();
    this.show([first], false);
    this.socket.connect();
  }

  get names() {
    return namesOf(this.table);
  }

  get mySeat() {
    return this.view?.seats.find((seat) => seat.seat === this.view?.you);
  }

  get isPlaying() {
    return this.table.status === "running" && this.mySeat?.out === false;
  }

  // What the player can do ----------------------------------------------------------------

  /** For boards with gestures of their own. @returns {Boards.Controls} */
  boardControls() {
    return {
      send: (act, args) => this.socket.open && this.socket.send(act, args),
      press: (key, event) => this.pressKey(key, event),
      say: (text) => this.bar.refuse(text),
      demand: (text) => this.announcer.demand(text),
      note: (text, mine) => this.announcer.note(text, mine),
      clock: this.clock,
      bar: find("bar"),
    };
  }

  /** @returns {ConstructorParameters<typeof ActionBar>[3]} */
  barActions() {
    return {
      act: (choice, event) => this.act(choice, event),
      send: (act, args) => this.socket.send(act, args),
      resign: () => this.habits.resign(),
      rematch: () => {
        this.rematchAsked = true;
        this.socket.send("rematch", { entropy: randomHex() });
      },
    };
  }

  /** @param {Boards.Choice} choice @param {Event} event */
  act(choice, event) {
    const { act, args } = choice;
    const reveal = choice.race ? this.view?.reveal : null;
    if (choice.race && !reveal) return;
    if (!choice.race || choice.look === "now") this.bar.sent();
    if (act === "ready") this.socket.send(act, { entropy: randomHex() });
    else if (reveal) this.socket.send(act, { ...args, reveal: reveal.id, rt: this.reaction.ms(event) });
    else this.socket.send(act, args);
  }

  /** @param {string} key @param {Event} event */
  pressKey(key, event) {
    const choice = this.bar.choiceOf(key);
    if (choice && !this.bar.blocked(choice)) this.act(choice, event);
  }

  // The socket ----------------------------------------------------------------------------

  listenToSocket() {
    const { socket } = this;
    /** @template T @param {string} name @param {(detail: T) => void} action */
    const on = (name, action) =>
      socket.addEventListener(name, (event) => action(/** @type {CustomEvent<T>} */ (event).detail));
    on("state", (/** @type {Protocol.State} */ state) => this.receive(state));
    on("verdict", (/** @type {Verdict} */ verdict) => this.judged(verdict));
    on("latency", (/** @type {number} */ ms) => showPing(find("ping"), ms));
    on("beat", (/** @type {Protocol.Beat} */ beat) => this.drawWatchers(beat.watchers ?? 0));
    on("open", () => this.reconnected());
    on("lost", () => this.disconnected());
    on("gone", () => toast(t("table-gone"), { stay: true }));
    socket.watchPage();
  }

  disconnected() {
    find("ping").dataset.state = "lost";
    this.bar.connection(false);
  }

  reconnected() {
    if (this.bar.connection(true)) toast(t("reconnected"));
  }

  /** Seen and read out. @param {string} text */
  remark(text) {
    toast(text);
    this.announcer.say(text);
  }

  /** @param {Verdict} verdict */
  judged({ command, code, text }) {
    if (!code || code === "GAME_OVER" || !command || command.act === "say") return; // soon seen
    if (command.act === "rematch") this.rematchAsked = false;
    this.bar.refuse(text);
  }

  /** @param {Protocol.State} state */
  receive(state) {
    const resumed = this.table.paused && !state.table.paused;
    if ((state.view && !this.wasDealt) || resumed) this.clock.restart(state.now);
    if (resumed) this.reaction.restart();
    this.wasDealt = Boolean(state.view);
    this.pacing.add(state);
  }

  /** Are its cards the first of a race? @param {Protocol.State} state */
  startsRace({ view }) {
    return Boolean(view && this.game.racing(view) && view.reveal?.id !== this.view?.reveal?.id);
  }

  /** How many turns after the one that is drawn. @param {Protocol.State} state */
  turnsAhead({ view }) {
    if (!this.game.turns) return null;
    return view && this.view ? this.game.turns(view) - this.game.turns(this.view) : 0;
  }

  // Drawing -------------------------------------------------------------------------------

  /** The last state, with all that happened since the one drawn before. @param {Protocol.State[]} states */
  joined(states) {
    const events = states.flatMap((state) => state.events).filter((event) => event.n > this.version);
    const lines = states.flatMap((state) => state.lines).filter((line) => line.n > this.version);
    return { ...states[states.length - 1], events, lines };
  }

  /** Draw the last state; its cards come before their meaning. @param {Protocol.State[]} states @param {boolean} live */
  show(states, live) {
    const state = this.joined(states);
    const moving = live && states.length === 1 && state.v - this.version <= BACKLOG;
    const { view: before, game } = this;
    const opening = moving && before && state.view && !document.hidden && game.opening?.(before, state.view);
    if (opening) {
      this.pacing.goOn(state);
      this.turning = true;
      const first = { ...state, v: this.version, table: this.table, view: opening, events: [], lines: [] };
      this.draw(first, { moving, states: [], live });
      this.dispatchDrawn(first);
      return;
    }
    const view = (before && state.view && game.kept?.(before, state.view)) ?? state.view;
    const isTurn = this.turning || this.turnsAhead(state);
    this.turning = false;
    this.draw({ ...state, view }, { moving, states, live });
    if (isTurn) this.pacing.holdTurn(this.tempo, inSightMs());
    if (live) this.tell(state.lines, before);
    this.dispatchDrawn({ ...state, view });
  }

  /** All of this state is drawn, except what moves. @param {Protocol.State} state */
  dispatchDrawn(state) {
    document.dispatchEvent(new CustomEvent("drawn", { detail: { ...state, reaction: this.reaction } }));
  }

  /** @param {Protocol.State} state @param {How} how */
  draw(state, how) {
    this.version = state.v;
    this.table = state.table;
    this.view = state.view;
    find("table").dataset.status = state.table.status;
    find("felt").inert = state.table.paused;
    this.clock.stopped = state.table.paused ? state.now : null;
    if (this.rematchAsked && state.table.rematch) location.assign(`/t/${state.table.rematch}/`);
    this.seating.draw(state.table);
    this.chat?.changed(state.table);
    if (state.view) this.drawGame({ ...state, view: state.view }, how);
    this.bar.draw(state.view, state.table);
    this.timeLimit.draw(state.table);
    this.bar.connection(this.socket.open || !how.live);
    if (this.socket.open) this.habits.come(state.table);
    if (state.view && this.socket.open) this.habits.begin(state.view, this.mySeat);
    this.drawWatchers(state.watchers);
  }

  /** @param {Boards.Message} message @param {How} how */
  drawGame(message, how) {
    const { view } = message;
    this.informBoard();
    for (const part of ["felt", "strip", "front-panel"]) find(part).hidden = false;
    const shown = this.board.update(message, how.moving);
    this.reaction.note(view);
    if (how.moving) this.follow(message, shown);
    this.hints.draw(view);
    if (view.result) this.drawEnding(view);
    this.drawShares(view, how);
    this.drawFacts(view);
    if (!this.wasDrawn && how.moving) byId("tab-moves").click();
    this.wasDrawn = true;
  }

  /** What the board needs to know besides the view. */
  informBoard() {
    const { board, table } = this;
    const away = table.seats.filter((seat) => seat.away_ms !== null);
    board.names = this.names;
    board.emblems = emblemsOf(table);
    board.bots = new Set(table.seats.filter((seat) => seat.bot).map((seat) => seat.number));
    board.away = new Map(away.map((seat) => [seat.number, this.awayWords(seat)]));
    board.pace = Math.min(this.pacing.pace, this.tempo.pace);
  }

  /** What goes with the motion. @param {Boards.Message} message @param {Boards.Shown} shown */
  follow(message, { seen, sound, soundAfter = 0 }) {
    this.pacing.hold(seen);
    const heard = soundOf(message, sound);
    if (heard) setTimeout(() => play(heard), soundAfter);
    gesture(find("felt"), message.events);
  }

  /** With the seconds until something happens. @param {Protocol.Player} seat @returns {Boards.Children} */
  awayWords({ substitute, absence }) {
    if (!absence) return substitute ? t("away-bot-plays") : t("away");
    const then = absence.then === "bot" ? t("away-then-bot") : t("away-then-out");
    const ring = h(Ring, { key: "ring", clock: this.clock, until: absence.until, label: then, look: "s q" });
    return [t("away"), " ", ring, " ", then];
  }

  /** @param {Protocol.View} view */
  drawEnding({ own }) {
    const box = find("ending");
    if (!box.hidden || this.endingAsked) return;
    this.endingAsked = true;
    if (own) this.announcer.demand(`${own.title}. ${own.detail}`);
    drawEnding(box);
  }

  /** States that are not drawn count, too. @param {Protocol.View} view @param {How} how */
  drawShares(view, { moving, states }) {
    drawShares(find("front").children[0], this.game.shares(view, this.names));
    const views = states.flatMap((state) => state.view ?? []);
    const grown = views.filter((each) => this.history.add(each.number, this.game.counts(each), Boolean(each.result)));
    if (grown.length || !moving) drawChart(find("chart-box").children[0], this.history.rows, this.names);
  }

  /** @param {Protocol.View} view */
  drawFacts(view) {
    const { number } = view;
    find("place-part").hidden = !number;
    find("place").textContent = t("place", { number });
    find("facts").textContent = this.game.facts(view);
    find("axis-end").textContent = String(number);
  }

  /** In the log, and read out. @param {Protocol.Line[]} lines @param {Protocol.View | null} before */
  tell(lines, before) {
    this.log.add(lines);
    this.announcer.lines(lines);
    const { view } = this;
    if (!view?.asks || !this.bar.asked || view.turn === before?.turn) return;
    this.warned = false;
    if (this.bar.choices.some((choice) => choice.forced)) return;
    const seconds = Math.max(0, Math.ceil(((view.asks.until ?? 0) - this.clock.now()) / 1000));
    this.announcer.demand(t("demand", { words: demandWords(view, this.bar.choices), count: seconds }));
    play(isAway() ? "call" : "asked", { hidden: isAway() });
  }

  /** @param {number} count */
  drawWatchers(count) {
    const tag = find("watchers");
    tag.hidden = !count;
    for (const words of tag.querySelectorAll("span")) words.textContent = t("watching", { count });
    find("crowd").textContent = count ? t("people", { count }) : t("nobody-else");
  }

  // Keys, dialogs, tabs -------------------------------------------------------------------

  listenToPage() {
    bindSettings();
    bindSound();
    bindTabs();
    this.bar.countdown.onSecond = (seconds) => this.warn(seconds);
    new Keyboard({
      main: () => this.bar.choiceOf(" "),
      act: (event) => this.pressKey(" ", event),
      letter: (key) => this.letterAction(key),
      resign: () => this.habits.resign(),
      clear: () => this.board.clear?.(),
    });
    const keys = dialog("keys-dialog");
    new KeysDialog(keys, () => this.view && this.bar.draw(this.view, this.table));
    find("keys-open").addEventListener("click", () => keys.showModal());
  }

  /** What a letter or digit does, first in the game. @param {string} key */
  letterAction(key) {
    if (this.bar.choiceOf(key)) return (/** @type {Event} */ event) => this.pressKey(key, event);
    return this.board.keyAction?.(key) ?? this.tableKeys[key];
  }

  /** @returns {Record<string, () => void>} */
  get tableKeys() {
    const { view, mySeat } = this;
    return {
      u: () => mySeat && "auto" in mySeat && this.socket.send("auto", { on: !mySeat.auto }),
      t: () => view && this.readAloud("mine"),
      v: () => view && this.readAloud("table"),
      l: () => [byId("tab-moves").click(), find("log").focus()],
      "/": () => this.chat?.open(),
      "?": () => dialog("keys-dialog").showModal(),
    };
  }

  /** @param {"mine" | "table"} what */
  async readAloud(what) {
    const { view, bar } = this;
    const words = view && (await wordsOf(this.table.code, what, view, bar.choices));
    if (words) this.announcer.reply(words);
  }

  /** @param {number} seconds */
  warn(seconds) {
    if (seconds !== 5 || !this.bar.asked || this.warned) return;
    this.warned = true;
    this.announcer.demand(t("seconds", { count: seconds }));
  }
}

/** @type {Protocol.State} */
const first = embedded("snapshot");
/** @type {Promise<Boards.Game>} the module has another address after each change */
const game = import(find("table").dataset.board ?? "");
game.then((board) => new TablePage(board, first));
