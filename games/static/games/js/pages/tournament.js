// Tournaments: counts down to the moments a page names.
import { Clock } from "../core/clock.js";

const clock = new Clock();
const LATE_MS = 3000; // after the moment the page is asked for again, not by all at once

/** 75000 -> 1:15. @param {number} ms */
export function countWords(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** @param {HTMLElement} element */
function count(element) {
  const left = Number(element.dataset.until) - clock.now();
  element.textContent = countWords(left);
  if (left > 0) setTimeout(() => count(element), (left % 1000) + 5);
  else setTimeout(() => location.reload(), 500 + Math.random() * LATE_MS);
}

for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-until]"))) {
  clock.guess(Number(element.dataset.now));
  if (Number(element.dataset.until) > clock.now()) count(element);
}
