// Latency: measured once on ordinary pages, shown live at a table.
export async function measurePing() {
  /** @type {HTMLElement | null} */
  const shown = document.querySelector(".top [data-ping]:not([data-live])");
  /** @type {HTMLLinkElement | null} */
  const icon = document.querySelector("link[rel=icon]");
  if (!shown || !icon) return;
  const times = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const began = performance.now();
    try {
      await fetch(icon.href, { method: "HEAD", cache: "no-store" });
    } catch {
      return;
    }
    times.push(performance.now() - began);
  }
  showPing(shown, Math.min(...times));
}

/** @param {HTMLElement} element @param {number} ms */
export function showPing(element, ms) {
  element.hidden = false;
  element.dataset.state = ms > 250 ? "slow" : "good";
  for (const words of element.getElementsByTagName("span")) words.textContent = `${Math.max(1, Math.round(ms))} ms`;
}
