// Addresses of places on the page of a replay.
import { find } from "../core/dom.js";
import { ALL } from "./recording.js";

/** The page of a place, for others and for what is played on from there. @param {string} page @param {string} at @param {string} eyes */
export function placeAddress(page, at, eyes) {
  const query = eyes === ALL ? "" : `?view=${eyes}`;
  return new URL(`${page}at/${at}/${query}`, location.href).href;
}

/** Note the place that is shown. @param {string} at @param {string} address of the replay there @param {string} place its own page */
export function notePlace(at, address, place) {
  history.replaceState(null, "", address);
  document.querySelector(".share [data-copy]")?.setAttribute("data-copy", place);
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
