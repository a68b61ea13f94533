// Tournaments: counts down to the moments a page names.
import { Clock, minutes } from "../core/clock.js";

const clock = new Clock();
const LATE_MS = 3000; // after the moment the page is asked for again, not by all at once

/** @param {HTMLElement} element */
function count(element) {
  const left = Number(element.dataset.until) - clock.now();
  element.textContent = minutes(Math.ceil(left / 1000));
  if (left > 0) setTimeout(() => count(element), (left % 1000) + 5);
  else setTimeout(() => location.reload(), 500 + Math.random() * LATE_MS);
}

for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-until]"))) {
  clock.guess(Number(element.dataset.now));
  if (Number(element.dataset.until) > clock.now()) count(element);
}
