// The bar below the table: what is asked of you now, how long, and what happens if you wait.
import { nameSeats } from "../core/card_words.js";
import { html, icon } from "../core/cards.js";
import { Countdown } from "../core/countdown.js";
import { find, hitButton, setChildren } from "../core/dom.js";
import { keyLabel } from "./key_map.js";

/** @type {Boards.Choice} */
const READY = { act: "ready", label: "Ready", keys: [" "], look: "now" };
const NOTICE_MS = 3000;
const RACE_MS = 1500;
const LOST_MS = 1500;

const OFFERS = {
  finish: "offers to end the game",
  fast: "offers to speed up the game",
};

/**
 * @typedef {object} BarActions
 * @property {(choice: Boards.Choice, event: Event) => void} act
 * @property {(on: boolean) => void} auto
 * @property {(what: string) => void} offer
 * @property {(yes: boolean) => void} answer
 * @property {() => void} resign
 * @property {() => void} rematch
 */

export class ActionBar {
  /** @param {HTMLElement} element @param {{now(): number}} clock @param {Boards.Game} game @param {BarActions} on */
  constructor(element, clock, game, on) {
    this.element = element;
    this.game = game;
    this.on = on;
    this.countdown = new Countdown(/** @type {SVGElement} */ (element.querySelector("[data-bar-ring]")), clock);
    this.main = this.button("main");
    this.more = this.part("more");
    this.autoBox = /** @type {HTMLInputElement} */ (this.part("auto").querySelector("input"));
    this.menu = find("menu-deeds");
    /** @type {Boards.Choice[]} */
    this.choices = [];
    /** @type {Protocol.View | null} */
    this.view = null;
    /** @type {Protocol.Table | null} */
    this.table = null;
    this.asked = false; // is anything but a race asked of the player?
    this.silence = ""; // what happens if they wait
    this.busy = false; // an act is on its way
    this.disconnected = false;
    this.disconnectedShown = false;
    this.notice = "";
    this.offered = "";
    this.racedAt = -RACE_MS;
    /** @type {{title: string, detail: string} | null} */
    this.ended = null;
    this.listen();
  }

  /** @param {string} name */
  part(name) {
    return find(`bar-${name}`, this.element);
  }

  /** @param {string} name */
  button(name) {
    return /** @type {HTMLButtonElement} */ (this.part(name));
  }

  listen() {
    this.element.addEventListener("pointerdown", (event) => this.press(event));
    this.element.addEventListener("click", (event) => this.click(event));
    this.autoBox.addEventListener("change", () => this.on.auto(this.autoBox.checked));
    this.part("offer").addEventListener("click", () => this.on.offer("finish"));
    this.part("yes").addEventListener("click", () => this.on.answer(true));
    this.part("no").addEventListener("click", () => this.on.answer(false));
    this.part("resign").addEventListener("click", () => this.on.resign());
    this.part("rematch").addEventListener("click", () => this.on.rematch());
    this.menu.addEventListener("click", (event) => this.chooseInMenu(hitButton(event)?.value));
  }

  /** The same actions stand in the table's menu for small screens. @param {string | undefined} action */
  chooseInMenu(action) {
    if (!action) return;
    if (action === "resign") this.on.resign();
    else this.on.offer(action);
    this.menu.closest("details")?.removeAttribute("open");
  }

  /** @param {Event} event */
  choiceAt(event) {
    const button = hitButton(event, "[data-act]");
    return this.choices.find((choice) => choice.act === button?.dataset.act && choice.label === button.dataset.label);
  }

  /** In a race the press counts, for every other act the click. @param {Event} event */
  press(event) {
    const choice = this.choiceAt(event);
    if (!choice?.race || this.blocked(choice)) return;
    event.preventDefault();
    this.racedAt = performance.now();
    this.on.act(choice, event);
  }

  /** The click that ends the press of a race must not count for whatever is asked by then. @param {MouseEvent} event */
  click(event) {
    const choice = this.choiceAt(event);
    const byKey = event.detail === 0;
    const endsRace = !byKey && performance.now() - this.racedAt < RACE_MS;
    if (!choice || endsRace || this.blocked(choice)) return;
    if (!choice.race || byKey) this.on.act(choice, event);
  }

  /** What a key means now. @param {string} key */
  choiceOf(key) {
    return this.choices.find((choice) => choice.keys.includes(key));
  }

  /** While an act is on its way, only a race beside it may still be tried. @param {Boards.Choice} choice */
  blocked(choice) {
    return this.disconnected || (this.busy && !(choice.race && choice.look !== "now"));
  }

  // Drawing -------------------------------------------------------------------------------

  /** @param {Protocol.View | null} view @param {Protocol.Table} table */
  draw(view, table) {
    this.busy = false;
    this.view = view;
    this.table = table;
    const me = table.seats.find((seat) => seat.you);
    const over = table.status === "finished" || table.status === "aborted";
    this.element.classList.toggle("over", over);
    const still = over || table.paused;
    this.choices = still || !view ? [] : this.game.choices(view, this.names(table));
    if (table.status === "open" && me && !me.ready && !still) this.choices = [READY];
    this.drawChoices(Boolean(table.status === "running" && me));
    this.drawCountdown(over ? null : view, table);
    this.drawOffer(still ? null : view, table, me);
    this.drawEnd(view, table, Boolean(me));
    this.say();
  }

