// What moves at a table of War: cards from pile to lane, where they turn over together, and the pot to its winner.
import { h } from "../../../vendor/preact.js";
import { element } from "../../core/draw.js";
import { EASE, MOVE_MS, boxOf, fly, hideFace, over, quiet, silentCopy } from "../../core/motion.js";
import { isReduced } from "../../core/settings.js";

/** @typedef {War.Board} Board */

const POT_MS = 360;
const CLEAR_MS = 160; // the old cards are on their way before new ones come
const LAY_STEP_MS = 120;
const LAST_MS = 520; // the card that decides a war comes slowly
const TURN_MS = 220;
const BEAT_MS = 280; // between the faces and the word
const GAIN_MS = 1000;

/** @typedef {{copy: HTMLElement, box: DOMRect}} Lifted */

// What returns starts only measures: all of it is measured before the first start changes the page.
/** @typedef {() => void} Start */

/**
 * When new cards are turned over, and when the word may follow, in ms; both at once in a race.
 * @typedef {{starts: Start[], turned: number, seen: number}} Entrance
 */

/** Lanes side by side, card by card, the last ones together; then these turn over. @param {Board} board @param {HTMLElement[]} laid @param {boolean} cleared @returns {Entrance} */
export function enter(board, laid, cleared) {
  if (document.hidden || !laid.length) return { starts: [], turned: 0, seen: 0 };
  const { pace } = board;
  const lanes = board.all(".lane").map((lane) => laid.filter((card) => lane.contains(card)));
  const most = Math.max(...lanes.map((cards) => cards.length));
  const isWar = most > 1;
  const wait = cleared && !isReduced() ? CLEAR_MS * pace : 0;
  const lastAt = wait + (most - 1) * LAY_STEP_MS * pace;
  const turned = lastAt + (isWar ? LAST_MS : MOVE_MS) * pace;
  const starts = lanes.flatMap((cards) =>
    cards.flatMap((card, at) => {
      const origin = boxOf(board.pileOf(Number(card.closest(".seat-row")?.getAttribute("data-seat"))));
      if (at < cards.length - 1) return come(card, origin, wait + at * LAY_STEP_MS * pace, MOVE_MS * pace);
      return [come(card, origin, lastAt, turned - lastAt), () => turnOver(card, turned, TURN_MS * pace)];
    }),
  );
  return { starts, turned, seen: turned + (TURN_MS + BEAT_MS) * pace };
}

/** The word after cards that lie open at once. @param {number} pace */
export function beat(pace) {
  return document.hidden ? 0 : BEAT_MS * pace;
}

/** From the pile, or without motion in its place. @param {HTMLElement} card @param {DOMRect | null} origin @param {number} delay @param {number} ms @returns {Start} */
function come(card, origin, delay, ms) {
  const here = boxOf(card);
  if (isReduced()) return () => delay && card.animate({ opacity: [0, 0] }, { duration: delay });
  if (!here || !origin) return () => {};
  const start = over(here, origin, here.width);
  const frames = [start, "none"].map((transform) => ({ transform, transformOrigin: "0 0" }));
  return () => card.animate(frames, { duration: ms, delay, easing: EASE, fill: "backwards" });
}

/** @param {HTMLElement} card @param {number} delay @param {number} ms */
function turnOver(card, delay, ms) {
  hideFace(card, delay + (isReduced() ? 0 : ms / 2));
  if (isReduced()) return;
  const frames = [0, 90, 0].map((degrees) => ({ transform: `perspective(900px) rotateY(${degrees}deg)` }));
  card.animate(frames, { duration: ms, delay });
}

/** Copies of the laid cards, taken before the lanes are cleared. @param {Board} board @returns {Lifted[]} */
export function lift(board) {
  if (quiet() || !board.flight) return [];
  return board.laneCards().map((card) => {
    const copy = silentCopy(card);
    copy.classList.remove("win");
    return { copy, box: card.getBoundingClientRect() };
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
  return lifted.map(({ copy, box }) => {
    const frames = [box, pile].map((place) => ({ transform: over(base, place, box.width) }));
    return () => fly(flight, copy, frames, { duration: POT_MS * board.pace, easing: EASE });
  });
}
