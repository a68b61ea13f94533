// What moves at a table of War: cards from pile to lane, the pot to its winner.
import { HIDDEN } from "../../core/card_words.js";
import { html } from "../../core/cards.js";
import { EASE, MOVE_MS, flyAway, hideFace, quiet, reduced, silentCopy, travel } from "../../core/motion.js";

const POT_MS = 420;
const LAY_STEP_MS = 90;
const GAIN_MS = 1000;
const BATTLE_SEEN_MS = 550;
const WAR_SEEN_MS = 1400;

/**
 * What these functions need to know of a board.
 * @typedef {object} Lanes
 * @property {HTMLElement} flight layer for cards on their way
 * @property {(seat: number | undefined) => HTMLElement | null | undefined} pileOf
 * @property {() => HTMLElement[]} laneCards
 */

/** Returns how long the new cards need to be seen, in ms. @param {Lanes} board @param {{element: HTMLElement, seat: number, code: string}[]} fresh */
export function enter(board, fresh) {
  if (quiet()) return 0;
  let longest = 0;
  for (const { element, seat, code } of fresh) {
    const origin = board.pileOf(seat);
    if (!origin) continue;
    const laid = element.classList.contains("fan");
    if (laid) layDown(element, origin);
    else travel(element, origin, waitOf(element), code !== HIDDEN);
    longest = Math.max(longest, laid ? WAR_SEEN_MS : BATTLE_SEEN_MS);
  }
  return longest;
}

/** @param {Element} element */
function waitOf(element) {
  const before = element.previousElementSibling;
  return before?.classList.contains("fan") ? before.children.length * LAY_STEP_MS : 0;
}

/** One after the other, so that they can be counted; won cards turn up when the war is decided. @param {Element} fan @param {Element} origin */
function layDown(fan, origin) {
  [...fan.children].forEach((card, at) => {
    travel(card, origin, at * LAY_STEP_MS, false);
    if (card.getAttribute("data-code") !== HIDDEN) hideFace(card, fan.children.length * LAY_STEP_MS + 2 * MOVE_MS);
  });
}

/** Cards that stay slide to their new places when the lane grows. @param {Map<HTMLElement, DOMRect>} places */
export function settle(places) {
  if (quiet()) return;
  for (const [element, old] of places) {
    if (!element.isConnected) continue;
    const now = element.getBoundingClientRect();
    const x = old.left - now.left;
    const y = old.top - now.top;
    if (!x && !y) continue;
    element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
      duration: MOVE_MS,
      easing: EASE,
    });
  }
}

/** Copies of the laid cards, taken before the lanes are cleared. @param {Lanes} board */
export function lift(board) {
  if (quiet() || !board.flight) return [];
  const base = board.flight.getBoundingClientRect();
  return board.laneCards().map((element) => {
    const box = element.getBoundingClientRect();
    const copy = silentCopy(element);
    copy.classList.remove("win");
    copy.dataset.left = String(box.left - base.left);
    copy.dataset.top = String(box.top - base.top);
    return copy;
  });
}

/** Instead of the flight of the pot: how many cards came to the pile. @param {Element | null | undefined} pile @param {number | undefined} count */
export function noteGain(pile, count) {
  if (!reduced.matches || !pile || !count) return;
  const note = html("span", "gain", [`+${count}`]);
  note.setAttribute("aria-hidden", "true"); // the log says it
  pile.closest("figure")?.append(note);
  setTimeout(() => note.remove(), GAIN_MS);
}

/** The pot flies to its winner. @param {Lanes} board @param {HTMLElement[]} copies @param {number | undefined} winner */
export function gather(board, copies, winner) {
  const target = board.pileOf(winner);
  if (!copies.length || !target) return;
  const base = board.flight.getBoundingClientRect();
  const there = target.getBoundingClientRect();
  if (!there.width) return;
  board.flight.replaceChildren(...copies);
  for (const copy of copies) {
    const card = /** @type {HTMLElement} */ (copy.classList.contains("fan") ? copy.children[0] : copy);
    const shrink = there.width / (card.offsetWidth || there.width);
    const left = Number(copy.dataset.left);
    const top = Number(copy.dataset.top);
    const x = there.left - base.left;
    const y = there.top - base.top;
    const start = { transform: `translate(${left}px, ${top}px)` };
    const end = { transform: `translate(${x}px, ${y}px) scale(${shrink})` };
    flyAway(copy, [start, end], { duration: POT_MS, easing: EASE });
  }
}
