// Addresses of places on the page of a replay.
import { find } from "../core/dom.js";
import { ALL } from "./recording.js";

/** The path of a place's page, for others and for what is played on from there. @param {string} page @param {string} at @param {string} eyes */
export function placeAddress(page, at, eyes) {
  const query = eyes === ALL ? "" : `?view=${eyes}`;
  return `${page}at/${at}/${query}`;
}

/** A page's address for others, who may not be able to open this one. @param {string} path */
export function addressForOthers(path) {
  return new URL(path, copyKey()?.dataset.copy ?? location.href).href;
}

/** The key that copies the place that is shown; the page gives it an address for others. */
function copyKey() {
  return /** @type {HTMLElement | null} */ (document.querySelector(".share [data-copy]"));
}

/** Note the place that is shown. @param {string} at @param {string} address of the replay there @param {string} place path of its own page */
export function notePlace(at, address, place) {
  history.replaceState(null, "", address);
  const whole = addressForOthers(place);
  copyKey()?.setAttribute("data-copy", whole);
  document.querySelector(".share [data-share]")?.setAttribute("data-share", whole);
  document.querySelector(".share [data-qr]")?.setAttribute("src", `/qr.svg?of=${encodeURIComponent(place)}`);
  document.querySelector(".share [data-picture]")?.setAttribute("href", place.replace(/\/(\?.*)?$/, ".png"));
  document.querySelector("[data-play-on]")?.setAttribute("action", place);
  find("eyes").querySelector("[name=at]")?.setAttribute("value", at);
}

/** Let a link lead to an address, or nowhere. @param {HTMLElement} link @param {string | null} address */
export function leadTo(link, address) {
  link.ariaDisabled = address === null ? "true" : null;
  link.role = address === null ? "link" : null;
  if (address !== null) return link.setAttribute("href", address);
  link.tabIndex = 0; // keeps the focus that stepped here
  link.removeAttribute("href");
}
