// Looking for players, on every page: how long it has lasted, whether one is still there, and the way to
// the table. Only the tab that asked goes there by itself, and never from a running game or a form
// somebody has begun to fill in (docs/protocol.md).
import { minutes } from "../core/clock.js";
import { find } from "../core/dom.js";
import { browser, tab } from "../core/storage.js";
import { isMyTurn, isPlaying } from "../player/attention.js";
import { TAB } from "../player/tab.js";
import { toast } from "../core/toast.js";
import { t } from "../core/words.js";
import { play } from "../player/sound.js";

/**
 * @typedef {{kinds: string[], rated: boolean, waited_ms: number, left_ms: number, end: string, ended_ms: number | null, words: string}} Wish
 * @typedef {{table: string, tab: string}} Way
 */

const ASK_MS = 30000; // before it ends
const WENT = "warsite:went"; // the table to which this tab has gone
const TOLD = "warsite:wish-told"; // when the wish ended whose end this browser has told
const EXPECTED = ["matched", "cancelled", "signed_out"];

class WishBar {
  isLooking = false;
  isDirty = false;
  /** @type {Wish | null} */
  wish = null;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.words = find("wish-words", element);
    this.time = find("wish-time", element);
    this.here = find("wish-here", element);
    this.cancel = find("wish-cancel", element);
    this.link = /** @type {HTMLAnchorElement} */ (find("wish-go", element));
    element.addEventListener("submit", (event) => this.send(event));
    document.addEventListener("input", (event) => {
      if (event.target instanceof Element && event.target.closest("form[method=post]")) this.isDirty = true;
    });
    document.addEventListener("submit", () => {
      this.isDirty = false;
    });
    document.addEventListener("visibilitychange", () => this.tellEnd());
    setInterval(() => this.tick(), 1000);
  }

  /** The page stays; the line tells what came of it. @param {SubmitEvent} event */
  send(event) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || location.pathname === new URL(form.action).pathname) return;
    event.preventDefault();
    fetch(form.action, { method: "POST", body: new FormData(form, event.submitter) }).catch(() => toast(t("offline")));
  }

  /** @param {{wish: Wish | null, go: Way | null}} me */
  hear({ wish, go }) {
    this.isLooking = Boolean(wish && !wish.end);
    this.wish = wish;
    this.tellEnd();
    if (wish) {
      const now = performance.now();
      this.since = now - wish.waited_ms;
      this.until = now + wish.left_ms;
      this.kinds = wish.kinds.join("; ");
    }
    this.way = go && location.pathname !== `/t/${go.table}/` ? go : null;
    this.draw();
    if (this.way) this.lead(this.way);
  }

  /** Once, also if the page was not looked at or not open when it ended. */
  tellEnd() {
    const { wish } = this;
    const at = String(wish?.ended_ms);
    if (!wish?.end || EXPECTED.includes(wish.end) || document.hidden || browser.read(TOLD, "") === at) return;
    browser.write(TOLD, at);
    toast(wish.words, { stay: true });
  }

  draw() {
    const { isLooking, way } = this;
    this.element.hidden = !isLooking && !way;
    this.cancel.hidden = !isLooking;
    if (!isLooking) this.time.textContent = "";
    this.link.hidden = !way;
    if (way) {
      this.link.href = `/t/${way.table}/?matched=1`;
      this.say(t("players-found"));
    }
    this.tick();
  }

  /** Read out only when it changes. @param {string} words */
  say(words) {
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  tick() {
    this.here.hidden = !this.isLooking || this.until === undefined || this.until - performance.now() > ASK_MS;
    if (!this.isLooking || this.since === undefined) return;
    this.say(this.here.hidden ? t("looking", { kinds: this.kinds ?? "" }) : t("still-there"));
    this.time.textContent = minutes((performance.now() - this.since) / 1000);
  }

  /** @param {Way} way */
  lead(way) {
    if (way.tab !== TAB || tab.read(WENT, "") === way.table) return;
    tab.write(WENT, way.table);
    if (!isMyTurn()) play("matched", { hidden: true });
    if (!this.isDirty && !isPlaying()) location.assign(this.link.href);
  }

}

/** @type {HTMLElement | null} */
const element = document.querySelector("[data-wish]");
if (element) {
  const bar = new WishBar(element);
  document.addEventListener("me", (event) => bar.hear(/** @type {CustomEvent} */ (event).detail));
}
/** @type {NodeListOf<HTMLInputElement>} */
const fields = document.querySelectorAll("form input[name=tab]");
for (const field of fields) field.value = TAB;
