// The game on the home page: the server draws it anew every few seconds, for whoever looks.
import { find } from "../core/dom.js";
import { isReduced } from "../core/settings.js";

const NEXT_MS = 3000;
const LONGEST_MS = 300_000; // then it stands still until somebody asks for more

const section = find("show");
const button = find("show-pause", section);
let isPaused = isReduced();
let since = performance.now();

function isInSight() {
  const { top, bottom } = section.getBoundingClientRect();
  return !document.hidden && bottom > 0 && top < innerHeight;
}

/** @param {Document} fresh @param {string} name */
function renew(fresh, name) {
  const [now, then] = [find(name, section), find(name, fresh)];
  if (!now.isEqualNode(then)) now.replaceChildren(...then.childNodes);
}

async function next() {
  if (performance.now() - since > LONGEST_MS) setPaused(true);
  if (isPaused || !isInSight()) return;
  try {
    const answer = await fetch(section.dataset.show ?? "");
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok || isPaused || !fresh.body.children.length) return;
    section.classList.add("playing");
    for (const name of ["show-table", "show-curve"]) renew(fresh, name);
  } catch {
    // offline for a moment: the picture stays
  }
}

/** @param {boolean} paused */
function setPaused(paused) {
  isPaused = paused;
  since = performance.now();
  button.ariaPressed = String(paused);
}

setPaused(isPaused);
button.addEventListener("click", () => setPaused(!isPaused));
setInterval(next, NEXT_MS);
