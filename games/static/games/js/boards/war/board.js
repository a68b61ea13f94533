// The board of War: a row for each seat with its lane of stages, the middle line above the last one.
import { h } from "../../../vendor/preact.js";
import { HIDDEN, lengthWords } from "../../core/card_words.js";
import { card, fan, icon, pile, slot } from "../../core/cards.js";
import { rise, showFaces } from "../../core/motion.js";
import { t } from "../../core/words.js";
import { Felt, call, othersOf, plate, sharesOf, standing, tag } from "../parts.js";
import { beat, enter, gather, lift, noteGain } from "./motion.js";
import { isLaid } from "./staging.js";

export { kept, opening, turns } from "./staging.js";

/** @typedef {War.View} View */
/** @typedef {War.Seat} Seat */

const LAID = ".lane .card";
const SIDES = 4; // wars beside the card of the battle; later ones lie on them
const TURNING = ["flip", "lay", "underdog"];

/** Opponents clockwise from my left, my own row last; a spectator sees two seats face to face. @param {View} view */
function order(view) {
  const others = othersOf(view);
  if (view.you) return [...others, view.you];
  return others.length === 2 ? others.reverse() : others;
}

/** The place for the card that comes next. @param {View} view @param {Seat} seat */
function nextSlot(view, seat) {
  const war = view.phase === "lay";
  if (seat.out || (war ? !seat.fights : view.phase !== "flip" || isLaid(view))) return null;
  if (seat.ready) return seat.pile ? slot(t("laid"), "laid") : null;
  if (seat.seat === view.you && view.asks) return slot(war ? t("your-war-card") : t("your-card"), "next");
  return war && !seat.pile ? null : slot();
}

/** @param {View} view @param {Seat} seat */
function takes(view, seat) {
  return seat.won && view.phase !== "over";
}

/** The card of the battle lies in the middle, each war beside it, right and left in turn. @param {number} war @param {Boards.Children} children */
function stage(war, children) {
  const place = war > SIDES ? SIDES - (war % 2) : war;
  return h("span", { key: `war${war}`, class: "stage", "data-war": place }, children);
}

/** @param {View} view @param {Seat} seat @param {string} name */
function lane(view, seat, name) {
  const stages = seat.lane.map((cards, war) => {
    const won = takes(view, seat) && war === seat.lane.length - 1;
    const top = card(cards[cards.length - 1], { key: "top", look: won ? "win" : "" });
    return stage(war, [cards.length > 1 && fan(cards.slice(0, -1), "fan"), top]);
  });
  const next = nextSlot(view, seat);
  const props = {
    key: view.number, // a new battle has new cards
    class: "lane",
    role: /** @type {const} */ ("group"),
    "aria-label": t("cards-on-table", { name }),
  };
  return h("div", props, stages, next && stage(seat.lane.length, next));
}

/** @param {View} view @param {Seat} seat */
function isAside(view, seat) {
  return view.depth > 0 && !seat.fights && !seat.out && seat.lane.length > 0;
}

/** @param {View} view @param {Seat} seat @param {Board} board */
function tags(view, seat, board) {
  const state = standing(seat, view.phase === "over");
  const ready = !state && seat.ready && TURNING.includes(view.phase);
  return [
    seat.seat === view.you && tag(t("you"), "now"),
    takes(view, seat) && h("span", { class: "take" }, t("takes", { count: view.last?.size ?? 0 })),
    isAside(view, seat) && tag(t("not-in-war")),
    state && tag(state),
    ready && tag([icon("check"), t("ready")]),
    seat.locked && tag(t("locked-out")),
    seat.auto && !board.bots.has(seat.seat) && tag(t("auto")),
  ];
}

export class Board extends Felt {
  /** @param {Boards.Message} message @param {boolean} moving @returns {Boards.Shown} */
  update({ view: shown }, moving) {
    const view = /** @type {View} */ (shown);
    const before = this.view;
    showFaces();
    this.view = view;
    const cleared = Boolean(before && isLaid(before) && (view.number !== before.number || !isLaid(view)));
    const copies = moving && cleared ? lift(this) : [];
    const fresh = this.draw(`${LAID}, .call`, ...this.rows(view), h("div", { class: "flight" }));
    if (!moving) return { seen: 0, sound: "" };
    const laid = fresh.filter((each) => !each.matches(".call"));
    const isRace = racing(view);
    const { starts, turned, seen } = enter(this, isRace ? [] : laid, cleared);
    const winner = cleared ? before?.seats.find((seat) => seat.won)?.seat : undefined;
    for (const start of [...starts, ...gather(this, copies, winner)]) start();
    if (winner) noteGain(this.pileOf(winner), before?.last?.size);
    for (const each of fresh) if (each.matches(".call")) rise(each);
    const sound = heard(view, before, laid);
    return { seen: isRace && laid.length ? beat(this.pace) : seen, sound, soundAfter: turned };
  }

