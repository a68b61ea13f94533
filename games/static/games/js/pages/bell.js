// The bell in the header: the newest notices, their number, also in the title, and a toast for each that comes while
// this page is looked at; else a notification of the browser, if it may. They come over the personal
// socket, or that of the table (docs/protocol.md). Opening the list marks them as seen.
import { find, showLocalTimes } from "../core/dom.js";
import { bindNotify, countInTitle, isMyTurn, isPlaying, notify } from "../player/attention.js";
import { play } from "../player/sound.js";
import "../player/personal_socket.js";
import { toast } from "../core/toast.js";
import { t } from "../core/words.js";

/**
 * @typedef {{id: number, kind: string, text: string, url: string, at: number, seen: boolean}} Notice
 * @typedef {{unread: number, notices: Notice[], here: {name: string, url: string}[], invitations?: {in: object[]}}} Me
 */

const URGENT = new Set(["invited", "sanction", "appeal", "report", "void"]); // told even during a game

/** @param {Notice} notice */
function row({ text, url, at, seen }) {
  const item = document.createElement("li");
  if (!seen) item.className = "new";
  const words = document.createElement(url ? "a" : "span");
  if (words instanceof HTMLAnchorElement) words.href = url;
  words.textContent = text;
  const time = document.createElement("time");
  time.dateTime = new Date(at).toISOString();
  time.dataset.local = "";
  const line = document.createElement("p");
  line.className = "meta";
  line.append(time);
  item.append(words, line);
  return item;
}

class Bell {
  newest = Infinity; // id of the newest notice that was heard of; at first all are old news

  /** @param {HTMLDetailsElement} element */
  constructor(element) {
    this.element = element;
    this.number = find("unread", element);
    this.list = find("notices", element);
    this.here = find("here", element);
    this.hereWords = this.here.textContent ?? "";
    this.unread = Number(this.number.textContent);
    countInTitle("notices", this.unread);
    element.addEventListener("toggle", () => this.markSeen());
  }

  /** @param {number} count */
  count(count) {
    this.unread = count;
    countInTitle("notices", count);
    this.number.textContent = String(count);
    this.number.hidden = count === 0;
    find("unread-words", this.element).textContent = t("new-notices", { count });
  }

  markSeen() {
    const form = this.element.querySelector("form");
    if (!this.element.open || !this.unread || !form) return;
    this.count(0);
    fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => {}); // the next page counts
  }

  /** @param {Me} me */
  hear({ unread, notices: all, here, invitations }) {
    const notices = invitations?.in.length ? all.filter(({ kind }) => kind !== "invited") : all; // they stand above
    this.showHere(here);
    const fresh = all.filter(({ id, seen }) => id > this.newest && !seen);
    if (!this.element.open || fresh.length || this.newest === Infinity) this.show(notices);
    if (!this.element.open) this.tell(fresh.filter(({ kind }) => !isPlaying() || URGENT.has(kind)));
    this.newest = Math.max(0, ...all.map(({ id }) => id));
    this.count(unread);
    this.markSeen();
  }

  /** @param {Notice[]} fresh */
  tell(fresh) {
    for (const { id, kind, text } of fresh) {
      if (document.hidden) notify(text, `notice-${id}`);
      else if (kind !== "invited") toast(text); // that has a toast with its answers
    }
    if (fresh.some(({ kind }) => kind === "invited") && !isMyTurn()) play("invited", { hidden: true });
  }

  /** Players whom one follows. @param {Me["here"]} here */
  showHere(here) {
    const links = here.map(({ name, url }) => {
      const link = Object.assign(document.createElement("a"), { href: url, textContent: name });
      link.translate = false;
      return link;
    });
    this.here.hidden = !here.length;
    this.here.replaceChildren(this.hereWords, ...links.flatMap((link) => [" ", link]));
  }

  /** @param {Notice[]} notices newest first */
  show(notices) {
    const none = Object.assign(document.createElement("li"), { textContent: t("no-notices") });
    this.list.replaceChildren(...(notices.length ? notices.map(row) : [none]));
    showLocalTimes(this.list);
  }
}

/** @type {HTMLDetailsElement | null} */
const element = document.querySelector("[data-bell]");
if (element) {
  const bell = new Bell(element);
  bindNotify();
  document.addEventListener("me", (event) => bell.hear(/** @type {CustomEvent<Me>} */ (event).detail));
}
