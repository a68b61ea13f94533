// A countdown ring: redrawn once a second, never announced by itself.
const WHOLE = 2 * Math.PI * 17;

export class Ring {
  constructor(element, clock) {
    this.element = element;
    this.clock = clock;
    this.arc = element.querySelector(".fg");
    this.text = element.querySelector("text");
    this.until = null;
    this.onSecond = () => {};
  }

  start(until, whole, label, quiet) {
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
    const left = Math.max(0, this.until - this.clock.now());
    const seconds = Math.ceil(left / 1000);
    const share = Math.min(1, (seconds * 1000) / this.whole);
    this.arc.setAttribute("stroke-dasharray", `${(share * WHOLE).toFixed(1)} ${WHOLE.toFixed(2)}`);
    this.text.textContent = seconds;
    this.element.setAttribute("aria-label", `${seconds} seconds: ${this.label}`);
    this.onSecond(seconds);
    if (left > 0) this.timer = setTimeout(() => this.draw(), (left % 1000) + 5);
  }
}
