// The table page: draws what the server says, sends what the player does.
import { Announcer } from "./announce.js";
import { Bar } from "./bar.js";
import { plural } from "../core/cards.js";
import { FrontBar, FrontChart } from "../core/front.js";
import { Keys } from "../core/keys.js";
import { Log } from "./log.js";
import { BACKLOG } from "../core/motion.js";
import { Muster } from "./muster.js";
import { showPing } from "../core/ping.js";
import { KeyList } from "../core/remap.js";
import { joinSettings, settings } from "../core/settings.js";
import { Line } from "./socket.js";
import { play } from "../core/sound.js";
import { toast } from "../core/toast.js";

const QUEUE = 3; // messages that may wait while something is shown
const page = document.querySelector("[data-table]");
const find = (name) => document.querySelector(`[data-${name}]`);
const first = JSON.parse(document.getElementById("snapshot").textContent);

class TablePage {
  // game: the board module of the game played here
  constructor(game) {
    this.game = game;
    this.line = new Line(first.table.code, first.v);
    this.line.clock.guess(first.now);
    this.said = first.v; // lines up to this move are in the log
    this.board = new game.Board(find("felt"), this.namesOf(first.table));
    this.muster = new Muster(find("muster"));
    this.bar = new Bar(find("bar"), this.line.clock, game, this.deeds());
    this.log = new Log(find("log"), game.stamp);
    this.frontBar = new FrontBar(find("front").firstElementChild);
    const rows = JSON.parse(document.getElementById("front-rows").textContent);
    this.chart = new FrontChart(find("chart-box").firstElementChild, rows, game.unit);
    this.announcer = new Announcer(find("polite"), find("assertive"), settings);
    this.board.join?.(this.desk());
    this.queue = [];
    this.begun = Boolean(first.view);
    this.joinLine();
    this.joinPage();
    this.apply([first], false);
    this.line.connect();
  }

  namesOf(table) {
    const names = Array(table.players).fill("");
    for (const seat of table.seats) names[seat.number - 1] = seat.name;
    return names;
  }

  // What the player can do ---------------------------------------------------------------

  // For boards with gestures of their own.
  desk() {
    return {
      send: (act, args) => this.line.open && this.line.send(act, args),
      press: (key, event) => this.go(key, event),
      say: (text) => this.bar.refuse(text),
      demand: (text) => this.announcer.demand(text),
      note: (text, mine) => this.announcer.note(text, mine),
      clock: this.line.clock,
      bar: find("bar"),
    };
  }

  deeds() {
    return {
      act: (choice, event) => this.act(choice, event),
      auto: (on) => this.line.send("auto", { on }),
      offer: (what) => this.line.send("offer", { what }),
      answer: (yes) => this.line.send("answer", { yes }),
      resign: () => find("resign-dialog").showModal(),
      rematch: () => {
        this.leaving = true;
        this.line.send("rematch");
      },
    };
  }

  act(choice, event) {
    if (choice.act === "ready") this.ready();
    else if (choice.race) this.race(choice, event);
    else {
      this.bar.sent();
      this.line.send(choice.act, choice.args);
    }
  }

  race(choice, event) {
    const reveal = this.view?.reveal;
    if (!reveal) return;
    const painted = this.painted ?? performance.now();
    const rt = Math.max(0, Math.round(event.timeStamp - painted));
    if (choice.look === "now") this.bar.sent();
    this.line.send(choice.act, { ...choice.args, reveal: reveal.id, rt });
  }

