// Plays by itself: a button, and how fast.
import { icon } from "../core/cards.js";
import { find, hitButton } from "../core/dom.js";
import { draw } from "../core/draw.js";
import { settings } from "../core/settings.js";
import { t } from "../core/words.js";

const speeds = [...find("speeds").children].filter((each) => each instanceof HTMLButtonElement);

export class Playback {
  /** @param {() => number | null} tick shows the next picture; returns its ms at 1x, null at the end */
  constructor(tick) {
    this.tick = tick;
    this.speed = 1;
    this.timer = 0;
    this.gap = 0;
    this.setSpeed(Number(settings.speed));
    find("speeds").addEventListener("click", (event) => this.setSpeed(Number(hitButton(event)?.value ?? this.speed)));
  }

  get isOn() {
    return this.timer > 0;
  }

  /** @param {number} gap ms of the picture that is shown */
  play(gap) {
    this.gap = gap;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), gap / this.speed);
    this.draw("pause", t("pause"));
  }

  next() {
    const gap = this.tick();
    if (gap === null) this.pause();
    else this.play(gap);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.draw("play", t("play"));
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    for (const button of speeds) button.ariaPressed = String(Number(button.value) === speed);
    if (this.isOn) this.play(this.gap);
  }

  /** @param {number} step */
  faster(step) {
    const values = speeds.map((button) => Number(button.value));
    this.setSpeed(values[values.indexOf(this.speed) + step] ?? this.speed);
  }

  /** @param {string} sign @param {string} label */
  draw(sign, label) {
    const button = find("play");
    draw(button, icon(sign));
    button.ariaLabel = label;
    button.ariaPressed = String(sign === "pause");
  }
}
