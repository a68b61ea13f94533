// Every page: appearance, menus, messages, latency.
import { copy, share } from "./copying.js";
import { hit, hitButton, showLocalTimes } from "./dom.js";
import { randomHex } from "./random.js";
import { carryAlong, keep } from "./settings.js";
import { toast, watchToasts } from "./toast.js";
import { t } from "./words.js";

const root = document.documentElement;
const YEAR = 31536000;

/** @param {string} name @param {string} value */
function setCookie(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${value ? YEAR : 0}; samesite=lax`;
}

/** The server writes the attribute from the cookie, so that the first paint is right. @param {string} name "theme", "deck", "back" or "motion" @param {string} value */
export function wear(name, value) {
  setCookie(name, value);
  keep({ [name]: value });
  if (value) root.setAttribute(`data-${name}`, value);
  else root.removeAttribute(`data-${name}`);
}

/** @param {string} name */
function bindSwitch(name) {
  for (const group of document.querySelectorAll(`[data-${name}-switch]`)) {
    group.addEventListener("click", (event) => {
      const button = hitButton(event);
      if (!button) return;
      wear(name, button.value);
      for (const each of group.querySelectorAll("button")) {
        each.setAttribute("aria-pressed", String(each === button));
      }
    });
  }
}

// A click elsewhere or Escape closes a menu.
function bindMenus() {
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const menus = document.querySelectorAll("details[data-menu]");
  document.addEventListener("click", (event) => {
    for (const menu of menus) if (!event.composedPath().includes(menu)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus) {
      if (menu.open && menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
      menu.open = false;
    }
  });
}

// Buttons of invitation links: data-copy holds the text, data-share offers the system's sheet (with data-share-text).
function bindCopying() {
  document.addEventListener("click", (event) => {
    const text = hit(event, "[data-copy]")?.dataset.copy;
    const { share: url, shareText } = hit(event, "[data-share]")?.dataset ?? {};
    if (text) copy(text);
    else if (url) share({ url, text: shareText, title: document.title }, url);
  });
  root.toggleAttribute("data-shares", "share" in navigator);
}

const AGAIN_MS = 5000; // after so long without another page a form can be sent again

// A player's own random bytes for the shuffle, drawn for a form when it is sent. A second click sends nothing, unless
// the first one has opened another tab.
function bindEntropy() {
  /** @type {Map<HTMLFormElement, number>} */
  const sent = new Map();
  let isAside = false;
  for (const name of ["click", "auxclick"]) {
    document.addEventListener(
      name,
      (event) => {
        if (!(event instanceof MouseEvent)) return;
        isAside = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
      },
      true,
    );
  }
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !("entropy" in form.dataset) || event.defaultPrevented) return;
    if (event.timeStamp - (sent.get(form) ?? -AGAIN_MS) < AGAIN_MS) {
      event.preventDefault();
      return;
    }
    form.querySelector("[name=entropy]")?.setAttribute("value", randomHex());
    if (!isAside) sent.set(form, event.timeStamp);
  });
  addEventListener("pageshow", () => sent.clear()); // after the back button a form is new
}

// A token changes when somebody signs in, as a guest, too: the pages in other tabs take the new one.
function bindTokens() {
  document.addEventListener(
    "submit",
    ({ target }) => {
      const [, token] = /__Host-csrftoken=(\w+)/.exec(document.cookie) ?? /csrftoken=(\w+)/.exec(document.cookie) ?? [];
      const field = target instanceof HTMLFormElement && target.querySelector("[name=csrfmiddlewaretoken]");
      if (token && field) field.setAttribute("value", token);
    },
    true,
  );
}

// Latency: measured once on ordinary pages, shown live at a table.
async function measurePing() {
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
  for (const words of element.getElementsByTagName("span")) words.textContent = t("ms", { ms: Math.max(1, Math.round(ms)) });
}

// Files and the rules are kept for when there is no connection; private windows may refuse.
function keepRules() {
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
}

carryAlong(root.dataset);
showLocalTimes(document);
bindEntropy();
bindTokens();
bindSwitch("theme");
bindSwitch("deck");
bindMenus();
bindCopying();
watchToasts();
addEventListener("unhandledrejection", () => toast(t("went-wrong"), { stay: true }), { once: true });
addEventListener("load", keepRules);
if (document.readyState === "complete") measurePing();
else addEventListener("load", () => setTimeout(measurePing, 500));
