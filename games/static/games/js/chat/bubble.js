// A quick word at the seat of whoever said it, for a moment. Screen readers hear it from the log.
const SHOWN_MS = 4000;

/** @param {HTMLElement} felt @param {number} seat @param {Node} words */
export function bubble(felt, seat, words) {
  const plate = felt.querySelector(`[data-seat="${seat}"] .plate`);
  const place = plate ?? felt.querySelector(`[data-seat="${seat}"]:not(svg)`);
  const sheet = felt.closest(".table-sheet");
  if (!place || !sheet) return;
  for (const old of sheet.querySelectorAll(`[data-bubble="${seat}"]`)) old.remove();
  const box = place.getBoundingClientRect();
  const frame = sheet.getBoundingClientRect();
  const shown = document.createElement("p");
  shown.className = "bubble";
  shown.dataset.bubble = String(seat);
  shown.ariaHidden = "true";
  shown.append(words);
  sheet.append(shown);
  const left = Math.max(8, Math.min(box.left - frame.left + 12, frame.width - shown.offsetWidth - 8));
  const top = Math.max(8, box.top - frame.top + (plate ? -shown.offsetHeight - 4 : 4)); // above the name
  const there = { transform: `translate(${left}px, ${top}px)` }; // it stands still
  shown.animate([there, there], SHOWN_MS).onfinish = () => shown.remove();
}
