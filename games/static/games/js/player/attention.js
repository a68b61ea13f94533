// Where a page gets its player's attention, and when it should not try.
import { toast } from "../core/toast.js";
import { t } from "../core/words.js";

const title = document.title;
/** @type {Map<string, number>} */
const waiting = new Map();

/** How many of these wait, all kinds together in the title of the page. @param {string} kind @param {number} count */
export function countInTitle(kind, count) {
  waiting.set(kind, count);
  const sum = [...waiting.values()].reduce((all, each) => all + each, 0);
  document.title = sum ? `(${sum}) ${title}` : title;
}

export function isPlaying() {
  return document.querySelector("[data-table][data-status=running]") !== null;
}

/** Does a running game wait for this player? */
export function isMyTurn() {
  return document.querySelector("[data-table][data-status=running] [data-bar][data-asked]") !== null;
}

/** Outside of a page that nobody sees, if they allowed it. @param {string} text @param {string} tag one message, in whichever tab */
export function notify(text, tag) {
  if (document.hidden && "Notification" in window && Notification.permission === "granted") {
    try {
      new Notification("warsite", { body: text, tag });
    } catch {
      // Android shows none from a page; sound and title still tell
    }
  }
}

/** Browsers are asked only when somebody presses a button for it. */
export function bindNotify() {
  const root = document.documentElement;
  const isOpen = () => "Notification" in window && Notification.permission === "default";
  root.toggleAttribute("data-can-notify", isOpen());
  document.addEventListener("click", async ({ target }) => {
    if (!(target instanceof Element) || !target.closest("[data-notify]")) return;
    try {
      await Notification.requestPermission();
    } catch {
      // refused, as in a frame
    }
    if (Notification.permission !== "granted") toast(t("notifications-refused"));
    root.toggleAttribute("data-can-notify", isOpen());
  });
}
