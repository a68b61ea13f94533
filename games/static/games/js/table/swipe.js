// A finger that goes sideways over the board; up and down it scrolls the page.
const LEAST_PX = 48;
const LONGEST_MS = 700;

/** @param {HTMLElement} element @param {(event: PointerEvent) => void} action */
export function onSwipe(element, action) {
  /** @type {PointerEvent | null} */
  let start = null;
  element.addEventListener("pointerdown", (event) => {
    start = event.pointerType === "touch" && event.isPrimary ? event : null;
  });
  element.addEventListener("pointercancel", () => (start = null));
  element.addEventListener("pointerup", (event) => {
    if (!start || event.pointerId !== start.pointerId) return;
    const [across, along] = [Math.abs(event.clientX - start.clientX), Math.abs(event.clientY - start.clientY)];
    if (across >= LEAST_PX && across > 2 * along && event.timeStamp - start.timeStamp < LONGEST_MS) action(event);
    start = null;
  });
}
