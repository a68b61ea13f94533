// A countdown ring: redrawn once a second, never announced by itself.
import { Component, h } from "../../vendor/preact.js";
import { t } from "./words.js";

const RADIUS = 17;
const LENGTH = 2 * Math.PI * RADIUS; // of the arc
const STILL_MS = 1000; // between looks at a clock that stands still: a pause, or a replay

export class Countdown {
  /** @param {Element} element @param {Boards.Clock} clock */
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
    const now = this.clock.now();
    const isStill = now === this.drawnAt;
    this.drawnAt = now;
    const left = Math.max(0, (this.until ?? 0) - now);
    const seconds = Math.ceil(left / 1000);
    const share = Math.min(1, (seconds * 1000) / this.whole);
    const dashes = `${(share * LENGTH).toFixed(1)} ${LENGTH.toFixed(2)}`;
    this.element.querySelector(".fg")?.setAttribute("stroke-dasharray", dashes);
    this.element.getElementsByTagName("text")[0].textContent = String(seconds);
    this.element.setAttribute("aria-label", t("ring", { count: seconds, label: this.label }));
    this.onSecond(seconds);
    if (left > 0) this.timer = setTimeout(() => this.draw(), isStill ? STILL_MS : (left % 1000) + 5);
  }
}

/**
 * @typedef {object} RingProps
 * @property {Boards.Clock} clock
 * @property {number | null} until null: the ring stands still
 * @property {number} [since] when a full ring began; now, if nobody knows
 * @property {number} [least] ms of the shortest full ring
 * @property {string} label
 * @property {boolean} [quiet]
 * @property {string} [look]
 * @property {(seconds: number) => void} [onSecond]
 */

/** A ring of a board. @extends {Component<RingProps, {}>} */
export class Ring extends Component {
  /** @type {Countdown | undefined} */
  countdown;

  componentDidMount() {
    this.componentDidUpdate();
  }

  componentDidUpdate() {
    const { clock, until, since = clock.now(), least = 4000, label, quiet, onSecond } = this.props;
    this.countdown ??= new Countdown(/** @type {Element} */ (this.element), clock);
    this.countdown.onSecond = onSecond ?? (() => {});
    if (until === null) this.countdown.stop();
    else this.countdown.start(until, Math.max(until - since, least), label, quiet);
  }

  componentWillUnmount() {
    this.countdown?.stop();
  }

  render() {
    const circle = { cx: 20, cy: 20, r: RADIUS };
    const props = {
      class: `ring ${this.props.look ?? ""}`.trim(),
      viewBox: "0 0 40 40",
      role: /** @type {const} */ ("timer"),
      ref: (/** @type {Element | null} */ element) => {
        this.element = element ?? this.element;
      },
    };
    const arc = h("circle", { class: "fg", transform: "rotate(-90 20 20)", ...circle });
    return h("svg", props, h("circle", { class: "bg", ...circle }), arc, h("text", { x: 20, y: 20.5 }));
  }
}
