// The bar below the table: what is asked of you now, how long, and what happens if you wait.
import { h } from "../../vendor/preact.js";
import { icon } from "../core/cards.js";
import { Countdown } from "../core/countdown.js";
import { find, hitButton } from "../core/dom.js";
import { draw } from "../core/draw.js";
import { isolated, t } from "../core/words.js";
import { keyLabel } from "./key_map.js";
import { namesOf } from "./seating.js";

const NOTICE_MS = 3000;
const RACE_MS = 1500;
const LOST_MS = 1500;

/**
 * @typedef {object} BarActions
 * @property {(choice: Boards.Choice, event: Event) => void} act
 * @property {(act: string, args: object) => void} send
 * @property {() => void} resign
 * @property {() => void} rematch
 */

export class ActionBar {
  /** @param {HTMLElement} element @param {Boards.Clock} clock @param {Boards.Game} game @param {BarActions} on */
  constructor(element, clock, game, on) {
    this.element = element;
    this.game = game;
    this.on = on;
    this.countdown = new Countdown(this.part("ring"), clock);
    this.main = this.part("main");
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
    /** @type {boolean | null} what the player wants of auto-play, until the table that is drawn says so */
    this.wantsAuto = null;
    this.disconnected = false;
    this.disconnectedShown = false;
    this.notice = "";
    this.offered = "";
    this.racedAt = -RACE_MS;
    this.atPress = Boolean(document.querySelector("[data-opposite]")); // a second finger on the screen makes no click
    /** @type {{title: string, detail: string} | null} */
    this.ended = null;
    this.listen();
  }

  /** @param {string} name */
  part(name) {
    return find(`bar-${name}`, this.element);
  }

  listen() {
    this.element.addEventListener("pointerdown", (event) => this.press(event));
    this.element.addEventListener("click", (event) => this.click(event));
    this.autoBox.addEventListener("change", () => {
      this.wantsAuto = this.autoBox.checked;
      this.on.send("auto", { on: this.wantsAuto });
    });
    this.part("offer").addEventListener("click", () => this.on.send("offer", { what: "finish" }));
    this.part("yes").addEventListener("click", () => this.on.send("answer", { yes: true }));
    this.part("no").addEventListener("click", () => this.on.send("answer", { yes: false }));
    this.part("resign").addEventListener("click", () => this.on.resign());
    this.part("rematch").addEventListener("click", () => this.on.rematch());
    this.menu.addEventListener("click", (event) => this.chooseInMenu(hitButton(event)?.value));
  }

  /** The same actions stand in the table's menu for small screens. @param {string | undefined} action */
  chooseInMenu(action) {
    if (!action) return;
    if (action === "resign") this.on.resign();
    else this.on.send("offer", { what: action });
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
    if (!choice || !(choice.race || this.atPress) || this.blocked(choice)) return;
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
    if (!(choice.race || this.atPress) || byKey) this.on.act(choice, event);
  }

  /** What a key means now. @param {string} key */
  choiceOf(key) {
    return this.choices.find((choice) => choice.keys.includes(key));
  }

  /** Is there one thing to do, which a swipe can do as well? */
  get isForced() {
    const choice = this.choiceOf(" ");
    return choice?.look === "now" && !choice.open;
  }

  /** While an act is on its way, only a race beside it may still be tried. @param {Boards.Choice} choice */
  blocked(choice) {
    return Boolean(choice.off || choice.idle) || this.disconnected || (this.busy && !(choice.race && choice.look !== "now"));
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
    this.choices = still || !view ? [] : this.game.choices(view, namesOf(table));
    if (table.status === "open" && me && !me.ready && !still) {
      this.choices = [{ act: "ready", label: t("Ready"), keys: [" "], look: "now" }];
    }
    this.asked = this.choices.some(({ idle, look, race }) => !idle && (look === "now" || !race));
    this.element.toggleAttribute("data-asked", this.asked); // nothing else sounds then
    this.silence = this.asked ? (view?.asks?.silence ?? "") : "";
    this.drawChoices();
    this.drawCountdown(over ? null : view, table);
    this.drawOffer(still ? null : view, table, me);
    this.drawEnd(view, table, Boolean(me), over);
    this.say();
  }

  drawChoices() {
    const fixed = this.choices.find((choice) => choice.fixed);
    const main = this.choices.find((choice) => choice !== fixed && (choice.look === "now" || choice.idle));
    const playing = this.table?.status === "running" && this.table.seats.some((seat) => seat.you);
    this.main.hidden = !main && (!playing || this.asked || Boolean(this.view?.own?.title));
    this.main.classList.toggle("off", !main);
    this.main.classList.toggle("now", !main?.idle && !main?.open);
    this.main.classList.toggle("ink", Boolean(main?.open));
    if (main) {
      this.main.dataset.act = main.act;
      this.main.dataset.label = main.label;
      draw(this.main, ...this.label(main));
      this.main.ariaDisabled = this.blocked(main) ? "true" : null;
    }
    const others = this.choices.filter((choice) => choice !== main && choice !== fixed);
    draw(this.part("more"), ...others.map((choice) => this.button(choice)));
    if (fixed) this.element.dataset.reserved = ""; // also when the game is over: a late press must meet nothing else
    draw(this.part("fixed"), fixed && this.button(fixed));
  }

  /** @param {Boards.Choice} choice */
  label({ label, keys, look, icon: sign, off, fixed }) {
    const why = off && h("small", null, off);
    return [(look !== "now" || fixed) && sign && icon(sign), h("span", null, label, why), " ", h("kbd", null, keyLabel(keys[0]))];
  }

