// What moves on all boards, and when nothing does.
import { HIDDEN } from "./card_words.js";
import { picture } from "./cards.js";

export const EASE = "cubic-bezier(.2, .7, .2, 1)";
export const MOVE_MS = 260;
export const BACKLOG = 4; // more events than this are shown as their end state

export const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export function quiet() {
  return reduced.matches || document.hidden;
}

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

/** Face down for so many ms. @param {Element} element @param {number} ms */
export function hideFace(element, ms) {
  const face = element.children[0];
  const back = picture(HIDDEN);
  face.replaceWith(back);
  setTimeout(() => back.isConnected && back.replaceWith(face), ms);
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

/** A copy for the flight layer: seen, not read out. @param {Element} element */
export function silentCopy(element) {
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  copy.removeAttribute("role");
  copy.removeAttribute("aria-label");
  copy.setAttribute("aria-hidden", "true");
  copy.classList.add("flying");
  return copy;
}

/** Moves a copy, and removes it. @param {Element} copy @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
export function flyAway(copy, frames, timing) {
  const flight = copy.animate(frames, { fill: "both", ...timing });
  flight.finished.then(() => copy.remove(), () => copy.remove());
}
