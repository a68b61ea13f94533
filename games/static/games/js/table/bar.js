// The decision bar: what is asked of you now, how long, and what happens if you wait.
import { html, icon, named } from "../core/cards.js";
import { keyWords } from "../core/remap.js";
import { Ring } from "../core/ring.js";

const READY = { act: "ready", label: "Ready", keys: [" "], look: "now" };
const NOTICE_MS = 3000;
const RACE_MS = 1500;
const LOST_MS = 1500;

const OFFERS = {
  finish: "offers to finish now",
  fast: "offers to turn the rest quickly",
};

export class Bar {
  // on: {act(choice, event), auto(on), offer(what), answer(yes), resign(), rematch()};
  // game: the board of the game, for choices, clock and facts
  constructor(element, clock, game, on) {
    this.element = element;
    this.game = game;
    this.on = on;
    this.part = (name) => element.querySelector(`[data-bar-${name}]`);
    this.ring = new Ring(this.part("ring"), clock);
    this.main = this.part("main");
    this.more = this.part("more");
    this.choices = [];
    this.lost = false;
    this.busy = false;
    this.join();
  }

  join() {
    this.element.addEventListener("pointerdown", (event) => this.press(event));
    this.element.addEventListener("click", (event) => this.click(event));
    this.part("auto").querySelector("input").addEventListener("change", (event) => this.on.auto(event.target.checked));
    this.part("offer").addEventListener("click", () => this.on.offer("finish"));
    this.part("yes").addEventListener("click", () => this.on.answer(true));
    this.part("no").addEventListener("click", () => this.on.answer(false));
    this.part("resign").addEventListener("click", () => this.on.resign());
    this.menu = document.querySelector("[data-menu-deeds]");
    this.menu.addEventListener("click", (event) => this.choose(event.target.closest("button")?.value));
    this.part("rematch").addEventListener("click", () => this.on.rematch());
  }

  // The same deeds stand in the table's menu for small screens.
  choose(deed) {
    if (deed === "resign") this.on.resign();
    else if (deed) this.on.offer(deed);
    if (deed) this.menu.closest("details").open = false;
  }

  at(event) {
    const button = event.target.closest("[data-act]");
    return this.choices.find((choice) => choice.act === button?.dataset.act && choice.label === button.dataset.label);
  }

  // In a race the press counts, for every other act the click.
  press(event) {
    const choice = this.at(event);
    if (!choice?.race || this.blocked(choice)) return;
    event.preventDefault();
    this.raced = performance.now();
    this.on.act(choice, event);
  }

  // The click that ends the press of a race must not count for whatever is asked by then.
  click(event) {
    const choice = this.at(event);
    const ofRace = event.detail > 0 && performance.now() - (this.raced ?? -RACE_MS) < RACE_MS;
    if (!choice || ofRace || this.blocked(choice)) return;
    if (!choice.race || event.detail === 0) this.on.act(choice, event);
  }

  // What a key means now.
  keyed(key) {
    return this.choices.find((choice) => choice.keys.includes(key));
  }

  // While an act is on its way, only a race beside it may still be tried.
  blocked(choice) {
    return this.lost || (this.busy && !(choice.race && choice.look !== "now"));
  }

  draw(view, table) {
    this.busy = false;
    this.view = view;
    this.table = table;
    const over = table.status === "finished" || table.status === "aborted";
    this.element.classList.toggle("over", over);
    this.drawMain(view, table, over);
    this.drawRing(view, over);
    this.drawOffer(view, table, over);
    this.drawEnd(view, table, over);
    this.say();
  }

  drawMain(view, table, over) {
    const me = table.seats.find((seat) => seat.you);
    this.choices = over || !view ? [] : this.game.choices(view, this.names());
    if (table.status === "open" && me && !me.ready) this.choices = [READY];
    const main = this.choices.find((choice) => choice.look === "now");
    this.asked = this.choices.some((choice) => choice.look === "now" || !choice.race);
    this.silence = this.asked ? (view?.asks?.silence ?? "") : "";
    const playing = Boolean(table.status === "running" && me);
    this.main.hidden = !main && (!playing || this.asked);
    this.main.classList.toggle("off", !main);
    if (main) this.label(this.main, main);
    this.drawMore(this.choices.filter((choice) => choice !== main));
    this.enable();
  }

  label(button, choice) {
    button.dataset.act = choice.act;
    button.dataset.label = choice.label;
    button.querySelector("span").textContent = choice.label;
    button.querySelector("kbd").textContent = keyWords(choice.keys[0]);
  }

