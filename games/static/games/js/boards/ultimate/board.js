// The board of Ultimate War: the others above, what is asked in the middle, one's own cards below.
// Interface: see board.d.ts; `attach` brings in what only a live table has.
import { nameSeats, plural } from "../../core/card_words.js";
import { html } from "../../core/cards.js";
import { othersOf, sharesOf } from "../shares.js";
import { Questions, questions } from "./questions.js";
import { Choice } from "./choice.js";
import { MoveButtons } from "./move_buttons.js";
import { pressed } from "./keys.js";
import { arrive, fights, fly, lift } from "./motion.js";
import { OwnCards } from "./own_cards.js";
import { Opponents } from "./opponents.js";
import { demandOf, minutes } from "./words.js";

export { describeMine, describeTable } from "./words.js";
export const unit = "fight";
export const stamp = minutes;
export const realtime = true;

const NEW_CARD = "That card has just changed. Choose it again to confirm.";
const PASSIVE = new Set(["win", "lay", "out", "forced", "refused"]); // done to a seat, not by it
const FRESH_MS = 3000; // of a no-field time that has run out while nobody looked
const NOT_MINE = new Set(["draw", "play", "deploy", "handed", "pulse", "take", "join", "decline"]);

export function facts(view) {
  const sum = `${plural(view.number, "fight")}, ${plural(view.wars, "war")}`;
  return { place: view.number ? `fight ${view.number}` : "", sum, axis: view.number };
}

export function shares(view, names) {
  return sharesOf(view, names, counts(view), "Middle", view.pot);
}

export function counts(view) {
  return view.seats.map((seat) => seat.total);
}

export const choices = () => [];
export const clocked = () => false;
export const racing = () => false;
export const describeDemand = () => "";

// A replay has no server clock: time stands where the picture was taken.
const STILL = { now: () => 0 };

export class Board {
  constructor(felt, names) {
    this.felt = felt;
    this.names = names;
    this.bots = new Set();
    this.away = new Map();
    this.frozen = { ...STILL };
    this.controls = null;
    this.held = null;
    this.warned = new Map(); // seat -> the time from which its war was said to be open
  }

