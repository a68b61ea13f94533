// The table page: draws what the server says, sends what the player does.
import { h } from "../../vendor/preact.js";
import { nameSeats, spellCards } from "../core/card_words.js";
import { Chat } from "../chat/chat.js";
import { gesture } from "../boards/gestures.js";
import { Hints } from "../boards/hints.js";
import { byId, embedded, find } from "../core/dom.js";
import { Ring } from "../core/countdown.js";
import { drawChart, drawShares } from "../core/card_share.js";
import { BACKLOG } from "../core/motion.js";
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
import { keyLabel } from "./key_map.js";
import { KeysDialog } from "./keys_dialog.js";
import { Log } from "./log.js";
import { Pacing } from "./pacing.js";
import { Seating, namesOf } from "./seating.js";
import { TableSocket } from "./socket.js";
import { bindTabs } from "./tabs.js";
import { TimeLimit } from "./time_limit.js";

/** @typedef {{command?: Protocol.Command, code: string, text: string}} Verdict */

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
    /** @type {number | null} the reveal that was painted at `paintedAt` */
    this.revealId = null;
    this.paintedAt = 0;
    this.wasDealt = Boolean(first.view);
    this.wasDrawn = false; // the game, once
    this.endingAsked = false; // for how the game went
    this.rematchAsked = false;
    this.warned = false; // that 5 seconds are left
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
    this.pacing = new Pacing(this.clock, (state) => this.startsRace(state), (states) => this.show(states, true));
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
    else if (reveal) this.socket.send(act, { ...args, reveal: reveal.id, rt: this.reactionTime(event) });
    else this.socket.send(act, args);
  }

  /** In ms from our own paint. @param {Event} event */
  reactionTime(event) {
    return Math.max(0, Math.round(event.timeStamp - this.paintedAt));
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
    if (!code || !command || command.act === "say") return;
    if (command.act === "rematch") this.rematchAsked = false;
    this.bar.refuse(text);
  }

  /** @param {Protocol.State} state */
  receive(state) {
    const resumed = this.table.paused && !state.table.paused;
    if ((state.view && !this.wasDealt) || resumed) this.clock.restart(state.now);
    if (resumed) this.revealId = null; // a reaction is measured from the end of the pause
    this.wasDealt = Boolean(state.view);
    this.pacing.add(state);
  }

  /** Are its cards the first of a race? @param {Protocol.State} state */
  startsRace({ view }) {
    return Boolean(view && this.game.racing(view) && view.reveal?.id !== this.view?.reveal?.id);
  }

  // Drawing -------------------------------------------------------------------------------

  /** The last state, with all that happened since the one drawn before. @param {Protocol.State[]} states */
  joined(states) {
    const events = states.flatMap((state) => state.events).filter((event) => event.n > this.version);
    const lines = states.flatMap((state) => state.lines).filter((line) => line.n > this.version);
    return { ...states[states.length - 1], events, lines };
  }

  /** @param {Protocol.State[]} states @param {boolean} live */
  show(states, live) {
    const state = this.joined(states);
    const moving = live && states.length === 1 && state.v - this.version <= BACKLOG;
    const before = this.view;
    this.version = state.v;
    this.table = state.table;
    this.view = state.view;
    find("table").dataset.status = state.table.status;
    find("felt").inert = state.table.paused;
    this.clock.stopped = state.table.paused ? state.now : null;
    if (this.rematchAsked && state.table.rematch) location.assign(`/t/${state.table.rematch}/`);
    this.seating.draw(state.table);
    this.chat?.changed(state.table);
    if (state.view) this.drawGame({ ...state, view: state.view }, { moving, states });
    this.bar.draw(state.view, state.table);
    this.timeLimit.draw(state.table);
    this.bar.connection(this.socket.open || !live);
    if (this.socket.open) this.habits.come(state.table);
    if (state.view && this.socket.open) this.habits.begin(state.view, this.mySeat);
    if (live) this.tell(state.lines, before);
    this.drawWatchers(state.watchers);
  }

  /** @param {Boards.Message} message @param {{moving: boolean, states: Protocol.State[]}} how */
  drawGame(message, how) {
    const { board, names } = this;
    const { view } = message;
    const { seats } = this.table;
    const away = seats.filter((seat) => seat.away_ms !== null);
    board.names = names;
    board.bots = new Set(seats.filter((seat) => seat.bot).map((seat) => seat.number));
    board.away = new Map(away.map((seat) => [seat.number, this.awayWords(seat)]));
    for (const part of ["felt", "strip", "front-panel"]) find(part).hidden = false;
    const { seen, sound } = board.update(message, how.moving);
    this.notePaint(view);
    if (how.moving) this.pacing.hold(seen);
    const heard = how.moving ? soundOf(message, sound) : "";
    if (heard) play(heard);
    if (how.moving) gesture(find("felt"), message.events);
    this.hints.draw(view);
    if (view.result) this.drawEnding(view);
    this.drawShares(view, how);
    this.drawFacts(view);
    if (!this.wasDrawn && how.moving) byId("tab-moves").click();
    this.wasDrawn = true;
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

  /** States that are not drawn count, too. @param {Protocol.View} view @param {{moving: boolean, states: Protocol.State[]}} how */
  drawShares(view, { moving, states }) {
    drawShares(find("front").children[0], this.game.shares(view, this.names));
    const views = states.flatMap((state) => state.view ?? []);
    const grown = views.filter((each) => this.history.add(each.number, this.game.counts(each), Boolean(each.result)));
    if (!grown.length && moving) return;
    drawChart(find("chart-box").children[0], this.history.rows, this.names);
  }

  /** @param {Protocol.View} view */
  drawFacts(view) {
    const { number } = view;
    find("place-part").hidden = !number;
    find("place").textContent = t("place", { number });
    find("facts").textContent = this.game.facts(view);
    find("axis-end").textContent = String(number);
  }

  /** Reaction is measured from our own paint: after the frame that shows a new reveal. @param {Protocol.View} view */
  notePaint(view) {
    const id = view.reveal?.id ?? null;
    if (id === this.revealId) return;
    this.revealId = id;
    this.paintedAt = performance.now();
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        this.paintedAt = performance.now();
      };
      channel.port2.postMessage(0);
    });
  }

  /** In the log, and read out. @param {Protocol.Line[]} lines @param {Protocol.View | null} before */
  tell(lines, before) {
    this.log.add(lines);
    this.announcer.lines(lines, this.table.seats.find((seat) => seat.you)?.name ?? "");
    const { view } = this;
    if (!view?.asks || !this.bar.asked || view.turn === before?.turn) return;
    this.warned = false;
    if (this.bar.choices.some((choice) => choice.forced)) return;
    const seconds = Math.ceil((view.asks.until - this.clock.now()) / 1000);
    this.announcer.demand(t("demand", { words: this.demandWords(view), count: seconds }));
    play(isAway() ? "call" : "asked", { hidden: isAway() });
  }

  /** The moment and the choices with their keys; who slaps has no time for more than that word. @param {Protocol.View} view */
  demandWords({ call }) {
    const [main] = this.bar.choices;
    if (main.race && main.keys[0] === " ") return main.label;
    const choices = this.bar.choices.filter(({ off }) => !off).map(({ keys: [key], label }) =>
      key === " " ? label : t("key-and-label", { key: keyLabel(key), label }),
    );
    return nameSeats(spellCards([call.detail, choices.join(", ")].filter(Boolean).join(". ")), this.names);
  }

  /** @param {number} count */
  drawWatchers(count) {
    const tag = find("watchers");
    tag.hidden = !count;
    for (const words of tag.querySelectorAll("span")) words.textContent = t("watching", { count });
    find("crowd").textContent = count ? t("people", { count }) : t("nobody-else");
  }

  // The page: keys, dialogs, tabs ---------------------------------------------------------

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

  /** What a letter or a digit does now: first what belongs to the game. @param {string} key */
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
      l: () => this.showLog(),
      "/": () => this.chat?.open(),
      "?": () => dialog("keys-dialog").showModal(),
    };
  }

  /** My cards or the whole table; the server says it in words. @param {"mine" | "table"} what */
  async readAloud(what) {
    const answer = await fetch(`/t/${this.table.code}/aloud/?of=${what}`);
    if (!answer.ok || !this.view) return;
    const { title, detail } = this.view.call;
    const choices = this.bar.choices.flatMap(({ label, off }) => (off ? [] : label)).join(", ");
    const mine = choices ? t("you-can", { choices }) : t("nothing-to-do");
    const words = [`${title}.`, detail && `${detail}.`, await answer.text(), what === "mine" && mine];
    this.announcer.reply(nameSeats(spellCards(words.filter(Boolean).join(" ")), this.names));
  }

  showLog() {
    byId("tab-moves").click();
    find("log").focus();
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