  /** @param {boolean} playing */
  drawChoices(playing) {
    const main = this.choices.find((choice) => choice.look === "now");
    this.asked = this.choices.some((choice) => choice.look === "now" || !choice.race);
    this.silence = this.asked ? (this.view?.asks?.silence ?? "") : "";
    this.main.hidden = !main && (!playing || this.asked);
    this.main.classList.toggle("off", !main);
    if (main) this.label(this.main, main);
    const buttons = new Map([...this.more.querySelectorAll("button")].map((button) => [button.dataset.label, button]));
    const others = this.choices.filter((choice) => choice !== main);
    setChildren(this.more, others.map((choice) => this.label(buttons.get(choice.label) ?? this.newButton(choice), choice)));
    this.enable();
  }

  /** @param {HTMLButtonElement} button @param {Boards.Choice} choice */
  label(button, choice) {
    button.dataset.act = choice.act;
    button.dataset.label = choice.label;
    for (const words of button.querySelectorAll("span")) words.textContent = choice.label;
    for (const key of button.querySelectorAll("kbd")) key.textContent = keyLabel(choice.keys[0]);
    return button;
  }

  /** @param {Boards.Choice} choice */
  newButton(choice) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `btn big ${choice.look}`.trim();
    button.append(...(choice.icon ? [icon(choice.icon)] : []), html("span"), " ", html("kbd"));
    return button;
  }

  /** @param {Protocol.View | null} view of a game that goes on @param {Protocol.Table} table */
  drawCountdown(view, table) {
    this.countdown.element.toggleAttribute("hidden", !view || table.status !== "running");
    if (!view || view.until === null || !this.game.clocked(view)) this.countdown.stop();
    else this.countdown.start(view.until, view.until - view.since, this.silence || view.call.title, !this.asked);
  }

  /** @param {Protocol.View | null} view of a game that goes on @param {Protocol.Table} table @param {Protocol.Player | undefined} me */
  drawOffer(view, table, me) {
    const seat = view?.seats.find((each) => each.seat === view.you);
    const playing = Boolean(me && seat && !seat.out);
    this.part("auto").hidden = !playing || !("auto" in (seat ?? {})); // not every game has forced moves
    this.autoBox.checked = Boolean(seat?.auto);
    this.part("resign").hidden = !playing;
    this.menu.hidden = !playing;
    const offer = me && playing ? table.offer : null;
    const asked = offer && offer.by !== me?.number && !offer.yes.includes(me?.number ?? 0);
    this.part("answer").hidden = !asked;
    this.part("offer").hidden = !playing || Boolean(offer) || !table.agree;
    if (asked) this.part("asked").textContent = `${this.nameOf(offer.by, table)} ${OFFERS[offer.what] ?? ""}`;
    this.offered = offer && offer.by === me?.number ? "You made an offer. Waiting for an answer." : "";
  }

  /** @param {Protocol.View | null} view @param {Protocol.Table} table @param {boolean} seated */
  drawEnd(view, table, seated) {
    const finished = table.status === "finished";
    this.part("rematch").hidden = !(finished && seated && !table.rematch && !table.arranged);
    const next = this.part("next");
    next.hidden = !table.rematch;
    if (table.rematch) next.setAttribute("href", `/t/${table.rematch}/`);
    this.part("replay").hidden = !finished;
    this.part("verify").hidden = !finished;
    const title = view?.result ? nameSeats(view.result.text, this.names(table)) : "This table was closed";
    const detail = table.reason || (view ? this.game.facts(view).sum : "");
    this.ended = finished || table.status === "aborted" ? { title, detail } : null;
  }

  /** Names by seat; empty where nobody sits. @param {Protocol.Table} table */
  names(table) {
    return Array.from({ length: table.players }, (_, at) => this.nameOf(at + 1, table));
  }

  /** @param {number} number @param {Protocol.Table} table */
  nameOf(number, table) {
    return table.seats.find((seat) => seat.number === number)?.name ?? "";
  }

  // The one line of the bar: what is wrong, else a short notice, else what happens if you wait.
  say() {
    const line = this.part("say");
    if (this.disconnectedShown) line.textContent = "Connection lost. Reconnecting…";
    else if (this.notice) line.textContent = this.notice;
    else if (this.table?.paused) line.textContent = `Paused by the director: ${this.table.reason}`;
    else if (this.ended) line.replaceChildren(html("b", "", [this.ended.title]), this.ended.detail);
    else line.textContent = this.offered || this.waitingFor() || this.silence || this.watching();
  }

  waitingFor() {
    if (this.table?.status !== "open") return "";
    const free = this.table.players - this.table.seats.length;
    if (free) return free === 1 ? "One seat is free." : `${free} seats are free.`;
    const late = this.table.seats.filter((seat) => !seat.ready).map((seat) => (seat.you ? "you" : seat.name));
    return late.length ? `Waiting for ${late.join(" and ")}.` : "";
  }

  watching() {
    return this.table?.status === "running" && !this.view?.you ? "You are watching." : "";
  }

  // What happens meanwhile ----------------------------------------------------------------

  /** @param {string} text */
  refuse(text) {
    this.busy = false;
    this.enable();
    this.notice = text;
    this.say();
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => {
      this.notice = "";
      this.say();
    }, NOTICE_MS);
  }

  sent() {
    this.busy = true;
    this.enable();
  }

  enable() {
    for (const button of [this.main, ...this.more.querySelectorAll("button")]) {
      const choice = this.choices.find((each) => each.label === button.dataset.label);
      if (choice && this.blocked(choice)) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  }

  /** Returns whether the player had been told that it was lost. @param {boolean} open */
  connection(open) {
    this.disconnected = !open;
    clearTimeout(this.lostTimer);
    this.enable();
    const shown = this.disconnectedShown;
    if (open) this.disconnectedShown = false;
    else if (!shown) {
      this.lostTimer = setTimeout(() => {
        this.disconnectedShown = true;
        this.say();
      }, LOST_MS);
    }
    this.say();
    return shown;
  }
}
