// The board of Ultimate War: the others above, what is asked in the middle, one's own cards below.
import { h } from "../../../vendor/preact.js";
import { lengthWords, spellCards } from "../../core/card_words.js";
import { minutes } from "../../core/clock.js";
import { t } from "../../core/words.js";
import { Felt, othersOf, sharesOf } from "../parts.js";
import { Choice } from "./choice.js";
import { KEYS, LETTERS, pressed } from "./keys.js";
import { arrive, fights, lift, meet } from "./motion.js";
import { MoveButtons } from "./move_buttons.js";
import { panel } from "./opponents.js";
import { ownCards } from "./own_cards.js";
import { Places, ownName } from "./parts.js";
import { ask, callQuestion, challenges, isAsked } from "./questions.js";

/** @typedef {UltimateWar.View} View */
/** @typedef {UltimateWar.Question} Question */

export const stamp = minutes;
export const realtime = true;
export const facts = lengthWords;
export const choices = () => [];
/** @type {string[]} */
export const clocked = [];
export const racing = () => false;

const PASSIVE = new Set(["win", "lay", "out", "forced", "refused"]); // done to a seat, not by it
const NOT_MINE = new Set(["draw", "play", "deploy", "handed", "pulse", "take", "join", "decline"]);
const EARLY_MS = 400; // a question that has only just come cannot have been answered yet
const FRESH_MS = 3000; // of a no-field time that has run out while nobody looked
const NOTE_MS = 8000;

/** @param {View} view @param {string[]} names */
export function shares(view, names) {
  return sharesOf(view, names, counts(view), t("middle"), view.pot);
}

/** @param {View} view */
export function counts({ seats }) {
  return seats.map((seat) => seat.total);
}

export class Board extends Felt {
  constructor(/** @type {HTMLElement} */ felt, /** @type {string[]} */ names) {
    super(felt, names);
    /** @type {Boards.Clock} a replay has no server clock: time stands where the picture was taken */
    this.clock = { now: () => this.shownAt };
    this.shownAt = 0;
    this.choice = new Choice({ now: () => this.clock.now() }, {
      send: (act, args) => this.controls?.send(act, args),
      say: (text) => this.controls?.say(text),
      changed: () => this.redraw(),
    });
    /** @type {Map<number, Places>} */
    this.places = new Map();
    /** @type {Map<string, number>} question -> when it came, on the scale of performance.now() */
    this.askedAt = new Map();
    /** @type {Map<number, number | null>} seat -> the time from which its war was said to be open */
    this.warned = new Map();
    this.note = { text: "", isFresh: false }; // what somebody else did to me
    /** @type {number[]} */
    this.order = [];
    /** @type {Boards.Message | null} what came while a pointer was down */
    this.held = null;
    this.isDown = false;
  }

