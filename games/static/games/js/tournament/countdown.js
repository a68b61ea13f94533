// Counts down to the moments that elements name in data-until, once a second.
import { Clock, minutes } from "../core/clock.js";

export const clock = new Clock();
/** @type {(() => void)[]} what to do when a moment has come */
const then = [];

export function tick() {
  let ended = false;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-until]"))) {
    const left = Number(element.dataset.until) - clock.now();
    const shown = minutes(Math.ceil(left / 1000));
    ended ||= left <= 0 && element.textContent !== shown && element.textContent !== "";
    if (element.textContent !== shown) element.textContent = shown;
  }
  if (ended) for (const action of then) action();
}

/** @param {() => void} action */
export function whenEnded(action) {
  then.push(action);
}

for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-now]"))) {
  clock.guess(Number(element.dataset.now));
}
document.addEventListener("beat", (event) => clock.guess(/** @type {CustomEvent<{now: number}>} */ (event).detail.now));
tick();
setInterval(tick, 1000);
