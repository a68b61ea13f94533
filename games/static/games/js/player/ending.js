// How the game went, beside the board. The server draws it once the game is over.
import { fetchPart, find } from "../core/dom.js";
import { rise } from "../core/motion.js";

// A rating is counted a moment after the end.
const LOOK_AGAIN_MS = [1000, 2000, 4000, 8000, 16_000];

/** @param {HTMLElement} box */
export async function drawEnding(box) {
  try {
    fill(box, await fetchPart("ending"));
    await drawRating(box);
  } catch {
    // offline: the bar says who won
  }
}

/** @param {HTMLElement} box @param {HTMLElement} fresh */
function fill(box, fresh) {
  box.replaceChildren(...fresh.children);
  box.hidden = false;
  rise(box);
}

/** @param {HTMLElement} box */
async function drawRating(box) {
  for (const ms of LOOK_AGAIN_MS) {
    const due = box.querySelector("[data-due]");
    if (!due) return;
    await new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
    due.replaceWith(find("own-rating", await fetchPart("ending")));
  }
}
