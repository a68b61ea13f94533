// Keeps the screen of a projector awake while its page is seen; where the browser refuses, the page says so.
import { find } from "../core/dom.js";

async function stayAwake() {
  if (document.hidden) return; // the lock is gone, and is asked for again when the page is back
  let isRefused = false;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    isRefused = true; // or there is none: not over HTTPS, an old browser, a battery that is low
  }
  find("awake").hidden = !isRefused;
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
