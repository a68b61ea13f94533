// What a player is called to, on every page: the newest comes over the socket of the page.
import { find } from "../core/dom.js";
import { bindSettings, settings } from "../core/settings.js";
import { countInTitle, notify } from "../player/attention.js";
import { play } from "../player/sound.js";
import { clock, tick } from "./countdown.js";

const KEY = "warsite:calls"; // those that were sounded, in any tab
const KEPT = 30;
const box = find("calls");

/** @param {string} key of a call: true only the first time in this browser */
function isNew(key) {
  try {
    const heard = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (heard.includes(key)) return false;
    localStorage.setItem(KEY, JSON.stringify([key, ...heard].slice(0, KEPT)));
  } catch {
    // private windows may refuse; then every tab sounds
  }
  return true;
}

/** @param {HTMLElement} call */
function sound(call) {
  play("call", { hidden: true });
  if (settings.sound) navigator.vibrate?.([200, 100, 200]);
  notify((call.querySelector("p")?.textContent ?? "").replace(/\s+/g, " ").trim(), call.dataset.call ?? "");
}

// A table need not be called to on its own page.
function show() {
  /** @type {NodeListOf<HTMLElement>} */
  const calls = box.querySelectorAll("[data-call]");
  let waiting = 0;
  for (const call of calls) {
    call.hidden = call.dataset.at === location.pathname;
    if (call.hidden || call.dataset.sounds === undefined) continue;
    waiting += 1;
    if (isNew(call.dataset.call ?? "")) sound(call);
  }
  countInTitle("calls", waiting);
  tick();
}

if (!document.querySelector("[data-table]")) bindSettings(); // a table binds them itself
show();
document.addEventListener("calls", (event) => {
  const { calls, now } = /** @type {CustomEvent<import("../player/line.js").Calls>} */ (event).detail;
  clock.guess(now);
  box.replaceChildren(...new DOMParser().parseFromString(calls, "text/html").body.childNodes);
  show();
});
