// The tables of a circle as they are now: read again every few seconds while somebody looks, and not under their finger.
import { fetchPart, find } from "../core/dom.js";

const EVERY_MS = 5000;
const box = find("circle-tables");

async function update() {
  if (document.hidden || box.matches(":hover, :focus-within")) return;
  try {
    const fresh = await fetchPart("circle-tables");
    if (fresh.textContent !== box.textContent) box.replaceChildren(...fresh.children);
  } catch {
    // offline, or no longer a member: the list stays as it was
  }
}

setInterval(update, EVERY_MS);
document.addEventListener("visibilitychange", update);
