// A replay in the frame of another site: play, step, and a scrubber.
import { icon } from "../core/cards.js";
import { drawShares } from "../core/card_share.js";
import { embedded, find, hitButton } from "../core/dom.js";
import { draw } from "../core/draw.js";
import { t } from "../core/words.js";
import { fit } from "./fit.js";
import { Recording } from "./recording.js";

const STEP_MS = 2000;
const LONGEST_MS = 8000; // of games with a clock, when nothing happens

/** @type {{frames: string, names: string[], bots: number[], at: string}} */
const meta = embedded("meta");
const range = /** @type {HTMLInputElement} */ (find("range"));
const play = find("play");

class Film {
  /** @param {Recording} recording @param {Boards.Game} game */
  constructor(recording, game) {
    this.recording = recording;
    this.game = game;
    this.board = new game.Board(find("felt"), meta.names);
    this.board.bots = new Set(meta.bots);
    this.index = recording.find(meta.at);
    this.timer = 0;
    range.max = String(recording.last);
    for (const name of ["steps", "range"]) find(name).hidden = false;
    range.addEventListener("input", () => this.jump(Number(range.value)));
    find("steps").addEventListener("click", (event) => this.press(hitButton(event)));
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
    this.draw(null);
    fit();
  }

  /** @param {HTMLButtonElement | null} button */
  press(button) {
    if (button?.value) this.jump(this.index + Number(button.value), button.value === "1");
    else if (this.timer) this.pause();
    else if (button) this.start();
  }

  /** @param {number} index */
  jump(index, moving = false) {
    this.pause();
    this.go(index, moving);
  }

  /** @param {number} index @param {boolean} moving */
  go(index, moving) {
    const before = this.index;
    this.index = Math.max(0, Math.min(index, this.recording.last));
    if (this.index !== before) this.draw(moving ? before : null);
  }

  start() {
    if (this.index === this.recording.last) this.go(0, false);
    this.wait();
    draw(play, icon("pause"));
    play.ariaLabel = t("pause");
  }

  wait() {
    const { frames } = this.recording;
    const gap = this.game.realtime ? frames[this.index + 1].at - frames[this.index].at : STEP_MS;
    this.timer = setTimeout(() => this.tick(), Math.min(gap, LONGEST_MS));
  }

  tick() {
    this.go(this.index + 1, true);
    if (this.index < this.recording.last) this.wait();
    else this.pause();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    draw(play, icon("play"));
    play.ariaLabel = t("play");
  }

  /** @param {number | null} known the frame that is on the board */
  draw(known) {
    const message = this.recording.message(this.index, known);
    this.board.update(message, known !== null);
    drawShares(find("front").children[0], this.game.shares(message.view, meta.names));
    const { number } = this.recording.frames[this.index];
    const place = this.game.stamp?.(number) ?? this.recording.text(this.index);
    find("posn").textContent = place;
    range.value = String(this.index);
    range.ariaValueText = t("step", { number: place });
  }
}

const film = Recording.fetch(meta.frames, meta.names, () => false);
/** @type {Promise<Boards.Game>} */
const game = import(find("replay").dataset.board ?? "");
Promise.all([film, game]).then(([recording, board]) => new Film(recording, board));
