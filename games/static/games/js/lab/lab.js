// A run under way: takes the newest numbers into the page until it has ended.
import { fetchPart, find } from "../core/dom.js";

const EVERY_MS = 2000;
const run = find("run");

async function renew() {
  try {
    const fresh = await fetchPart("run");
    if (fresh.dataset.run !== "running") {
      location.reload();
      return;
    }
    const busy = run.contains(document.activeElement) || run.querySelector("details[open]");
    if (!busy) run.replaceChildren(...fresh.childNodes);
  } catch {
    // offline for a moment: the next round asks again
  }
  setTimeout(renew, EVERY_MS);
}

setTimeout(renew, EVERY_MS);
