// The chart of chances above that of cards, drawn by the server, and the numbers at the caret.
import { embedded, fetchPage, find } from "../core/dom.js";
import { toast } from "../core/toast.js";
import { t } from "../core/words.js";

const EVERY_MS = 1000; // while they are computed
const PARTS = ["charts", "curve", "odds", "caution", "doing", "chances"];

/** @typedef {string[]} Odds place, its name, the chance of each seat, give or take */

export class Chances {
  /** @param {() => string} query of the page as it is now @param {() => void} redraw what depends on the place */
  constructor(query, redraw) {
    this.query = query;
    this.redraw = redraw;
    this.read();
  }

  /** What the page shows. */
  read() {
    const panel = find("chances");
    /** @type {boolean} */
    this.isOpen = !panel.hidden;
    this.level = panel.dataset.level;
    /** @type {Odds[]} */
    this.odds = document.getElementById("odds") ? embedded("odds") : [];
    if (panel.dataset.chances === "running") this.timer = setTimeout(() => this.renew(), EVERY_MS);
  }

  /** @param {boolean} [isOpen] the one that is not open by default */
  toggle(isOpen) {
    this.isOpen = isOpen ?? !this.isOpen;
    this.renew();
  }

  /** Other eyes look, another chart is wanted, or more is computed. */
  async renew() {
    clearTimeout(this.timer);
    const query = (this.wish = this.query());
    try {
      const fresh = await fetchPage(query);
      if (query !== this.wish) return; // something else is wanted by now
      const focused = document.activeElement?.id;
      for (const name of PARTS) find(name).replaceWith(find(name, fresh));
      if (focused) document.getElementById(focused)?.focus();
      this.read();
      this.redraw();
    } catch {
      if (this.isOpen === find("chances").hidden) toast(t("offline"));
      this.read(); // a curve under way is asked for again
    }
  }

  /** Add to a query what keeps this chart open. @param {URLSearchParams} asked */
  keep(asked) {
    if (!this.isOpen) return;
    asked.set("chart", "chances");
    if (this.level) asked.set("level", this.level);
  }

  /** The numbers of the last place that is over at this frame. @param {import("./recording.js").Recording} recording @param {number} index */
  show(recording, index) {
    const { number } = recording.frames[index];
    const odds = this.odds.findLast(([at]) => Number.parseInt(at) <= number && recording.find(at) <= index);
    const line = find("odds");
    line.hidden = !odds;
    for (const [at, part] of line.querySelectorAll("[data-odd]").entries()) part.textContent = odds?.[at + 1] ?? "";
  }

  /** Where the form of the page leads. @param {string} query */
  note(query) {
    const form = document.querySelector("form[data-ask]");
    if (form instanceof HTMLFormElement) form.action = form.dataset.ask + query;
  }

  /** To be spoken. */
  get words() {
    const line = find("odds");
    return line.hidden ? "" : (line.textContent ?? "").replace(/\s+/g, " ");
  }
}
