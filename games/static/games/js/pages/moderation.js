// The moderators' pages by keyboard: J and K move in the queue, 1 to 5 decide.
import { pressedKey } from "../core/dom.js";

/** @param {KeyboardEvent} event */
function isTyping(event) {
  const at = /** @type {HTMLElement} */ (event.target);
  return at.matches("input:not([type=checkbox]), textarea, select");
}

/** @param {number} step */
function move(step) {
  const links = [...document.querySelectorAll("[data-queue] a")].filter(
    (link) => link instanceof HTMLAnchorElement,
  );
  const at = links.findIndex((link) => link === document.activeElement);
  const next = at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + step));
  links[next]?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  const key = pressedKey(event);
  if (key === "j") move(1);
  if (key === "k") move(-1);
  const button = document.querySelector(`[data-decide] [aria-keyshortcuts="${CSS.escape(key)}"]`);
  if (button instanceof HTMLButtonElement) button.click();
});
