// What stands out for a moment on any board: who slaps, a war, a joker.
import { h } from "../../vendor/preact.js";
import { icon } from "../core/cards.js";
import { element } from "../core/draw.js";
import { EASE, boxOf, fly, quiet } from "../core/motion.js";

const SIZE = 56; // px, as in table.css
const STAMP_MS = 800;
/** @type {Record<string, string>} event -> its sign */
const SIGNS = { slap: "hand", war: "bolt", reset: "first" };

/** @param {HTMLElement} felt @param {Protocol.Event[]} events */
export function gesture(felt, events) {
  const event = events.findLast(({ ev }) => SIGNS[ev]);
  const layer = felt.querySelector(".flight");
  const seat = event?.seat && felt.querySelector(`[data-seat="${event.seat}"]:not(svg)`);
  const box = boxOf(seat || felt.querySelector(".call, .ask"));
  if (!event || !layer || !box || quiet()) return;
  const base = layer.getBoundingClientRect();
  const x = box.left - base.left + (box.width - SIZE) / 2;
  const y = box.top - base.top + (box.height - SIZE) / 2;
  const at = (/** @type {number} */ scale) => `translate(${x}px, ${y}px) scale(${scale})`;
  const stamp = element(h("span", { class: "stamp flying" }, icon(SIGNS[event.ev])));
  const frames = [
    { opacity: 0, transform: at(1.8) },
    { opacity: 0.9, transform: at(1), offset: 0.2 },
    { opacity: 0.9, transform: at(1), offset: 0.75 },
    { opacity: 0, transform: at(1) },
  ];
  fly(layer, stamp, frames, { duration: STAMP_MS, easing: EASE });
}
