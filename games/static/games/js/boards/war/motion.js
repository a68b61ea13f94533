// What moves at a table of War: cards from pile to lane, the pot to its winner.
import { h } from "../../../vendor/preact.js";
import { HIDDEN } from "../../core/card_words.js";
import { element } from "../../core/draw.js";
import { EASE, MOVE_MS, boxOf, fly, hideFace, over, quiet, silentCopy, travel } from "../../core/motion.js";
import { isReduced } from "../../core/settings.js";

/** @typedef {War.Board} Board */

const POT_MS = 420;
const LAY_STEP_MS = 90;
const GAIN_MS = 1000;
const BATTLE_SEEN_MS = 550;
const WAR_SEEN_MS = 1400;

/** @typedef {{copy: HTMLElement, box: DOMRect, width: number}} Lifted width: of one card */

// What returns starts only measures: all of it is measured before the first start changes the page.
/** @typedef {() => void} Start */

/** How long new cards need to be seen, in ms. @param {HTMLElement[]} laid */
export function seen(laid) {
  if (quiet() || !laid.length) return 0;
  return laid.some(isFan) ? WAR_SEEN_MS : BATTLE_SEEN_MS;
}

/** @param {Board} board @param {HTMLElement[]} laid @returns {Start[]} */
export function enter(board, laid) {
  if (quiet()) return [];
  return laid.flatMap((each) => {
    const origin = boxOf(board.pileOf(Number(each.closest(".seat-row")?.getAttribute("data-seat"))));
    return isFan(each) ? layDown(each, origin) : travel(each, origin, waitOf(each), each.dataset.code !== HIDDEN);
  });
}

/** @param {Element} laid */
function isFan(laid) {
  return laid.matches(".fan");
}

/** @param {Element} card */
function waitOf(card) {
  const before = card.previousElementSibling;
  return before?.matches(".fan") ? before.children.length * LAY_STEP_MS : 0;
}

/** One after the other, so that they can be counted; won cards turn up when the war is decided. @param {Element} fan @param {DOMRect | null} origin */
function layDown(fan, origin) {
  const cards = [...fan.children];
  const won = cards.filter((card) => card.getAttribute("data-code") !== HIDDEN);
  const hide = () => won.forEach((card) => hideFace(card, cards.length * LAY_STEP_MS + 2 * MOVE_MS));
  return [...cards.map((card, at) => travel(card, origin, at * LAY_STEP_MS, false)), hide];
}

/** Cards that stay slide to their new places when the lane grows. @param {Map<HTMLElement, DOMRect | null>} places @returns {Start[]} */
export function settle(places) {
  if (quiet()) return [];
  return [...places].map(([card, old]) => {
    const now = boxOf(card);
    const [x, y] = old && now ? [old.left - now.left, old.top - now.top] : [0, 0];
    const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }];
    return () => (x || y) && card.animate(frames, { duration: MOVE_MS, easing: EASE });
  });
}

/** Copies of the laid cards, taken before the lanes are cleared. @param {Board} board @returns {Lifted[]} */
export function lift(board) {
  if (quiet() || !board.flight) return [];
  return board.laneCards().map((card) => {
    const copy = silentCopy(card);
    copy.classList.remove("win");
    const one = card.matches(".fan") ? card.children[0] : card;
    return { copy, box: card.getBoundingClientRect(), width: one.getBoundingClientRect().width };
  });
}

/** Instead of the flight of the pot: how many cards came to the pile. @param {Element | null} pile @param {number | undefined} count */
export function noteGain(pile, count) {
  if (!isReduced() || !pile || !count) return;
  const note = element(h("span", { class: "gain", "aria-hidden": "true" }, `+${count}`)); // the log says it
  pile.closest("figure")?.append(note);
  setTimeout(() => note.remove(), GAIN_MS);
}

/** The pot flies to its winner. @param {Board} board @param {Lifted[]} lifted @param {number | undefined} winner @returns {Start[]} */
export function gather(board, lifted, winner) {
  const { flight } = board;
  const base = boxOf(flight);
  const pile = boxOf(board.pileOf(winner));
  if (!pile || !base) return [];
  return lifted.map(({ copy, box, width }) => {
    const frames = [{ transform: over(base, box, box.width) }, { transform: over(base, pile, width) }];
    return () => fly(flight, copy, frames, { duration: POT_MS, easing: EASE });
  });
}
