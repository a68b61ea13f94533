// The log beside a replay: a piece around the place that is shown, longer when one reads on.
import { h } from "../../vendor/preact.js";
import { told } from "../core/cards.js";
import { draw, element } from "../core/draw.js";
import { t } from "../core/words.js";

/** @typedef {Recorded.Entry} Entry */

const BEFORE = 20; // as the server shows them
const STEP = 40;
const MOST = 100; // lines that may grow by playing on; a jump begins anew
const REST_MS = 80;

/** The last line that does not come after this place. @param {Entry[]} log @param {number} place */
function findLine(log, place) {
  const after = log.findIndex(([each]) => each > place);
  return after < 0 ? log.length - 1 : Math.max(after - 1, 0);
}

export class Moves {
  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} box
   * @param {Entry[]} log the oldest first
   * @param {(place: string) => string} query the address of a line
   * @param {(place: number) => string} [stamp] its number as it is shown
   */
  constructor(list, box, log, query, stamp = String) {
    this.list = list;
    this.box = box;
    this.log = log;
    this.query = query;
    this.stamp = stamp;
    this.from = findLine(log, Number(list.firstElementChild?.getAttribute("data-number") ?? 0)); // as the server drew it
    this.to = this.from + list.children.length;
    this.drawn = this.wanted;
    this.limit = log.length;
    this.marked = -1;
    this.earlier = this.link(-1, t("earlier-moves"));
    this.later = this.link(1, t("later-moves"));
    this.watcher = new IntersectionObserver((seen) => this.reached(seen), { root: box, rootMargin: "200px" });
  }

  /** @param {number} way @param {string} words */
  link(way, words) {
    /** @type {HTMLElement | null} */
    const old = this.box.querySelector(`[data-more="${way}"]`);
    const link = old ?? element(h("a", { class: "more", "data-more": way }, words));
    link.setAttribute("href", "#");
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.extend(way);
    });
    if (way < 0) this.list.before(link);
    else this.list.after(link);
    return link;
  }

  /**
   * Mark the line of this place; `hide`: nothing is told of what comes after it. A jump waits until the
   * thumb rests: sixty lines take longer to draw than the cards. Another log is drawn at once: what
   * other eyes were told of the game.
   * @param {number} place
   * @param {boolean} hide
   */
  show(place, hide, log = this.log) {
    const isOther = log !== this.log;
    this.log = log;
    clearTimeout(this.timer);
    const here = findLine(log, place);
    this.limit = hide ? here + 1 : log.length;
    const isFar = isOther || here < this.from || here > this.to || here - this.from > MOST;
    if (isFar && hide) this.clear();
    if (!isFar || isOther) this.go(here, isFar);
    else this.timer = setTimeout(() => this.go(here, isFar), REST_MS);
  }

  /** @param {number} here @param {boolean} isFar */
  go(here, isFar) {
    if (isFar) {
      this.from = Math.max(Math.min(here - BEFORE, this.limit - STEP), 0);
      this.to = this.from + STEP;
    } else if (here >= this.to) this.to += STEP;
    const isNew = here !== this.marked;
    this.marked = here;
    this.draw();
    if (isNew) this.scrollToMark(this.list.children[here - this.from]);
  }

  clear() {
    this.drawn = "";
    draw(this.list);
  }

  /** Which lines are wanted, and their links. */
  get wanted() {
    return `${this.from} ${this.to} ${this.query("")}`;
  }

  /** Those that the server drew stay until others are wanted. */
  draw() {
    this.to = Math.min(this.to, this.limit);
    if (this.wanted !== this.drawn) {
      this.drawn = this.wanted;
      draw(this.list, ...this.log.slice(this.from, this.to).map((entry) => this.line(entry)));
    }
    this.mark();
    this.watchLinks();
  }

  /** @param {Entry} entry */
  line([place, parts]) {
    const words = parts.flatMap(([text, kind]) => [told(text, kind), " "]);
    const stamp = place ? this.stamp(place) : [h("span", { class: "sr" }, t("deal")), "0"];
    const link = h("a", { class: "n", href: this.query(String(place)) }, stamp);
    return h("li", { key: place, "data-number": place }, link, h("span", null, words));
  }

  /** By hand: to draw all lines for it would take longer than to draw the cards. */
  mark() {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.list.children[this.marked - this.from]?.setAttribute("aria-current", "true");
  }

  /** What is read stays where it is when lines come in above it. @param {number} way */
  extend(way) {
    const below = this.box.scrollHeight - this.box.scrollTop;
    if (way > 0) this.to += STEP;
    else this.from = Math.max(this.from - STEP, 0);
    this.draw();
    if (way < 0) this.box.scrollTop = this.box.scrollHeight - below;
  }

  /** @param {IntersectionObserverEntry[]} seen */
  reached(seen) {
    for (const { isIntersecting, target } of seen) if (isIntersecting) this.extend(target === this.later ? 1 : -1);
  }

  /** An observer tells of changes alone: watched anew, a link that is still in sight is told again. */
  watchLinks() {
    this.earlier.hidden = !this.from;
    this.later.hidden = this.to >= this.limit;
    for (const link of [this.earlier, this.later]) {
      this.watcher.unobserve(link);
      if (!link.hidden) this.watcher.observe(link);
    }
  }

  /** @param {Element | undefined} item */
  scrollToMark(item) {
    if (!(item instanceof HTMLElement)) return;
    const above = item.offsetTop; // the box is the offset parent
    const { scrollTop, clientHeight } = this.box;
    if (above >= scrollTop && above + item.offsetHeight <= scrollTop + clientHeight) return;
    this.box.scrollTop = above - clientHeight / 2;
  }
}