  // controls: {send(act, args), say(text), demand(text), clock, bar}
  attach(controls) {
    this.controls = controls;
    this.buttons = new MoveButtons(controls.bar, controls.clock, {
      move: (act) => this.choice.move(act),
      offer: () => this.key("c"),
      call: () => this.call(),
    });
    for (const part of [this.felt, controls.bar]) part.addEventListener("pointerdown", () => this.hold());
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => this.letGo());
  }

  // Nothing moves while a pointer is down: what comes meanwhile is drawn after the click.
  hold() {
    this.down = true;
  }

  letGo() {
    if (!this.down) return;
    setTimeout(() => {
      this.down = false;
      const held = this.held;
      this.held = null;
      if (held) this.update(held, false);
    });
  }

  frame(view) {
    this.felt.replaceChildren();
    const clock = this.controls?.clock ?? this.frozen;
    this.choice = new Choice(clock, {
      send: (act, args) => this.controls?.send(act, args),
      say: (text) => this.controls?.say(text),
      changed: () => this.light(),
    });
    const part = (className) => this.felt.appendChild(html("div", className));
    this.opps = part("opps");
    this.others = html("ul", "others");
    this.opps.append(this.others);
    this.ask = part("ask");
    this.mine = html("section", "own");
    if (view.you) this.felt.append(this.mine);
    this.flight = part("flight");
    this.opponents = new Opponents(this.opps, clock, {
      card: (seat, card) => this.strike(seat, card),
      zone: (seat, zone) => this.choice.pick({ kind: "zone", seat, zone }),
      war: (seat) => this.choice.war(seat),
      elapsed: (seat) => this.elapsed(seat),
    });
    this.questions = new Questions(this.ask, this.others, clock, {
      press: (action, question) => this.answer(action, question),
      option: (id, card) => this.choice.pick({ kind: "option", id, card }),
    });
    this.own = new OwnCards(this.mine, clock, {
      source: (word) => this.choice.pickSource(word),
      put: (zone) => this.choice.put(zone),
      elapsed: () => this.elapsed(view.you),
    });
    this.order = othersOf(view);
    this.felt.dataset.players = view.seats.length;
    this.felt.classList.toggle("watching", !view.you);
  }

  get about() {
    const { names, bots, away } = this;
    return { names, bots, away, live: Boolean(this.controls), call: (view) => [nameSeats(view.call.title, names), nameSeats(view.call.detail, names)] };
  }

  update(message, moving) {
    const { view, events } = message;
    if (this.down && !view.result) {
      const held = this.held ?? { events: [], lines: [] };
      this.held = { ...message, events: [...held.events, ...events], lines: [...held.lines, ...message.lines] };
      return { seen: 0, sound: "" };
    }
    const before = this.view;
    if (!this.choice) this.frame(view);
    this.view = view;
    this.frozen.now = () => message.now;
    const list = fights(events, before);
    const lifted = moving ? lift(this, list) : [];
    this.choice.see(view);
    const about = this.about;
    this.opponents.draw(view, this.order, about);
    const fresh = this.questions.draw(view, about, this.choice.calling);
    if (view.you) this.own.draw(view, about);
    this.buttons?.draw(view);
    this.light();
    if (moving) this.move(lifted, events, list);
    if (this.controls && view.you) this.hear(message, before);
    return { seen: 0, sound: this.sound(view, before, fresh, list, events, moving) };
  }

  move(lifted, events, list) {
    fly(this, lifted);
    if (list.length) return;
    for (const event of events.filter((each) => ["draw", "play", "deploy"].includes(each.ev)).slice(-2)) {
      const to = this.spot(event.seat, event.ev === "draw" ? "hand" : "field", event.card);
      arrive(to, this.spot(event.seat, event.ev === "play" ? "hand" : "stack", null));
    }
  }

  sound(view, before, fresh, list, events, moving) {
    if (fresh.some((question) => ["answer", "consent", "join"].includes(question.kind))) return "asked";
    if (!moving) return "";
    if (view.result && !before?.result) return "over";
    if (events.some((event) => ["war", "call_war"].includes(event.ev))) return "war";
    if (list.some((fight) => fight.winner === view.you)) return "took";
    return list.length || events.some((event) => event.ev === "deploy" || event.ev === "play") ? "card" : "";
  }

  // What others did to me stays readable beside my cards; what is asked is said at once.
  hear({ view, events, lines }, before) {
    const moves = new Set(events.filter((event) => this.concerns(event, before)).map((event) => event.n));
    const own = new Set(events.filter((event) => event.seat === view.you && !PASSIVE.has(event.ev)).map((event) => event.n));
    const others = lines.filter(({ n }) => moves.has(n) && (!own.has(n) || events.some((event) => event.n === n && event.ev === "win")));
    if (others.length) this.own.tell(others.slice(-4).map((line) => line.text).join(" "));
    this.demands(before);
  }

  concerns(event, before) {
    const { you } = this.view;
    if (NOT_MINE.has(event.ev)) return false;
    if ([event.seat, event.target, ...(event.seats ?? [])].includes(you) || event.ev === "muster") return true;
    if (event.ev === "multi_void") return before?.multi?.seat === you;
    const row = before?.challenges.find((each) => each.id === event.number);
    return Boolean(row) && (row.seat === you || row.target === you);
  }

  // The time without a field card is over.
  elapsed(number) {
    queueMicrotask(() => this.light());
    const seat = this.view.seats[number - 1];
    const since = this.controls ? this.controls.clock.now() - seat.war_at : FRESH_MS;
    if (this.view.result || seat.war_at === null || since >= FRESH_MS || this.warned.get(number) === seat.war_at) return;
    this.warned.set(number, seat.war_at);
    const mine = number === this.view.you;
    this.controls.note(`Anyone can call war on ${mine ? "you" : this.names[number - 1]}.`, mine);
  }

  demands(before) {
    const { view } = this;
    const known = new Set(before ? questions(before).map((question) => question.key) : []);
    for (const question of questions(view)) {
      if (known.has(question.key)) continue;
      const until = view.clocks.pulse ?? question.row.proposal?.until ?? question.row.until;
      const seconds = Math.ceil((until - this.controls.clock.now()) / 1000);
      const words = demandOf(question, this.names, seconds);
      if (words) this.controls.demand(`${words}.`);
    }
    const was = before?.seats[view.you - 1]?.war_at ?? null;
    const bare = view.seats[view.you - 1].war_at;
    if (bare !== null && was === null && before) {
      const seconds = Math.max(0, Math.ceil((bare - this.controls.clock.now()) / 1000));
      this.controls.demand(`You have no field. ${seconds} seconds.`);
    }
  }

  // Choosing ------------------------------------------------------------------------------

  strike(seat, card) {
    if (this.opponents.get(seat).places.isNew(card)) this.controls?.say(NEW_CARD);
    else this.choice.pick({ kind: "field", seat, card });
  }

  answer(action, { row: asked, kind }) {
    const { choice } = this;
    if (action === "accept") choice.send("accept", { challenge: asked.id });
    else if (action === "strike") this.armOption(asked);
    else if (action === "change") choice.pick({ kind: "change", id: asked.id });
    else if (kind === "consent") choice.send("consent", { challenge: asked.id, yes: action === "agree" });
    else if (action === "join") choice.pick({ kind: "join" });
    else if (action === "pass") choice.send("pass", {});
    else if (action === "cancel") choice.calling = null;
    else if (kind === "call") choice.call(action);
    this.redraw();
  }

  // The next of the option cards waits for a card of mine.
  armOption({ id, options }) {
    const at = this.choice.target?.kind === "option" ? options.indexOf(this.choice.target.card) : -1;
    const card = options[(at + 1) % options.length];
    this.choice.target = null;
    this.choice.pick({ kind: "option", id, card });
  }

  call() {
    const { choice } = this;
    if (!choice.source) this.controls?.say("First choose the card to call the table with.");
    else choice.calling = choice.source;
    this.redraw();
  }

  // The key is done with at once: what it means depends on what was chosen before.
  keyAction(key) {
    return this.key(key) ? () => {} : undefined;
  }

  key(key) {
    return Boolean(this.choice && this.view?.may) && pressed(this, key);
  }

  clear() {
    this.choice?.clear();
    if (this.view) this.redraw();
  }

  redraw() {
    this.questions.draw(this.view, this.about, this.choice.calling);
    this.light();
  }

  // Selection shows at once: classes only, nothing moves.
  light() {
    const { choice, view } = this;
    if (!view) return;
    const { source, target } = choice;
    const why = (seat, what) => choice.whyTarget(seat, what);
    const seat = view.you ? view.seats[view.you - 1] : null;
    for (const each of this.felt.querySelectorAll("button")) each.tabIndex = view.may ? 0 : -1;
    this.opponents.light(source, why, seat);
    for (const panel of this.opponents.panels.values()) {
      panel.element.classList.toggle("picked", choice.seat === panel.number);
      panel.element.classList.toggle("asks", view.challenges.some((row) => row.seat === panel.number && row.target === view.you));
      for (const each of panel.element.querySelectorAll(".armed")) each.classList.remove("armed");
      if (target?.seat === panel.number) this.armed(panel, target)?.classList.add("armed");
    }
    this.questions.light(source, target, (word) => choice.whyOption(word));
    if (!seat) return;
    const offered = view.may ? choice.offered() : [];
    const about = { chosen: source, offered: source || choice.offering ? offered : [], view, caption: this.caption(source, target) };
    this.own.light({ ...about, put: (zone) => choice.whyPut(zone), why: (word) => choice.whySource(word) });
    this.buttons?.light(choice);
  }

  armed(panel, { kind, card, zone }) {
    if (kind === "field") return panel.element.querySelector(`[data-code="${card}"]`);
    return zone === "hand" ? panel.hand : panel.stack;
  }

  caption(source, target) {
    if (!this.view.may) return "";
    if (this.choice.offering) return "Choose the cards to offer as options";
    if (target) return { option: `Which card strikes {${target.card}}?`, change: "Which card instead?", join: "Which card goes in?" }[target.kind] ?? "Which card of yours?";
    if (!source) return "Choose a card, then its target";
    const name = source === "stack" ? "Stack top" : source === "hand" ? "Hand card" : `{${source}}`;
    const offered = this.choice.offered().map((code) => `{${code}}`).join(" ");
    return offered ? `${name} is chosen; option ${offered}` : `${name} is chosen`;
  }

  spot(seat, zone, code) {
    return seat === this.view?.you ? this.own.spot(zone, code) : this.opponents?.get(seat)?.spot(zone, code);
  }
}