  ready() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const entropy = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    this.bar.sent();
    this.line.send("ready", { entropy });
  }

  // The line ------------------------------------------------------------------------------

  joinLine() {
    const on = (name, action) => this.line.addEventListener(name, (event) => action(event.detail));
    on("truth", (message) => this.receive(message));
    on("verdict", (verdict) => this.verdict(verdict));
    on("latency", ({ ms }) => showPing(find("ping"), ms));
    on("beat", (beat) => this.drawWatchers(beat.watchers ?? 0));
    on("open", () => this.regained());
    on("lost", () => this.lost());
    on("final", () => toast("This table can no longer be reached.", { stay: true }));
    addEventListener("online", () => this.line.hurry());
    addEventListener("pageshow", (event) => event.persisted && this.line.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.line.hurry());
  }

  lost() {
    find("ping").dataset.state = "lost";
    this.bar.connection(false);
  }

  regained() {
    if (!this.bar.connection(true)) return;
    toast("Connection back. Nothing was lost.");
    this.announcer.say("Connection back.");
  }

  verdict({ command, code, text }) {
    if (code && command?.act === "rematch") this.leaving = false;
    if (code && command) this.bar.refuse(text);
  }

  // A reveal that is shown to all at one moment waits for it; so does what comes after.
  // What was drawn with motion is left standing for a moment, unless a race is on.
  receive(message) {
    if (message.view && !this.begun) this.line.clock.restart(message.now);
    this.begun = Boolean(message.view);
    this.queue.push(message);
    if (!this.timer) this.next();
    else if (this.queue.length > QUEUE || this.racing(message)) {
      clearTimeout(this.timer);
      this.next();
    }
  }

  racing(message) {
    const { view } = message;
    return Boolean(view && this.game.racing(view) && view.reveal.id !== this.view?.reveal?.id);
  }

  next() {
    const last = this.queue[this.queue.length - 1];
    const race = this.racing(last);
    const wait = race ? this.line.clock.here(last.view.reveal.show_at) - performance.now() : this.pause();
    this.timer = wait > 4 ? setTimeout(() => this.release(race), wait) : 0;
    if (!this.timer) this.release(race);
  }

  pause() {
    return this.queue.length > QUEUE ? 0 : (this.seenAt ?? 0) - performance.now();
  }

  release(all) {
    this.timer = 0;
    const count = all || this.queue.length > QUEUE ? this.queue.length : 1;
    this.apply(this.queue.splice(0, count), true);
    if (this.queue.length) this.next();
  }

  // Drawing -------------------------------------------------------------------------------

  apply(messages, live) {
    const message = messages[messages.length - 1];
    const moving = live && message.v - (this.v ?? 0) <= BACKLOG && messages.length === 1;
    const before = this.view;
    this.v = message.v;
    this.table = message.table;
    this.view = message.view;
    page.dataset.status = message.table.status;
    if (this.leaving && message.table.rematch) location.assign(`/t/${message.table.rematch}/`);
    this.muster.draw(message.table);
    if (message.view) this.drawGame(messages, moving, before);
    this.bar.draw(message.view, message.table);
    this.bar.connection(this.line.open || !live);
    if (live) this.tell(messages, before);
    this.drawWatchers(message.watchers);
  }

  drawGame(messages, moving, before) {
    const { view, table } = messages.at(-1);
    const names = this.namesOf(table);
    this.board.names = names;
    this.board.bots = new Set(table.seats.filter((seat) => seat.bot).map((seat) => seat.number));
    this.board.away = new Map(table.seats.filter((seat) => seat.away_ms !== null).map((seat) => [seat.number, seat.substitute ? "away, bot plays" : "away"]));
    for (const part of ["felt", "strip", "front-panel"]) find(part).hidden = false;
    const { seen, sound } = this.board.show(view, { before, moving, messages });
    this.notePaint(view);
    if (moving) this.seenAt = performance.now() + seen;
    if (sound) play(sound);
    this.frontBar.seats = view.seats.length;
    this.frontBar.draw(this.game.shares(view, names));
    if (this.chart.add(view.number, this.game.row(view)) || !moving) this.chart.draw(names);
    this.drawFacts(view);
    if (!this.dealt && moving) document.getElementById("tab-moves").click();
    this.dealt = true;
  }

  drawFacts(view) {
    const { place, sum, axis } = this.game.facts(view);
    find("place-part").hidden = !place;
    find("place").textContent = place;
    find("facts").textContent = sum;
    find("axis-end").textContent = axis;
  }

  // Reaction is measured from our own paint: after the frame that shows a new reveal.
  notePaint(view) {
    const id = view.reveal?.id ?? null;
    if (id === this.revealed) return;
    this.revealed = id;
    this.painted = performance.now();
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        this.painted = performance.now();
      };
      channel.port2.postMessage(0);
    });
  }

  tell(messages, before) {
    const lines = messages.flatMap((message) => message.lines).filter((line) => line.n > this.said);
    this.said = Math.max(this.said, this.v);
    this.log.add(lines);
    const mine = this.table.seats.find((seat) => seat.you);
    this.announcer.lines(lines, mine?.name ?? "");
    const asks = this.view?.asks;
    if (!asks || !this.bar.asked || this.view.turn === before?.turn) return;
    this.warned = false;
    if (this.bar.choices.some((choice) => choice.forced)) return;
    const seconds = Math.ceil((asks.until - this.line.clock.now()) / 1000);
    const words = this.game.demand(this.view, this.namesOf(this.table), seconds);
    this.announcer.demand(words || `${asks.label}, ${seconds} seconds.`);
    play("asked");
  }

  drawWatchers(count) {
    const tag = find("watchers");
    tag.hidden = !count;
    tag.querySelector("span").textContent = `${count} watching`;
    find("crowd").textContent = count ? plural(count, "person").replace("persons", "people") : "nobody else";
  }

  // Page: keys, menus, tabs ------------------------------------------------------------------

  joinPage() {
    joinSettings(() => {});
    this.bar.ring.onSecond = (seconds) => this.fiveSeconds(seconds);
    const names = () => this.namesOf(this.table);
    const letters = {
      u: () => "auto" in (this.mySeat() ?? {}) && this.line.send("auto", { on: !this.mySeat().auto }),
      t: () => this.view && this.announcer.reply(this.game.mine(this.view, names())),
      v: () => this.view && this.announcer.reply(this.game.all(this.view, names())),
      l: () => this.showLog(),
      "?": () => find("keys-dialog").showModal(),
    };
    this.keys = new Keys({
      spaced: () => Boolean(this.bar.keyed(" ")),
      act: (event) => this.go(" ", event),
      letter: (key) => this.meaning(key) ?? letters[key],
      resign: () => this.mySeat() && !this.mySeat().out && find("resign-dialog").showModal(),
      clear: () => this.board.clear?.(),
      racing: () => Boolean(this.bar.keyed(" ")?.race),
    });
    find("resign-yes").addEventListener("click", () => this.line.send("resign"));
    new KeyList(find("keys-dialog"), () => this.view && this.bar.draw(this.view, this.table));
    find("keys-open").addEventListener("click", () => find("keys-dialog").showModal());
    this.joinTabs();
  }

  // What a letter or a digit does now, if it belongs to the game.
  meaning(key) {
    if (this.bar.keyed(key)) return (event) => this.go(key, event);
    return this.board.means?.(key);
  }

  mySeat() {
    return this.view?.seats.find((seat) => seat.seat === this.view.you);
  }

  go(key, event) {
    const choice = this.bar.keyed(key);
    if (choice && !this.bar.blocked(choice)) this.act(choice, event);
  }

  fiveSeconds(seconds) {
    if (seconds !== 5 || !this.bar.asked || this.warned) return;
    this.warned = true;
    this.announcer.demand("5 seconds.");
  }

  showLog() {
    document.getElementById("tab-moves").click();
    find("log").focus();
  }

  joinTabs() {
    const tabs = [...document.querySelectorAll(".tabs [role=tab]")];
    const choose = (tab) => {
      for (const each of tabs) {
        const chosen = each === tab;
        each.setAttribute("aria-selected", String(chosen));
        each.tabIndex = chosen ? 0 : -1;
        document.getElementById(each.getAttribute("aria-controls")).hidden = !chosen;
      }
    };
    tabs.forEach((tab, at) => {
      tab.addEventListener("click", () => choose(tab));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = tabs[(at + step + tabs.length) % tabs.length];
        choose(next);
        next.focus();
      });
    });
  }
}

import(page.dataset.board).then((game) => new TablePage(game));
