// What moves, and when nothing does: cards from pile to lane, the pot to its winner.
import { HIDDEN, picture } from "./cards.js";

const EASE = "cubic-bezier(.2, .7, .2, 1)";
const MOVE_MS = 260;
const POT_MS = 420;
const LAY_STEP_MS = 90;
const GAIN_MS = 1000;
const BATTLE_SEEN_MS = 550;
const WAR_SEEN_MS = 1400;
export const BACKLOG = 4; // more events than this are shown as their end state

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export function quiet() {
  return reduced.matches || document.hidden;
}

/**
 * What these functions need to know of a board.
 * @typedef {object} Lanes
 * @property {HTMLElement} flight layer for cards on their way
 * @property {(seat: number | undefined) => HTMLElement | null | undefined} pileOf
 * @property {() => HTMLElement[]} laneCards
 */

/** An origin is an element, or the box where one was. @param {Element} element @param {Element | DOMRect} origin */
function from(element, origin) {
  const here = element.getBoundingClientRect();
  const there = origin instanceof Element ? origin.getBoundingClientRect() : origin;
  const x = there.left + there.width / 2 - (here.left + here.width / 2);
  const y = there.top + there.height / 2 - (here.top + here.height / 2);
  return { x, y };
}

/** Straight from the pile; a face-up card turns over on its way. @param {Element} element @param {Element | DOMRect} origin @param {number} delay @param {boolean} turns */
export function travel(element, origin, delay, turns) {
  const { x, y } = from(element, origin);
  const start = `translate(${x}px, ${y}px)`;
  const half = `translate(${x * 0.35}px, ${y * 0.35}px) perspective(600px) rotateY(90deg)`;
  const frames = turns
    ? [
        { transform: `${start} perspective(600px) rotateY(0deg)` },
        { transform: half, offset: 0.5 },
        { transform: "translate(0, 0) perspective(600px) rotateY(0deg)" },
      ]
    : [{ transform: start }, { transform: "translate(0, 0)" }];
  /** @type {KeyframeAnimationOptions} */
  const timing = { duration: MOVE_MS, delay, easing: turns ? "ease-in-out" : EASE, fill: "backwards" };
  if (turns) hideFace(element, delay + MOVE_MS / 2);
  element.animate(frames, timing);
}

/** @param {Element} element @param {number} ms */
function hideFace(element, ms) {
  const face = element.children[0];
  const back = picture(HIDDEN);
  face.replaceWith(back);
  setTimeout(() => back.isConnected && back.replaceWith(face), ms);
}

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

/** A copy for the flight layer: seen, not read out. @param {HTMLElement} element */
function silentCopy(element) {
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  copy.removeAttribute("role");
  copy.removeAttribute("aria-label");
  copy.setAttribute("aria-hidden", "true");
  return copy;
}

/** Copies of the laid cards, taken before the lanes are cleared. @param {Lanes} board */
export function lift(board) {
  if (quiet() || !board.flight) return [];
  const base = board.flight.getBoundingClientRect();
  return board.laneCards().map((element) => {
    const box = element.getBoundingClientRect();
    const copy = silentCopy(element);
    copy.classList.add("flying");
    copy.classList.remove("win");
    copy.dataset.left = String(box.left - base.left);
    copy.dataset.top = String(box.top - base.top);
    return copy;
  });
}

/** Instead of the flight of the pot: how many cards came to the pile. @param {Element | null | undefined} pile @param {number | undefined} count */
export function noteGain(pile, count) {
  if (!reduced.matches || !pile || !count) return;
  const note = document.createElement("span");
  note.className = "gain";
  note.textContent = `+${count}`;
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
    const moved = copy.animate(
      [{ transform: `translate(${left}px, ${top}px)` }, { transform: `translate(${x}px, ${y}px) scale(${shrink})` }],
      { duration: POT_MS, easing: EASE, fill: "both" },
    );
    moved.finished.then(() => copy.remove(), () => copy.remove());
  }
}

/** @param {Element} element */
export function rise(element) {
  if (quiet()) return;
  element.animate(
    [
      { opacity: 0, transform: "translateY(4px)" },
      { opacity: 1, transform: "none" },
    ],
    { duration: 120, easing: EASE },
  );
}
