// What moves on all boards, and when nothing does.
import { HIDDEN } from "./card_words.js";
import { card } from "./cards.js";
import { element } from "./draw.js";
import { isReduced } from "./settings.js";

export const EASE = "cubic-bezier(.2, .7, .2, 1)";
export const MOVE_MS = 260;
export const BACKLOG = 4; // more events than this are shown as their end state

export function quiet() {
  return isReduced() || document.hidden;
}

/** Where an element is, if it is in sight. @param {Element | null | undefined} of */
export function boxOf(of) {
  const box = of?.isConnected ? of.getBoundingClientRect() : null;
  return box?.width ? box : null;
}

/**
 * Straight from where it was; a face-up card turns over on its way. Returns what starts it: where all
 * cards are is read before the first one changes the page.
 * @param {Element} laid @param {DOMRect | null} origin @param {number} delay @param {boolean} turns
 */
export function travel(laid, origin, delay, turns) {
  const here = boxOf(laid);
  if (!here || !origin) return () => {};
  const x = origin.left + origin.width / 2 - (here.left + here.width / 2);
  const y = origin.top + origin.height / 2 - (here.top + here.height / 2);
  const start = `translate(${x}px, ${y}px)`;
  const half = `translate(${x * 0.35}px, ${y * 0.35}px) perspective(600px) rotateY(90deg)`;
  const frames = turns
    ? [
        { transform: `${start} perspective(600px) rotateY(0deg)` },
        { transform: half, offset: 0.5 },
        { transform: "translate(0, 0) perspective(600px) rotateY(0deg)" },
      ]
    : [{ transform: start }, { transform: "translate(0, 0)" }];
  return () => {
    if (turns) hideFace(laid, delay + MOVE_MS / 2);
    laid.animate(frames, { duration: MOVE_MS, delay, easing: turns ? "ease-in-out" : EASE, fill: "backwards" });
  };
}

/** @type {Set<() => void>} */
const covered = new Set();
/** When the cards that were turned over last came in sight; null: they have not been painted yet. @type {number | null} */
let seenAt = -Infinity;

/** How long (ms) they have been in sight. */
export function inSightMs() {
  return seenAt === null ? 0 : performance.now() - seenAt;
}

/** What names a card in the page. */
const NAMING = ["data-code", "data-suit", "aria-label"];

/** @param {Element} laid @param {(string | null)[]} values */
function setName(laid, values) {
  NAMING.forEach((name, at) => laid.toggleAttribute(name, values[at] !== null) && laid.setAttribute(name, values[at] ?? ""));
}

/** Face down for so many ms, in which nothing in the page says what it is. @param {Element} laid @param {number} ms */
export function hideFace(laid, ms) {
  const hidden = element(card(HIDDEN));
  const [face, back] = [laid.children[0], hidden.children[0]];
  const [name, none] = [laid, hidden].map((each) => NAMING.map((attribute) => each.getAttribute(attribute)));
  const uncover = () => {
    if (!covered.delete(uncover)) return;
    back.replaceWith(face);
    setName(laid, name);
    seenAt = null;
    requestAnimationFrame(() => (seenAt = performance.now()));
  };
  face.replaceWith(back);
  setName(laid, none);
  covered.add(uncover);
  setTimeout(uncover, ms);
}

/** All faces at once: what is drawn next tells what they mean. */
export function showFaces() {
  for (const uncover of covered) uncover();
}

/** @param {Element} words */
export function rise(words) {
  if (quiet()) return;
  const frames = [
    { opacity: 0, transform: "translateY(4px)" },
    { opacity: 1, transform: "none" },
  ];
  words.animate(frames, { duration: 120, easing: EASE });
}

/** A copy for the flight layer: seen, not read out. @param {Element} original */
export function silentCopy(original) {
  const copy = /** @type {HTMLElement} */ (original.cloneNode(true));
  copy.removeAttribute("role");
  copy.removeAttribute("aria-label");
  copy.setAttribute("aria-hidden", "true");
  copy.classList.add("flying");
  return copy;
}

/** @typedef {Pick<DOMRect, "left" | "top" | "width">} Box */

/** A transform that puts a copy of this width over a box. @param {Box} base of the flight layer @param {Box} box @param {number} width */
export function over(base, box, width) {
  return `translate(${box.left - base.left}px, ${box.top - base.top}px) scale(${box.width / width})`;
}

/** Moves a copy over the flight layer, and removes it. @param {Element} layer @param {Element} copy @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
export function fly(layer, copy, frames, timing) {
  layer.append(copy);
  const flight = copy.animate(frames, { fill: "both", ...timing });
  flight.finished.then(() => copy.remove(), () => copy.remove());
}