  /** @param {Boards.Controls} controls */
  attach(controls) {
    this.controls = controls;
    this.clock = controls.clock;
    this.buttons = new MoveButtons(this, controls.bar);
    for (const part of [this.felt, controls.bar]) part.addEventListener("pointerdown", () => (this.isDown = true));
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => this.letGo());
  }

  /** Nothing moves while a pointer is down: what comes meanwhile is drawn after the click. */
  letGo() {
    if (!this.isDown) return;
    setTimeout(() => {
      this.isDown = false;
      const { held } = this;
      this.held = null;
      if (held) this.update(held, false);
    });
  }

  /** @param {Boards.Message} message @param {boolean} moving @returns {Boards.Shown} */
  update(message, moving) {
    const view = /** @type {View} */ (message.view);
    if (this.isDown && !view.result) {
      const [events, lines] = [this.held?.events ?? [], this.held?.lines ?? []];
      this.held = { ...message, events: [...events, ...message.events], lines: [...lines, ...message.lines] };
      return { seen: 0, sound: "" };
    }
    const before = this.view;
    const list = fights(message.events, before);
    const lifted = moving ? lift(this, list) : [];
    this.see(view, message.now);
    const fresh = this.noteQuestions();
    this.redraw();
    if (moving) meet(this, lifted);
    if (moving && !list.length) this.arrivals(message.events);
    if (this.controls && view.you) this.hear(message, view, before, fresh);
    const isOver = Boolean(view.result && !before?.result);
    const sound = moving ? heard(view, isOver, message.events, list) : "";
    return { seen: 0, sound: fresh.some(isAsked) ? "asked" : sound };
  }

  /** @param {View} view @param {number} now */
  see(view, now) {
    this.view = view;
    this.shownAt = now;
    this.order = othersOf(view);
    this.mine = view.you ? view.seats[view.you - 1] : null;
    for (const { seat, field } of view.seats) this.placesOf(seat).take(field.map(({ card }) => card));
    this.choice.see(view);
  }

  redraw() {
    const { view, felt } = this;
    if (!view) return;
    felt.dataset.players = String(view.seats.length);
    felt.classList.toggle("watching", !view.you);
    const panels = this.order.map((number, at) => {
      return panel(this, view, view.seats[number - 1], view.you && this.controls ? LETTERS[at] : "");
    });
    this.draw(
      ".card",
      h("div", { class: "opps" }, panels, challenges(this, view)),
      ask(this, view),
      this.mine && ownCards(this, view, this.mine),
      h("div", { class: "flight" }),
    );
    for (const each of felt.querySelectorAll("button")) each.tabIndex = view.may ? 0 : -1;
    this.buttons?.draw(view);
  }

  /** @param {number} seat */
  placesOf(seat) {
    const places = this.places.get(seat) ?? new Places();
    this.places.set(seat, places);
    return places;
  }

  /** Cards that were put down come from where they were. @param {Protocol.Event[]} events */
  arrivals(events) {
    for (const { ev, seat = 0, card } of events.filter((each) => ["draw", "play", "deploy"].includes(each.ev)).slice(-2)) {
      const to = this.spot(seat, ev === "draw" ? "hand" : "field", card);
      arrive(to, this.spot(seat, ev === "play" ? "hand" : "stack"));
    }
  }

  /** Where cards fly from and to. @param {number | null} seat @param {string} zone @param {string} [code] */
  spot(seat, zone, code) {
    const isMine = seat === this.view?.you;
    const box = this.felt.querySelector(isMine ? ".own" : `.opp[data-seat="${seat}"]`);
    if (zone === "field") return box?.querySelector(`:is([data-code="${code}"], [data-source="${code}"]) .card`) ?? null;
    const place = box?.querySelector(isMine ? `.zn:nth-child(${zone === "hand" ? 2 : 1}) .one` : `[data-zone=${zone}]`);
    const shown = place?.querySelector(".card, .slot");
    return (shown?.getBoundingClientRect().width ? shown : place) ?? null;
  }

  // What is asked -----------------------------------------------------------------------------

  /** What is asked of me, and what I wait for; a replay asks nothing. */
  asking() {
    const { choice, view, controls, mine } = this;
    const { calling } = choice;
    const asked = controls ? (view?.questions ?? []) : [];
    if (!calling || !mine) return asked;
    return [callQuestion(["stack", "hand"].includes(calling) ? ownName(calling, mine) : `{${calling}}`), ...asked];
  }

  /** Returns the new ones. */
  noteQuestions() {
    const list = this.asking();
    const fresh = list.filter(({ key }) => !this.askedAt.has(key));
    this.askedAt = new Map(list.map(({ key }) => [key, this.askedAt.get(key) ?? performance.now()]));
    return fresh;
  }

  /** Too quick to be an answer to this question? @param {Question} question */
  isEarly({ kind, key }) {
    return kind !== "call" && performance.now() - (this.askedAt.get(key) ?? 0) < EARLY_MS;
  }

  /** What others did to me stays readable beside my cards; what is asked is said at once. @param {Boards.Message} message @param {View} view @param {View | undefined} before @param {Question[]} fresh */
  hear({ events, lines }, view, before, fresh) {
    const moves = new Set(events.filter((event) => concerns(event, view, before)).map((event) => event.n));
    const own = new Set(events.filter(({ seat, ev }) => seat === view.you && !PASSIVE.has(ev)).map(({ n }) => n));
    const won = new Set(events.filter(({ ev }) => ev === "win").map(({ n }) => n));
    const others = lines.filter(({ n }) => moves.has(n) && (!own.has(n) || won.has(n)));
    if (others.length) this.tell(others.slice(-4).map((line) => line.text).join(" "));
    for (const question of fresh.filter(isAsked)) this.demand(question);
    const bareAt = this.mine?.war_at ?? null;
    if (bareAt !== null && before && before.seats[(view.you ?? 1) - 1].war_at === null) {
      this.controls?.demand(t("demand", { words: t("you-no-field"), count: this.secondsTo(bareAt) }));
    }
  }

  /** @param {string} text */
  tell(text) {
    this.note = { text, isFresh: true };
    clearTimeout(this.noteTimer);
    this.noteTimer = setTimeout(() => {
      this.note.isFresh = false;
      this.redraw();
    }, NOTE_MS);
    this.redraw();
  }

  /** @param {Question} question */
  demand({ title, detail, options, answers, until }) {
    const keys = answers.map(({ action, label }) => t("key-and-label", { key: KEYS[action].toUpperCase(), label }));
    const cards = options.map((code) => `{${code}}`).join(", ");
    const words = [title, detail, cards && `${t("at-stake")} ${cards}`, keys.join(", ")];
    const spelled = spellCards(words.filter(Boolean).join(". "));
    this.controls?.demand(until === null ? spelled : t("demand", { words: spelled, count: this.secondsTo(until) }));
  }

  /** @param {number} ms */
  secondsTo(ms) {
    return Math.max(0, Math.ceil((ms - this.clock.now()) / 1000));
  }

  /** The time without a field card is over. @param {number} seat */
  elapsed(seat) {
    queueMicrotask(() => this.redraw());
    const since = this.view?.seats[seat - 1].war_at ?? null;
    if (this.view?.result || since === null || !this.controls || this.warned.get(seat) === since) return;
    if (this.clock.now() - since >= FRESH_MS) return;
    this.warned.set(seat, since);
    const isMine = seat === this.view?.you;
    this.controls.note(isMine ? t("war-on-you") : t("war-on", { name: this.names[seat - 1] }), isMine);
  }

  // Choosing ------------------------------------------------------------------------------

  /** @param {number} seat @param {string} card */
  strike(seat, card) {
    if (this.placesOf(seat).isNew(card)) this.controls?.say(t("new-card"));
    else this.choice.pick({ kind: "field", seat, card });
  }

  /** @param {string} action @param {Question} question */
  answer(action, { kind, id, options }) {
    const { choice } = this;
    if (action === "accept") choice.send("accept", { challenge: id });
    else if (action === "strike") this.armOption(id, options);
    else if (action === "change") choice.pick({ kind: "change", id });
    else if (kind === "consent") choice.send("consent", { challenge: id, yes: action === "agree" });
    else if (action === "join") choice.pick({ kind: "join" });
    else if (action === "pass") choice.send("pass", {});
    else if (action === "cancel") choice.calling = null;
    else choice.call(action);
    this.redraw();
  }

  /** The next of the option cards waits for a card of mine. @param {number} id @param {string[]} options */
  armOption(id, options) {
    const { target } = this.choice;
    const at = target?.kind === "option" ? options.indexOf(target.card) : -1;
    this.choice.target = null;
    this.choice.pick({ kind: "option", id, card: options[(at + 1) % options.length] });
  }

  call() {
    if (!this.choice.source) this.controls?.say(t("choose-call-card"));
    else this.choice.calling = this.choice.source;
    this.redraw();
  }

  /** The key is done with at once: what it means depends on what was chosen before. @param {string} key */
  keyAction(key) {
    return this.key(key) ? () => {} : undefined;
  }

  /** @param {string} key */
  key(key) {
    return Boolean(this.view?.may) && pressed(this, key);
  }

  clear() {
    this.choice.clear();
    this.redraw();
  }

  /** What is chosen, and what can be chosen now. */
  caption() {
    const { choice, mine } = this;
    if (!this.view?.may || !mine) return "";
    const { source, target } = choice;
    if (choice.offering) return t("choose-options");
    if (target?.kind === "option") return t("which-strikes", { card: `{${target.card}}` });
    if (target?.kind === "change") return t("which-instead");
    if (target) return target.kind === "join" ? t("which-joins") : t("which-card");
    if (!source) return t("choose-card");
    const card = source === "stack" ? t("Stack-top") : source === "hand" ? t("Hand-card") : `{${source}}`;
    const offered = choice.offered().map((code) => `{${code}}`);
    const values = { card, options: offered.join(" "), count: offered.length };
    return offered.length ? t("chosen-with-option", values) : t("chosen", { card });
  }
}

/** Is it done to me? @param {Protocol.Event} event @param {View} view @param {View | undefined} before */
function concerns(event, { you }, before) {
  if (NOT_MINE.has(event.ev)) return false;
  const { seat, target, seats = [] } = event;
  if (event.ev === "muster" || [seat, target, ...seats].includes(you ?? 0)) return true;
  if (event.ev === "multi_void") return before?.multi?.seat === you;
  const row = before?.challenges.find((each) => each.id === event.number);
  return row?.seat === you || row?.target === you;
}

/** @param {View} view @param {boolean} isOver @param {Protocol.Event[]} events @param {UltimateWar.Fight[]} list */
function heard(view, isOver, events, list) {
  if (isOver) return "over";
  if (events.some(({ ev }) => ["war", "call_war"].includes(ev))) return "war";
  if (list.some((fight) => fight.winner === view.you)) return "took";
  return list.length || events.some(({ ev }) => ["deploy", "play"].includes(ev)) ? "card" : "";
}
