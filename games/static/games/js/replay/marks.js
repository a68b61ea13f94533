// Marks under the scrubber.
import { h } from "../../vendor/preact.js";
import { draw } from "../core/draw.js";

/** A triangle under every war up to this place; the box is 1000 wide. @param {Element} element @param {import("./recording.js").Recording} recording @param {number} until */
export function drawMarks(element, { depths, length }, until) {
  const wars = [...depths].filter(([number, depth]) => depth && number <= until);
  const marks = wars.map(([number]) => {
    return h("path", { key: number, d: `M${(1000 * number) / Math.max(length, 1)} 1l5 10h-10z` });
  });
  draw(element, ...marks);
}
