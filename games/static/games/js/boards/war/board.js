// The board of War: a row for each seat with its lane of stages, the middle line above the last one.
import { h } from "../../../vendor/preact.js";
import { HIDDEN, lengthWords } from "../../core/card_words.js";
import { card, fan, icon, pile, slot } from "../../core/cards.js";
import { boxOf, rise } from "../../core/motion.js";
import { t } from "../../core/words.js";
import { Felt, call, othersOf, plate, sharesOf, standing, tag } from "../parts.js";
import { enter, gather, lift, noteGain, seen, settle } from "./motion.js";

/** @typedef {War.View} View */
/** @typedef {War.Seat} Seat */

const LAID = ".lane > .card, .lane > .fan";
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
  if (seat.out || (war ? !seat.fights : view.phase !== "flip")) return null;
  if (seat.ready) return seat.pile ? slot(t("laid"), "laid") : null;
  if (seat.seat === view.you && view.asks) return slot(war ? t("your-war-card") : t("your-card"), "next");
  return war && !seat.pile ? null : slot();
}

/** @param {View} view @param {Seat} seat */
function takes(view, seat) {
  return view.phase === "collect" && view.last?.winner === seat.seat;
}

/** There is room for three stages, the next place among them; older ones fold into the pot. @param {View} view @param {Seat} seat @param {string} name */
function lane(view, seat, name) {
  const next = nextSlot(view, seat);
  const room = next ? 2 : 3;
  const folded = seat.lane.length <= room ? 0 : seat.lane.length - room + 1;
  const pot = seat.lane.slice(0, folded).flat().length;
  const stages = seat.lane.slice(folded).filter((stage) => stage.length);
  const cards = stages.flatMap((stage, place) => {
    const won = takes(view, seat) && place === stages.length - 1;
    const top = card(stage[stage.length - 1], { key: `card${folded + place}`, look: won ? "win" : "" });
    return [stage.length > 1 && fan(stage.slice(0, -1), `fan${folded + place}`), top];
  });
  const props = {
    key: view.number, // a new battle has new cards
    class: "lane",
    role: /** @type {const} */ ("group"),
    "aria-label": t("cards-on-table", { name }),
    "data-fans": stages.filter((stage) => stage.length > 1).length,
  };
  return h("div", props, pot > 0 && h("span", { class: "potn" }, h("b", null, pot), t("in-pot")), cards, next);
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
    this.view = view;
    const cleared = view.number !== before?.number || view.seats.every((seat) => !seat.lane.length);
    const copies = moving && cleared ? lift(this) : [];
    const places = new Map(moving && !cleared ? this.laneCards().map((each) => [each, boxOf(each)]) : []);
    const fresh = this.draw(`${LAID}, .call`, ...this.rows(view), h("div", { class: "flight" }));
    if (!moving) return { seen: 0, sound: "" };
    const laid = fresh.filter((each) => !each.matches(".call"));
    const entering = racing(view) ? [] : laid;
    const won = view.last ?? before?.last;
    const starts = [...enter(this, entering), ...settle(places), ...gather(this, copies, won?.winner)];
    for (const start of starts) start();
    if (cleared && before?.phase === "collect") noteGain(this.pileOf(won?.winner), won?.size);
    for (const each of fresh) if (each.matches(".call")) rise(each);
    return { seen: seen(entering), sound: heard(view, laid, copies) };
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
    return h("div", { key: "mid", class: "mid" }, centre, call(view, this.names), ranks);
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

/** @param {View} view @param {Element[]} laid @param {unknown[]} taken */
function heard(view, laid, taken) {
  if (view.phase === "over") return "over";
  if (taken.length) return "took";
  if (laid.some((each) => each.matches(".fan"))) return "war";
  return laid.length ? "card" : "";
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

/** Where a slap is allowed it is on offer while cards lie open, also when it would be a mistake. @param {View} view @returns {Boards.Choice[]} */
export function choices({ asks, phase, reveal, slap, you, seats, result }) {
  const me = result ? undefined : seats[(you ?? 0) - 1];
  if (!me || me.out) return [];
  const race = { act: "slap", label: t("slap"), keys: ["s"], look: "ink", icon: "hand", race: true, off: slap?.off };
  const slaps = slap ? [race] : [];
  if (!asks) return slaps;
  const act = asks.acts.find((each) => each !== "slap" || reveal?.open);
  const forced = ["flip", "collect"].includes(phase);
  const main = { act: act ?? "", label: asks.label, keys: [" "], look: "now", race: act === "slap", forced };
  return [...(act ? [main] : []), ...slaps];
}

export const clocked = ["dealt", "slap", ...TURNING];

/** @param {View} view */
export function racing({ reveal }) {
  return Boolean(reveal?.ranks.length);
}
