// The board in the frame of another site: as small as the frame needs.
import { find } from "../core/dom.js";

/** Draw the board in as many tenths of its size as there is room for. */
export function fit() {
  const felt = find("felt");
  const sheet = felt.closest("section");
  for (const tenths of [10, 9, 8, 7, 6, 5, 4]) {
    felt.dataset.tenths = String(tenths);
    if (sheet && sheet.scrollHeight <= sheet.clientHeight) return;
  }
}

addEventListener("resize", fit);
fit();
