// The log beside a replay: a piece around the place that is shown, longer when one reads on.
import { chips, html } from "../core/cards.js";

const BEFORE = 20; // as the server shows them
const STEP = 60;
const MOST = 300; // lines that may grow by playing on; a jump begins anew
const NEAR = 12; // lines above the marked one that fill the box
const REST_MS = 80;

export class Moves {
  // log: [place, [[text, kind], ...]], the oldest first; query(place): the address of a line;
  // stamp(place): its number as it is shown
  constructor(list, box, log, query, stamp = String) {
    this.list = list;
    this.box = box;
    this.log = log;
    this.query = query;
    this.stamp = stamp;
    this.from = this.find(Number(list.firstElementChild?.dataset.number ?? 0)); // as the server drew it
    this.to = this.from + list.children.length;
    this.links = { "-1": this.link(-1, "Earlier moves"), 1: this.link(1, "Later moves") };
    this.watcher = new IntersectionObserver((seen) => this.reached(seen), { root: box, rootMargin: "200px" });
    for (const link of Object.values(this.links)) this.watcher.observe(link);
  }

  link(way, words) {
    const link = this.box.querySelector(`[data-more="${way}"]`) ?? html("a", "more", [words]);
    link.dataset.more = way;
    link.setAttribute("href", "#");
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.extend(way);
    });
    if (way < 0) this.list.before(link);
    else this.list.after(link);
    return link;
  }

  // Mark the line of this place; `hide`: nothing is told of what comes after it.
  // A jump waits until the thumb rests: sixty lines take longer to draw than the cards.
  // Another log is drawn at once: what other eyes were told of the game.
  show(place, hide, log = this.log) {
    const other = log !== this.log;
    this.log = log;
    clearTimeout(this.timer);
    const here = this.find(place);
    this.limit = hide ? here + 1 : this.log.length;
    const far = other || here < this.from || here > this.to || here - this.from > MOST;
    if (far && hide) this.clear();
    if (!far || other) this.draw(here, far);
    else this.timer = setTimeout(() => this.draw(here, far), REST_MS);
  }

  draw(here, far) {
    if (far) this.begin(here);
    else if (here >= this.to) this.append(STEP);
    this.cut();
    this.drawLinks();
    this.mark(here - this.from);
  }

  find(place) {
    let low = 0;
    let high = this.log.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.log[middle][0] <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  begin(here) {
    this.from = Math.max(Math.min(here - BEFORE, this.limit - STEP), 0);
    this.to = Math.min(this.from + STEP, this.limit);
    this.list.replaceChildren(...this.lines(this.from, this.to));
  }

  clear() {
    this.from = this.to = 0;
    this.list.replaceChildren();
  }

  cut() {
    while (this.to > this.limit) {
      this.list.lastElementChild.remove();
      this.to -= 1;
    }
  }

  append(count) {
    const end = Math.min(this.to + count, this.limit);
    this.list.append(...this.lines(this.to, end));
    this.to = end;
  }

  // What is read stays where it is when lines come in above it.
  prepend(count) {
    const begin = Math.max(this.from - count, 0);
    const below = this.box.scrollHeight - this.box.scrollTop;
    this.list.prepend(...this.lines(begin, this.from));
    this.from = begin;
    this.box.scrollTop = this.box.scrollHeight - below;
  }

  extend(way) {
    if (way < 0) this.prepend(STEP);
    else this.append(STEP);
    this.drawLinks();
  }

  reached(seen) {
    for (const { isIntersecting, target } of seen) if (isIntersecting) this.extend(Number(target.dataset.more));
  }

  // An observer tells of changes alone: watched anew, a link that is still in sight is told again.
  drawLinks() {
    this.links["-1"].hidden = !this.from;
    this.links[1].hidden = this.to >= this.limit;
    for (const link of Object.values(this.links)) {
      this.watcher.unobserve(link);
      if (!link.hidden) this.watcher.observe(link);
    }
  }

  lines(from, to) {
    return this.log.slice(from, to).map(([place, parts]) => {
      const words = parts.flatMap(([text, kind]) => [html("span", kind, chips(text)), " "]);
      const number = html("a", "n", place ? [this.stamp(place)] : [html("span", "sr", ["deal"]), "0"]);
      number.setAttribute("href", this.query(String(place)));
      const item = html("li", "", [number, html("span", "", words)]);
      item.dataset.number = place;
      return item;
    });
  }

  mark(at) {
    const item = this.list.children[at];
    if (item === this.marked) return;
    this.marked?.removeAttribute("aria-current");
    this.marked = item;
    if (!item) return;
    item.setAttribute("aria-current", "true");
    this.measure(at);
    const above = item.offsetTop; // the box is the offset parent
    const { scrollTop, clientHeight } = this.box;
    if (above < scrollTop || above + item.offsetHeight > scrollTop + clientHeight) {
      this.box.scrollTop = above - clientHeight / 2;
    }
  }

  // The height of a line that was never in sight is a guess: a war among the lines above would
  // push the one that was scrolled to out of the box as soon as they are drawn.
  measure(at) {
    for (let near = Math.max(at - NEAR, 0); near <= at; near++) this.list.children[near].classList.add("near");
  }
}