  /** @param {View} view */
  rows(view) {
    this.felt.dataset.lanes = String(view.seats.length);
    const seats = order(view).map((number) => view.seats[number - 1]);
    /** @type {Boards.Children[]} */
    const rows = seats.map((seat, at) => this.row(view, seat, at === seats.length - 1));
    return rows.toSpliced(-1, 0, this.middle(view));
  }

  /** @param {View} view @param {Seat} seat @param {boolean} nearest to who looks */
  row(view, seat, nearest) {
    const look = [nearest && "me", isAside(view, seat) && "aside", seat.out && "gone"].filter(Boolean).join(" ");
    return h(
      "div",
      { key: seat.seat, class: `seat-row ${look}`, "data-seat": seat.seat },
      h("div", { class: "zone" }, pile(seat.pile, t("pile"), { empty: t("empty") })),
      lane(view, seat, this.names[seat.seat - 1]),
      plate(seat, this, ...tags(view, seat, this)),
    );
  }

  /** @param {View} view */
  middle(view) {
    const words = t("in-centre", { count: view.center });
    const centre = view.center > 0 && h("span", { class: "centre" }, card(HIDDEN), words);
    const ranks = view.slap && h("span", { class: "tag" }, icon("hand"), view.slap.ranks);
    return h("div", { key: "mid", class: "mid" }, h("div", null, centre), call(view), h("div", null, ranks));
  }

  // Elements whose places matter for motion.

  /** @param {number | undefined} seat */
  pileOf(seat) {
    return this.felt.querySelector(`.seat-row[data-seat="${seat}"] .zone :is(.card, .slot)`);
  }

  laneCards() {
    return this.all(LAID);
  }
}

/** @param {View} view @param {View | undefined} before @param {Element[]} laid */
function heard(view, before, laid) {
  if (view.phase === "over") return "over";
  if (laid.length) return "card";
  if (view.depth > (before?.depth ?? 0)) return "war";
  const isWon = (/** @type {View | undefined} */ each) => each?.seats.some((seat) => seat.won);
  return isWon(view) && !isWon(before) ? "took" : "";
}

export const facts = lengthWords;

/** The centre is a part of the pot. @param {View} view @param {string[]} names */
export function shares(view, names) {
  const piles = view.seats.map((seat) => seat.pile);
  return sharesOf(view, names, piles, view.pot > view.center ? t("pot") : t("centre"), view.pot);
}

/** As the server counts: when the cards of the battle had been turned, so a war under way is no loss. @param {View} view */
export function counts(view) {
  const laidSince = (/** @type {Seat} */ seat) => (view.result ? 0 : Math.max(0, seat.lane.flat().length - 1));
  return view.seats.map((seat) => seat.pile + laidSince(seat));
}

/** What comes next, and at a table for slaps a key that stands in its place for the whole game. @param {View} view @returns {Boards.Choice[]} */
export function choices({ asks, phase, slap, you, seats, result }) {
  const me = result ? undefined : seats[(you ?? 0) - 1];
  if (!me || me.out) return [];
  const act = me.auto ? undefined : asks?.acts.find((each) => each !== "slap");
  const main = act && asks ? { act, label: asks.label, look: "now" } : { act: "", label: t("turn-card"), look: "", idle: true };
  const forced = ["flip", "collect"].includes(phase);
  /** @type {Boards.Choice[]} */
  const list = [{ ...main, keys: [" "], forced }];
  if (!slap) return list;
  const look = phase === "slap" && !slap.off ? "now" : "ink";
  return [...list, { act: "slap", label: t("slap"), keys: ["s"], look, icon: "hand", race: true, fixed: true, off: slap.off }];
}

/** What a phase waits for. @param {string} phase */
function asked(phase) {
  if (phase === "lay") return { act: "lay", label: t("lay-cards") };
  if (phase === "underdog") return { act: "check", label: t("look-underdog") };
  return { act: ["flip", "collect"].includes(phase) ? "flip" : "", label: t("turn-card") };
}

/** What the player opposite can do, for two at one screen. The server alone judges it. @param {View} view @returns {Boards.Choice[]} */
export function opposite({ phase, slap, you, seats, result }) {
  const seat = result ? undefined : seats.find((each) => each.seat !== you);
  if (!seat || seat.out) return [];
  const main = asked(phase);
  const idle = !main.act || seat.ready || seat.auto || (phase === "lay" && !seat.fights);
  /** @type {Boards.Choice[]} */
  const list = [{ ...main, keys: ["p"], look: idle ? "" : "now", idle }];
  if (!slap) return list;
  const slaps = { act: "slap", label: t("slap"), keys: ["o"], icon: "hand", race: true, fixed: true };
  return [...list, { ...slaps, look: phase === "slap" ? "now" : "ink", off: seat.locked ? t("locked-out") : "" }];
}

export const clocked = ["dealt", "slap", ...TURNING];

/** @param {View} view */
export function racing({ reveal }) {
  return Boolean(reveal?.ranks.length);
}