  // Buttons stay the same elements from draw to draw: they keep the focus.
  drawMore(choices) {
    const old = new Map([...this.more.children].map((button) => [button.dataset.label, button]));
    const buttons = choices.map((choice) => old.get(choice.label) ?? this.button(choice));
    if (buttons.length !== old.size || buttons.some((button, at) => button !== this.more.children[at])) {
      this.more.replaceChildren(...buttons);
    }
  }

  button(choice) {
    const sign = choice.icon ? [icon(choice.icon)] : [];
    const button = html("button", `btn big ${choice.look}`.trim(), [...sign, html("span"), " ", html("kbd")]);
    button.type = "button";
    this.label(button, choice);
    return button;
  }

  drawRing(view, over) {
    if (over || !view) {
      this.ring.stop();
      this.ring.element.setAttribute("hidden", "");
      return;
    }
    this.ring.element.toggleAttribute("hidden", this.table.status !== "running");
    if (view.until === null || !this.game.clocked(view)) this.ring.stop();
    else this.ring.start(view.until, view.until - view.since, this.silence || view.call.title, !this.asked);
  }

  drawOffer(view, table, over) {
    const me = table.seats.find((seat) => seat.you);
    const seat = view?.seats?.find((each) => each.seat === view.you);
    const playing = Boolean(me && seat && !seat.out && !over);
    const auto = this.part("auto");
    auto.hidden = !playing || !("auto" in seat); // not every game has forced moves
    auto.querySelector("input").checked = Boolean(seat?.auto);
    const offer = playing ? table.offer : null;
    const asked = Boolean(offer && offer.by !== me.number && !offer.yes.includes(me.number));
    this.part("answer").hidden = !asked;
    this.part("offer").hidden = !playing || Boolean(offer);
    this.part("resign").hidden = !playing;
    this.menu.hidden = !playing;
    if (asked) this.part("asked").textContent = `${this.nameOf(offer.by)} ${OFFERS[offer.what] ?? ""}`;
    this.offered = offer && offer.by === me?.number ? "You made an offer. Waiting for the answer." : "";
  }

  drawEnd(view, table, over) {
    const me = table.seats.find((seat) => seat.you);
    this.part("rematch").hidden = !(over && me && table.status === "finished" && !table.rematch);
    const next = this.part("next");
    next.hidden = !table.rematch;
    if (table.rematch) next.href = `/t/${table.rematch}/`;
    this.part("replay").hidden = table.status !== "finished";
    this.part("verify").hidden = table.status !== "finished";
    const title = view?.result ? named(view.result.text, this.names()) : "";
    const detail = view ? this.game.facts(view).sum : "";
    this.ended = over ? { title, detail: table.reason || detail } : null;
  }

  // Names by seat; empty where nobody sits.
  names() {
    return Array.from({ length: this.table.players }, (_, at) => this.nameOf(at + 1));
  }

  nameOf(number) {
    return this.table.seats.find((seat) => seat.number === number)?.name ?? "";
  }

  // The one line of the bar: what is wrong, else a short notice, else what silence does.
  say() {
    const line = this.part("say");
    if (this.lostShown) line.textContent = "Connection lost, trying again";
    else if (this.notice) line.textContent = this.notice;
    else if (this.ended) this.sayEnd(line);
    else line.textContent = this.offered || this.waitingWords() || this.silence || this.quietWords();
  }

  sayEnd(line) {
    const title = document.createElement("b");
    title.textContent = this.ended.title || "This table was closed";
    line.replaceChildren(title, this.ended.detail);
  }

  waitingWords() {
    if (this.table?.status !== "open") return "";
    const free = this.table.players - this.table.seats.length;
    if (free) return free === 1 ? "One seat is free." : `${free} seats are free.`;
    const late = this.table.seats.filter((seat) => !seat.ready).map((seat) => (seat.you ? "you" : seat.name));
    return late.length ? `Waiting for ${late.join(" and ")}.` : "";
  }

  quietWords() {
    if (!this.table || this.table.status !== "running") return "";
    return this.view?.you ? "" : "You are watching.";
  }

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
    for (const button of [this.main, ...this.more.children]) {
      const choice = this.choices.find((each) => each.label === button.dataset.label);
      if (choice && this.blocked(choice)) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  }

  connection(open) {
    this.lost = !open;
    clearTimeout(this.lostTimer);
    this.enable();
    const was = Boolean(this.lostShown);
    this.lostShown = false;
    if (!open) {
      this.lostTimer = setTimeout(() => {
        this.lostShown = true;
        this.say();
      }, LOST_MS);
      if (was) this.lostShown = true;
    }
    this.say();
    return was;
  }
}
