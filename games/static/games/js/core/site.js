// Every page: appearance, menus, messages, latency.
import { measurePing } from "./ping.js";
import { toast, watchToasts } from "./toast.js";

const root = document.documentElement;
const YEAR = 31536000;

function remember(name, value) {
  const age = value ? YEAR : 0;
  document.cookie = `${name}=${value}; path=/; max-age=${age}; samesite=lax`;
}

// The server writes data-theme and data-deck from the cookies, so that the first paint is right.
function joinSwitch(selector, attribute, cookie) {
  for (const group of document.querySelectorAll(selector)) {
    group.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      remember(cookie, button.value);
      if (button.value) root.setAttribute(attribute, button.value);
      else root.removeAttribute(attribute);
      for (const each of group.querySelectorAll("button")) {
        each.setAttribute("aria-pressed", String(each === button));
      }
    });
  }
}

function joinMenus() {
  const menus = [...document.querySelectorAll("details[data-menu]")];
  const close = (menu, focus) => {
    if (!menu.open) return;
    menu.open = false;
    if (focus) menu.querySelector("summary").focus();
  };
  document.addEventListener("click", (event) => {
    for (const menu of menus) if (!menu.contains(event.target)) close(menu, false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus) close(menu, menu.contains(document.activeElement));
  });
}

export async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea"); // plain http has no clipboard API
  area.value = text;
  area.className = "sr";
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

// Buttons of invitation links: data-copy holds the text, data-share offers the system's sheet.
function joinCopying() {
  document.addEventListener("click", async (event) => {
    const copy = event.target.closest("[data-copy]");
    if (copy) {
      await copyText(copy.dataset.copy);
      toast("Link copied.");
      return;
    }
    const share = event.target.closest("[data-share]");
    if (share) navigator.share({ url: share.dataset.share, title: document.title }).catch(() => {});
  });
  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
}

// A player's own random bytes for the shuffle, drawn in the browser when the form is sent.
function joinEntropy() {
  for (const form of document.querySelectorAll("form[data-entropy]")) {
    form.addEventListener("submit", () => {
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      form.elements.entropy.value = hex;
    });
  }
}

joinEntropy();
joinSwitch("[data-theme-switch]", "data-theme", "theme");
joinSwitch("[data-deck-switch]", "data-deck", "deck");
joinMenus();
joinCopying();
watchToasts();
if (document.readyState === "complete") measurePing();
else addEventListener("load", () => setTimeout(measurePing, 500));
