// A countdown ring: redrawn once a second, never announced by itself.
const LENGTH = 2 * Math.PI * 17; // of the arc

export class Countdown {
  /** @param {SVGElement} element @param {{now(): number}} clock */
  constructor(element, clock) {
    this.element = element;
    this.clock = clock;
    this.label = "";
    /** @type {number | null} */
    this.until = null;
    this.whole = 1;
    /** @type {(seconds: number) => void} */
    this.onSecond = () => {};
  }

  /** `whole`: ms of a full ring. @param {number} until @param {number} whole @param {string} label @param {boolean} [quiet] */
  start(until, whole, label, quiet = true) {
    if (this.until === until && this.label === label) return;
    this.until = until;
    this.whole = Math.max(whole, 1);
    this.label = label;
    this.element.classList.toggle("q", quiet);
    this.element.classList.remove("off");
    clearTimeout(this.timer);
    this.draw();
  }

  stop() {
    clearTimeout(this.timer);
    this.until = null;
    this.element.classList.add("off");
  }

  draw() {
    const left = Math.max(0, (this.until ?? 0) - this.clock.now());
    const seconds = Math.ceil(left / 1000);
    const share = Math.min(1, (seconds * 1000) / this.whole);
    const dashes = `${(share * LENGTH).toFixed(1)} ${LENGTH.toFixed(2)}`;
    this.element.querySelector(".fg")?.setAttribute("stroke-dasharray", dashes);
    this.element.getElementsByTagName("text")[0].textContent = String(seconds);
    this.element.setAttribute("aria-label", `${seconds} seconds: ${this.label}`);
    this.onSecond(seconds);
    if (left > 0) this.timer = setTimeout(() => this.draw(), (left % 1000) + 5);
  }
}