  /** @param {Boards.Choice} choice */
  button(choice) {
    const { act, label, look } = choice;
    const props = { key: label, type: /** @type {const} */ ("button"), "data-act": act, "data-label": label };
    const off = this.blocked(choice) || undefined;
    return h("button", { ...props, class: `btn big ${look}`, "aria-disabled": off }, this.label(choice));
  }

  /** @param {Protocol.View | null} view of a game that goes on @param {Protocol.Table} table */
  drawCountdown(view, table) {
    this.part("clock").hidden = !view || table.status !== "running";
    if (!view || view.until === null || !this.game.clocked.includes(view.phase)) this.countdown.stop();
    else this.countdown.start(view.until, view.until - view.since, this.silence || view.call.title, !this.asked);
  }

  /** @param {Protocol.View | null} view of a game that goes on @param {Protocol.Table} table @param {Protocol.Player | undefined} me */
  drawOffer(view, table, me) {
    const seat = view?.seats.find((each) => each.seat === view.you);
    const playing = Boolean(me && seat && !seat.out);
    this.part("auto").hidden = !playing || !("auto" in (seat ?? {})); // not every game has forced moves
    if (seat?.auto === this.wantsAuto) this.wantsAuto = null;
    this.autoBox.checked = this.wantsAuto ?? Boolean(seat?.auto);
    this.part("resign").hidden = !playing;
    this.part("out").hidden = !me || !seat?.out;
    this.menu.hidden = !playing;
    const offer = me && playing ? table.offer : null;
    const mine = offer?.by === me?.number;
    const name = offer ? namesOf(table)[offer.by - 1] : "";
    this.part("answer").hidden = !offer || mine || offer.yes.includes(me?.number ?? 0);
    this.part("offer").hidden = !playing || Boolean(offer) || !table.agree;
    this.nameOffers(table.seats.every((other) => other.bot || other.you));
    this.part("asked").textContent = offer?.what === "fast" ? t("offers-fast", { name }) : t("offers-finish", { name });
    this.offered = offer && mine ? t("offer-made") : "";
  }

  /** Bots agree at once, so nothing has to be offered to them. @param {boolean} alone */
  nameOffers(alone) {
    /** @type {Record<string, string>} */
    const words = alone ? { finish: t("end-game"), fast: t("speed-up") } : { finish: t("offer-end"), fast: t("offer-speed") };
    this.part("offer").textContent = words.finish;
    for (const button of this.menu.querySelectorAll("button")) {
      const text = words[button.value] && button.querySelector("span");
      if (text) text.textContent = words[button.value];
    }
  }

  /** @param {Protocol.View | null} view @param {Protocol.Table} table @param {boolean} seated @param {boolean} over */
  drawEnd(view, table, seated, over) {
    const finished = table.status === "finished";
    this.part("rematch").hidden = !(finished && seated && !table.rematch && !table.arranged);
    const next = this.part("next");
    next.hidden = !table.rematch;
    if (table.rematch) next.setAttribute("href", `/t/${table.rematch}/${seated ? "?ready=1" : ""}`);
    const back = document.querySelector("[data-bar-back]"); // only of a tournament
    back?.toggleAttribute("hidden", !over);
    this.part("replay").hidden = !finished;
    const verdict = view?.own?.title || view?.result?.text;
    const title = verdict || t("table-closed");
    const detail = table.reason || (view ? this.game.facts(view) : "");
    if (over && !this.ended) this.notice = ""; // what was refused before matters no more
    this.ended = over ? { title, detail } : null;
  }

  /** The one line of the bar: what is wrong, else a short notice, else what happens if you wait. */
  say() {
    const { ended, table } = this;
    const paused = table?.paused && t("paused", { reason: table.reason });
    const urgent = this.disconnectedShown ? t("connection-lost") : this.notice || paused;
    if (!urgent && ended) draw(this.part("say"), h("b", null, ended.title), ended.detail);
    else if (!urgent && this.view?.own?.title) draw(this.part("say"), this.outWords(this.view.own));
    else draw(this.part("say"), urgent || this.offered || this.waitingFor() || this.silence || this.watching());
  }

  /** Out of a game that goes on: what one can do now. @param {{title: string, detail: string}} own */
  outWords({ title, detail }) {
    return [h("b", null, title), [detail, t("out-what-now")].filter(Boolean).join(" ")];
  }

  waitingFor() {
    if (this.table?.status !== "open") return "";
    const { players, seats } = this.table;
    const free = players - seats.length;
    if (free) return t("seats-free", { count: free });
    const late = seats.filter((seat) => !seat.ready).sort((a, b) => Number(b.you) - Number(a.you));
    const names = late.map((seat) => (seat.you ? t("you") : isolated(seat.name)));
    const last = names.length > 1 ? names.pop() : "";
    if (last) return t("waiting-for-both", { names: names.join(", "), last });
    return names.length ? t("waiting-for", { names: names[0] }) : "";
  }

  watching() {
    return this.table?.status === "running" && !this.view?.you ? t("you-are-watching") : "";
  }

  // What happens meanwhile ----------------------------------------------------------------

  /** @param {string} text */
  refuse(text) {
    this.busy = false;
    this.wantsAuto = null;
    this.drawChoices();
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
    this.drawChoices();
  }

  /** Returns whether the player had been told that it was lost. @param {boolean} open */
  connection(open) {
    this.disconnected = !open;
    clearTimeout(this.lostTimer);
    this.drawChoices();
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
