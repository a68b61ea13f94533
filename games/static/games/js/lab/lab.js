// A run under way: takes the newest numbers into the page until it has ended.
const EVERY_MS = 2000;
const run = document.querySelector("[data-run]");

async function renew() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-run]");
    const busy = run.contains(document.activeElement) || run.querySelector("details[open]");
    if (fresh && fresh.dataset.run !== "running") return location.reload();
    if (fresh && !busy) run.replaceChildren(...fresh.childNodes);
  } catch {
    // offline for a moment: the next round asks again
  }
  return setTimeout(renew, EVERY_MS);
}

setTimeout(renew, EVERY_MS);
