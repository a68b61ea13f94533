// What moves at a table of World War III: laid cards, refills, cards turned in a war, spoils.
import { HIDDEN } from "../../core/card_words.js";
import { EASE, boxOf, fly, over, quiet, rise, silentCopy, travel } from "../../core/motion.js";
import { racing } from "./staging.js";

/** @typedef {WorldWarThree.Board} Board */

const REFILL_MS = 180; // a new card comes after the one it replaces
const SPOILS_MS = 420;
const SPOILS_WAIT_MS = 700; // the deciding cards are seen first
const SEEN = { laid: 350, turned: 800, back: 1300, over: 2000 };

/** @typedef {WorldWarThree.View} View */

/** Where everything lay before it is drawn anew. */
export class Traces {
  /** @param {Board} board @param {View} view that is drawn next */
  constructor(board, { seats }) {
    const numbers = seats.map((seat) => seat.seat);
    this.hand = new Map(board.all(".hand .card[data-code]").map((card) => [card.dataset.code, boxOf(card)]));
    this.pickups = new Map(numbers.map((seat) => [seat, boxOf(board.pileOf(seat))]));
    this.discards = new Map(numbers.map((seat) => [seat, spoilsOf(board, seat)]));
    this.centre = boxOf(board.all(".centre > :first-child")[0]);
  }
}

/** @param {Board} board @param {number} seat */
function spoilsOf(board, seat) {
  const pile = board.part(seat, "[data-zone=discard] > .card");
  const box = boxOf(pile);
  return pile && box ? { copy: silentCopy(pile), box } : null;
}

/** New elements of this kind. @param {Element[]} fresh @param {string} kind */
export function among(fresh, kind) {
  return fresh.filter((element) => element.matches(kind));
}

/** How long what is new wants to be seen, in ms, moving or not. @param {View} view @param {View | undefined} before @param {Element[]} fresh */
export function seen(view, before, fresh) {
  if (document.hidden) return 0;
  if (isWon(view, before)) return SEEN.over;
  if (view.war?.back && !before?.war?.back) return SEEN.back;
  if (among(fresh, ".cell *").length) return SEEN.turned;
  return among(fresh, ".laid *").length ? SEEN.laid : 0;
}

/** @param {View} view @param {View | undefined} before */
export function isWon(view, before) {
  return Boolean(view.war?.over && !before?.war?.over);
}

/** @param {Board} board @param {View} view @param {View | undefined} before @param {Traces} traces @param {HTMLElement[]} fresh */
export function move(board, view, before, traces, fresh) {
  if (quiet()) return;
  const seatOf = (/** @type {Element} */ card) => Number(card.closest("[data-seat]")?.getAttribute("data-seat"));
  const spare = (before?.centre ? traces.centre : traces.pickups.get(view.you ?? 0)) ?? null;
  const starts = fresh.flatMap((card) => {
    const { code } = card.dataset;
    if (card.matches(".laid *, .tw *")) {
      return travel(card, traces.hand.get(code) ?? boxOf(board.part(seatOf(card), ".plate")), 0, false);
    }
    if (card.matches(".own > .hand *")) return travel(card, spare, REFILL_MS, code !== HIDDEN);
    if (card.matches(".cell *")) return travel(card, traces.pickups.get(seatOf(card)) ?? null, 0, !racing(view));
    return card.matches(".call") ? () => rise(card) : [];
  });
  const wait = among(fresh, ".cell *").length ? SPOILS_WAIT_MS : 0;
  if (isWon(view, before) && view.last) carrySpoils(board, view.last, traces, wait);
  for (const start of starts) start();
}

/** The loser's discard pile slides under the winner's pick-up pile. @param {Board} board @param {NonNullable<View["last"]>} last @param {Traces} traces @param {number} delay */
function carrySpoils(board, last, traces, delay) {
  const pile = traces.discards.get(last.loser);
  const to = boxOf(board.pileOf(last.winner));
  const { flight } = board;
  const base = boxOf(flight);
  if (!pile || !to || !base) return;
  const { width } = pile.box;
  const frames = [{ transform: over(base, pile.box, width) }, { transform: over(base, to, width) }];
  fly(flight, pile.copy, frames, { duration: SPOILS_MS, delay, easing: EASE });
}
