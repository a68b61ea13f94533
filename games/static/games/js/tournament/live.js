// A page of a tournament: reads itself again when the tournament has changed (or, where players are
// awaited, every few seconds), and keeps what the reader is doing: focus, scroll, opened details, a
// form that is being filled in.
import { fetchPart, find } from "../core/dom.js";
import { Idiomorph } from "../../vendor/idiomorph.js";
import { tick, whenEnded } from "./countdown.js";
import { socket } from "../player/personal_socket.js";

const AT_MOST_EVERY_MS = 2000;
const SOON_MS = 3000;
const RETRY_MS = 30000;
const page = find("tournament");
let shown = Number(page.dataset.version);
let newest = shown;
let last = -AT_MOST_EVERY_MS;
/** @type {number | undefined} */
let timer;

/** Forms that are being filled in stay, and so do running countdowns and what scripts have changed. @param {Node} old @param {Node} fresh */
function mayChange(old, fresh) {
  if (!(old instanceof HTMLElement && fresh instanceof HTMLElement)) return true;
  if ("touched" in old.dataset || "keep" in old.dataset) return false;
  return !(old.dataset.until && old.dataset.until === fresh.dataset.until);
}

/** @param {string} name @param {Element} element */
function mayChangeAttribute(name, element) {
  return !(name === "open" && element instanceof HTMLDetailsElement);
}

/** Reads the page again at once. */
export async function refresh() {
  last = performance.now();
  try {
    const fresh = await fetchPart("tournament");
    shown = Number(fresh.dataset.version);
    const callbacks = { beforeNodeMorphed: mayChange, beforeAttributeUpdated: mayChangeAttribute };
    Idiomorph.morph(page, fresh, { ignoreActiveValue: true, callbacks });
    tick();
    timer = undefined;
    if (newest > shown) plan(AT_MOST_EVERY_MS);
    else if ("awaits" in page.dataset) plan(SOON_MS);
  } catch {
    timer = undefined;
    plan(RETRY_MS); // offline, or the page is gone
  }
}

/** Read the page again within so many ms: not all readers at once, and not while nobody looks. @param {number} within */
function plan(within) {
  if (timer || document.hidden) return;
  const rest = Math.max(0, last + AT_MOST_EVERY_MS - performance.now());
  timer = setTimeout(refresh, rest + Math.random() * within);
}

document.addEventListener("version", (event) => {
  const { version, within } = /** @type {CustomEvent<import("../player/line.js").Changed>} */ (event).detail;
  newest = Math.max(newest, version);
  if (newest > shown) plan(within);
});
whenEnded(() => socket.open || plan(SOON_MS));
document.addEventListener("visibilitychange", () => (newest > shown || "awaits" in page.dataset) && plan(0));
page.addEventListener("input", (event) => {
  const form = event.target instanceof Element ? event.target.closest("form") : null;
  if (form) form.dataset.touched = "";
});
if ("awaits" in page.dataset) plan(SOON_MS);
