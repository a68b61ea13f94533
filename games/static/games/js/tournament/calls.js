// What a player is called to, on every page: the newest comes over the socket of the page.
import { find, hit } from "../core/dom.js";
import { bindSettings, settings } from "../core/settings.js";
import { browser } from "../core/storage.js";
import { countInTitle, notify } from "../player/attention.js";
import { play } from "../player/sound.js";
import { clock, tick } from "./countdown.js";

const SOUNDED = "warsite:calls"; // the keys of calls that were sounded, in any tab
const HIDDEN = "warsite:hidden-calls"; // of those that the player does not want to see again
const KEPT = 30;
const box = find("calls");
let shown = "";

/** @param {string} list @returns {string[]} */
const keysIn = (list) => browser.read(list, []);

/** @param {string} list @param {string} key of a call: true only the first time in this browser */
function isNew(list, key) {
  const keys = keysIn(list);
  if (keys.includes(key)) return false;
  browser.write(list, [key, ...keys].slice(0, KEPT));
  return true;
}

/** @param {HTMLElement} call */
function sound(call) {
  play("call", { hidden: true });
  if (settings.sound) navigator.vibrate?.([200, 100, 200]);
  notify((call.querySelector("p")?.textContent ?? "").replace(/\s+/g, " ").trim(), call.dataset.call ?? "");
}

// A call need not be shown on the page it leads to.
function show() {
  /** @type {NodeListOf<HTMLElement>} */
  const calls = box.querySelectorAll("[data-call]");
  const hidden = keysIn(HIDDEN);
  let waiting = 0;
  for (const call of calls) {
    const key = call.dataset.call ?? "";
    call.hidden = call.dataset.at === location.pathname || hidden.includes(key);
    if (call.hidden || call.dataset.sounds === undefined) continue;
    waiting += 1;
    if (isNew(SOUNDED, key)) sound(call);
  }
  countInTitle("calls", waiting);
  tick();
}

if (!document.querySelector("[data-table]")) bindSettings(); // a table binds them itself
show();
box.addEventListener("click", (event) => {
  /** @type {HTMLElement | null | undefined} */
  const call = hit(event, "[data-close]")?.closest("[data-call]");
  if (!call) return;
  isNew(HIDDEN, call.dataset.call ?? "");
  call.hidden = true;
});
document.addEventListener("calls", (event) => {
  const { calls, now } = /** @type {CustomEvent<import("../player/line.js").Calls>} */ (event).detail;
  clock.guess(now);
  if (calls !== shown) box.replaceChildren(...new DOMParser().parseFromString(calls, "text/html").body.childNodes);
  shown = calls;
  show();
});
