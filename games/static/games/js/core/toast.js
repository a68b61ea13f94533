// One sentence, at most one action, six seconds; hover or focus pauses, errors stay.
import { byId } from "./dom.js";
import { t } from "./words.js";

const STAY_MS = 6000;

/** @param {HTMLElement} element */
function addCloseButton(element) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = t("close");
  button.addEventListener("click", () => element.remove());
  element.append(button);
}

/** @param {HTMLElement} element */
function expire(element) {
  let timer = 0;
  const start = () => {
    timer = setTimeout(() => element.remove(), STAY_MS);
  };
  const stop = () => clearTimeout(timer);
  for (const name of ["pointerenter", "focusin"]) element.addEventListener(name, stop);
  for (const name of ["pointerleave", "focusout"]) element.addEventListener(name, start);
  start();
}

/** @param {HTMLElement} element */
function begin(element) {
  if ("stay" in element.dataset) addCloseButton(element);
  else expire(element);
}

/** @param {string} text @param {{stay?: boolean, action?: Element | null}} [how] */
export function toast(text, { stay = false, action = null } = {}) {
  const element = document.createElement("div");
  element.className = "toast";
  if (stay) element.dataset.stay = "";
  const words = document.createElement("span");
  words.textContent = text;
  element.append(words);
  if (action) element.append(action);
  byId("toasts").append(element);
  begin(element);
}

export function watchToasts() {
  /** @type {NodeListOf<HTMLElement>} */
  const toasts = document.querySelectorAll("#toasts .toast");
  for (const element of toasts) begin(element);
}
