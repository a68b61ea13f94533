// Tabs: a click or the arrow keys choose one.
import { byId } from "../core/dom.js";

/** @param {HTMLElement[]} tabs @param {HTMLElement} tab */
function choose(tabs, tab) {
  for (const each of tabs) {
    const chosen = each === tab;
    each.setAttribute("aria-selected", String(chosen));
    each.tabIndex = chosen ? 0 : -1;
    byId(each.getAttribute("aria-controls") ?? "").hidden = !chosen;
  }
}

export function bindTabs() {
  /** @type {HTMLElement[]} */
  const tabs = [...document.querySelectorAll(".tabs [role=tab]")].filter((tab) => tab instanceof HTMLElement);
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => choose(tabs, tab));
    tab.addEventListener("keydown", ({ key }) => {
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      const next = tabs[(at + step + tabs.length) % tabs.length];
      choose(tabs, next);
      next.focus();
    });
  });
}
