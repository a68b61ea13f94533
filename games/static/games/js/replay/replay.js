// The replay: plays a recording on the felt of the table.  Fed by the addresses in #meta alone.
import { ALL, Recording } from "./recording.js";
import { ShareBar, ShareChart } from "../core/card_share.js";
import { nameSeats, plural, spellCards } from "../core/card_words.js";
import { html, svg, use } from "../core/cards.js";
import { embedded, hit, hitButton } from "../core/dom.js";
import { Moves } from "./moves.js";
import { copyText } from "../core/site.js";
import { toast } from "../core/toast.js";

const STEP_MS = 1200; // a number of one step, at 1x
const STAGE_MS = 1500; // a step of a war: there is more to see
const LONGEST_MS = 8000; // of real time, when nothing happens
const CALM = 2; // above this speed nothing moves, only end states are shown
const ADDRESS_MS = 400; // browsers refuse more than about a hundred changes in half a minute

const find = (name) => /** @type {any} */ (document.querySelector(`[data-${name}]`));
const page = find("replay");
const meta = embedded("meta");

class Replay {
  // game: the board module of the game shown
  constructor(recording, game) {
    this.recording = recording;
    this.game = game;
    this.index = recording.find(meta.at);
    this.speed = 1;
    this.timer = null;
    this.eyes = find("eyes").elements.view.value;
    this.hide = page.dataset.hide === "1";
    this.step = meta.step ?? game.unit; // what a place is called
    this.unit = this.step[0].toUpperCase() + this.step.slice(1);
    this.bar = new ShareBar(find("front").querySelector(".front"));
    this.moves = new Moves(find("log"), find("logbox"), recording.log, (at) => this.query(at), game.stamp);
    this.setBoard();
    this.joinControls();
    this.joinKeys();
    this.draw({ moving: false });
    this.load();
  }

  // A long recording comes in parts: one can look at the first ones already.
  async load() {
    const { recording } = this;
    if (recording.next) this.drawLength();
    try {
      while (recording.next) {
        await recording.more();
        if (recording !== this.recording) return; // other eyes look now
        this.drawLength();
        this.drawLinks();
        this.moves.show(this.frame.number, this.hide);
        if (this.wanted) this.jump(this.wanted);
      }
    } catch {
      recording.next = null; // it ends here
      toast("Could not load the later moves. Reload the page.", { stay: true });
      return;
    }
    this.drawChart();
    this.drawMarks();
    this.drawEnding();
    this.drawPlace();
    this.drawLater();
  }

  setBoard() {
    this.board = new this.game.Board(find("felt"), meta.names);
    this.board.bots = new Set(meta.bots);
  }

  get frame() {
    return this.recording.frames[this.index];
  }

  // Going -----------------------------------------------------------------------------------

  go(index, { moving = false, spoken = true } = {}) {
    const to = Math.max(0, Math.min(index, this.recording.last));
    if (to === this.index) return;
    const next = to === this.index + 1;
    this.index = to;
    this.draw({ moving: moving && next });
    if (spoken) this.speak();
  }

  ends() {
    const war = (number) => (number === null ? this.index : this.recording.ofNumber(number));
    return {
      first: 0,
      back: this.index - 1,
      next: this.index + 1,
      last: this.recording.last,
      warBack: war(this.recording.warBefore(this.frame.number)),
      warNext: war(this.recording.warAfter(this.frame.number)),
    };
  }

  to(name) {
    if (name === "last") return this.jump(Infinity);
    this.pause();
    this.wanted = null;
    this.go(this.ends()[name], { moving: name === "next" });
  }

  // Playing ---------------------------------------------------------------------------------

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  play() {
    if (this.index === this.recording.last) this.go(0, { spoken: false });
    this.button("pause", "Pause");
    this.wait();
  }

  pause() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.button("play", "Play");
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tick(), this.gap() / this.speed);
  }

  // How long this picture is shown at 1x: a step of a battle, or as long as it was in the game.
  gap() {
    if (this.game.realtime) {
      const next = this.recording.frames[this.index + 1] ?? this.frame;
      return Math.min(next.at - this.frame.at, LONGEST_MS);
    }
    return this.recording.numbers.get(this.frame.number).length > 1 ? STAGE_MS : STEP_MS;
  }

  tick() {
    this.go(this.index + 1, { moving: this.speed <= CALM, spoken: this.speed <= 1 });
    if (this.index === this.recording.last && !this.recording.next) this.pause();
    else this.wait();
  }

  setSpeed(speed) {
    this.speed = speed;
    for (const button of find("speeds").children) {
      button.setAttribute("aria-pressed", String(Number(button.value) === speed));
    }
    if (this.timer) this.wait();
  }

  faster(step) {
    const speeds = [...find("speeds").children].map((button) => Number(button.value));
    const at = speeds.indexOf(this.speed) + step;
    if (speeds[at]) this.setSpeed(speeds[at]);
  }

  button(icon, words) {
    const button = find("play");
    button.querySelector("use").replaceWith(use(`i-${icon}`));
    button.setAttribute("aria-label", words);
    button.setAttribute("aria-pressed", String(icon === "pause"));
  }

  // Drawing ---------------------------------------------------------------------------------

  drawChart() {
    new ShareChart(find("chart").querySelector("svg"), [...this.recording.front], this.step).draw(meta.names);
  }

  drawLength() {
    const range = find("range");
    range.max = Math.max(Number(range.max), this.recording.length);
    if (!this.recording.next) find("later").textContent = this.ofAll();
  }

  // A triangle under every war; the box is 1000 wide.
  drawMarks() {
    const marks = [...this.recording.depths].filter(([, depth]) => depth).map(([number]) => {
      const mark = svg("path", { d: `M${(1000 * number) / Math.max(this.recording.length, 1)} 1l5 10h-10z` });
      mark.dataset.number = number;
      return mark;
    });
    find("marks").replaceChildren(...marks);
  }

  // A page that was sent before the end was known says it now.
  drawEnding() {
    const outcome = find("outcome");
    if (!outcome) return;
    const { result, number, wars } = this.recording.frames[this.recording.last].view;
    outcome.replaceWith(html("b", "", [nameSeats(result.text, meta.names)]));
    find("lengths").textContent = `${plural(number, this.game.unit)}, ${plural(wars, "war")}`;
  }

  draw({ moving }) {
    const message = this.recording.message(this.index, this.shown);
    const { view } = message;
    this.board.update(message, moving);
    this.shown = this.index;
    this.bar.draw(this.game.shares(view, meta.names));
    this.drawPlace();
    this.drawLinks();
    this.drawLater();
    this.moves.show(this.frame.number, this.hide, this.recording.log);
    this.noteAddress();
  }

  // "Battle 12", "Round 3": the place in words.
  place() {
    return this.game.stamp?.(this.frame.number) ?? `${this.unit} ${this.frame.number}`;
  }

  ofAll() {
    return `of ${this.game.stamp?.(this.recording.length) ?? this.recording.length}`;
  }

  drawPlace() {
    const { number } = this.frame;
    const range = find("range");
    range.value = number;
    range.setAttribute("aria-valuetext", this.hide ? this.place() : `${this.place()} ${this.ofAll()}`);
    const stamp = this.game.stamp?.(number);
    find("posn").textContent = stamp ?? this.recording.text(this.index);
    document.getElementById("board-heading").textContent = stamp ? `Board at ${stamp}` : `Board after ${this.step} ${number}`;
  }

  drawLinks() {
    for (const [name, index] of Object.entries(this.ends())) {
      const link = document.querySelector(`[data-to="${name}"]`);
      const dead = Math.max(0, Math.min(index, this.recording.last)) === this.index;
      link.toggleAttribute("aria-disabled", false);
      if (dead) {
        link.removeAttribute("href");
        link.setAttribute("role", "link");
        link.setAttribute("aria-disabled", "true");
        link.setAttribute("tabindex", "0"); // keeps the focus that stepped here
      } else {
        link.setAttribute("href", this.query(this.recording.text(index)));
        link.removeAttribute("role");
      }
    }
  }

  // With "hide later moves" nothing right of the thumb tells how the game goes on.
  drawLater() {
    const { number } = this.frame;
    const ended = this.index === this.recording.last;
    const share = this.recording.length ? (100 * number) / this.recording.length : 0;
    const tail = find("tail");
    tail.setAttribute("x", this.hide ? share : 100);
    tail.setAttribute("width", this.hide ? 100 - share : 0);
    for (const mark of find("marks").children) {
      const later = this.hide && Number(mark.dataset.number) > number;
      mark.setAttribute("display", later ? "none" : "inline");
    }
    for (const item of document.querySelectorAll("[data-later], [data-result]")) item.toggleAttribute("hidden", this.hide && !ended);
  }

  speak() {
    clearTimeout(this.speaking);
    const { call } = this.frame.view;
    const words = [`${this.place()}.`, nameSeats(call?.title, meta.names), nameSeats(call?.detail, meta.names)].filter(Boolean).join(" ");
    this.speaking = setTimeout(() => {
      find("polite").textContent = spellCards(words);
    }, 250);
  }

  // Addresses -------------------------------------------------------------------------------

  query(at) {
    const asked = new URLSearchParams({ at });
    if (this.eyes !== ALL) asked.set("view", this.eyes);
    if (this.hide) asked.set("hide", "1");
    return `?${asked}`;
  }

  noteAddress() {
    if (this.noting) return;
    this.noting = setTimeout(() => {
      this.noting = null;
      const here = new URL(meta.page + this.query(this.recording.text(this.index)), location.href).href;
      history.replaceState(null, "", here);
      find("link").value = here;
      document.querySelector(".share [data-copy]").setAttribute("data-copy", here);
      find("eyes").elements.at.value = this.recording.text(this.index);
    }, ADDRESS_MS);
  }

  async look(eyes) {
    const { view } = find("eyes").elements;
    if (![...view.options].some((option) => option.value === eyes)) return;
    view.value = eyes;
    this.wish = eyes;
    try {
      const recording = await recorded(eyes, (each) => each.last >= this.index);
      if (eyes === this.wish) this.see(recording, eyes);
    } catch {
      view.value = this.eyes;
      toast("This view could not be loaded. Try again.");
    }
  }

  see(recording, eyes) {
    this.recording = recording;
    this.eyes = eyes;
    this.shown = null;
    this.setBoard();
    this.draw({ moving: false });
    this.load();
  }

  setHide(hide) {
    this.hide = hide;
    find("hide-later").checked = hide;
    this.draw({ moving: false });
  }

  // Controls --------------------------------------------------------------------------------

  joinControls() {
    for (const name of ["play", "speeds", "hider"]) find(name).hidden = false;
    document.addEventListener("click", (event) => {
      const link = hit(event, "[data-to]");
      const line = hit(event, "[data-log] a.n");
      if ((!link && !line) || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      if (link) this.to(link.dataset.to);
      else this.jump(Number(line.closest("li").dataset.number));
    });
    find("play").addEventListener("click", () => this.toggle());
    find("range").addEventListener("input", (event) => this.jump(Number(event.target.value)));
    find("speeds").addEventListener("click", (event) => {
      const button = hitButton(event);
      if (button) this.setSpeed(Number(button.value));
    });
    find("eyes").addEventListener("change", () => this.look(find("eyes").elements.view.value));
    find("eyes").addEventListener("submit", (event) => event.preventDefault());
    find("hide-later").addEventListener("change", (event) => this.setHide(event.target.checked));
    find("keys-open").addEventListener("click", () => find("keys").showModal());
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
  }

  // What is not there yet is shown when it comes.
  jump(number) {
    this.pause();
    const { next, length } = this.recording;
    this.wanted = next && number >= length ? number : null;
    this.go(this.recording.ofNumber(Math.min(number, length)));
  }

  joinKeys() {
    document.addEventListener("keydown", (event) => {
      const busy = hit(event, "input:not([type=range]):not([type=checkbox]), select, textarea, dialog, summary");
      if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
      const action = this.keyed(event);
      if (!action) return;
      event.preventDefault();
      action();
    });
  }

  keyed(event) {
    const { key, shiftKey } = event;
    const control = hit(event, "button, a[href], input[type=checkbox]");
    const arrows = { ArrowLeft: shiftKey ? "warBack" : "back", ArrowRight: shiftKey ? "warNext" : "next" };
    const name = { ...arrows, Home: "first", End: "last" }[key];
    if (name) return () => this.to(name);
    if (key === " " && !control) return () => this.toggle();
    if (key === "+" || key === "=") return () => this.faster(1);
    if (key === "-") return () => this.faster(-1);
    if (key >= "0" && key <= "8" && key.length === 1) return () => this.look(key === "0" ? ALL : key);
    if (key === "h" || key === "H") return () => this.setHide(!this.hide);
    if (key === "c" || key === "C") return () => this.copy();
    if (key === "?") return () => find("keys").showModal();
    return null;
  }

  async copy() {
    await copyText(new URL(meta.page + this.query(this.recording.text(this.index)), location.href).href);
    toast("Link copied.");
  }
}

// As much of what these eyes saw as is needed.
async function recorded(eyes, enough) {
  const recording = await Recording.fetch(meta.frames + eyes, meta.names);
  while (recording.next && !enough(recording)) await recording.more();
  return recording;
}

const eyes = find("eyes").elements.view.value;
const enough = ({ length }) => length > Number(meta.at.split(".")[0]);
Promise.all([recorded(eyes, enough), import(page.dataset.board)]).then(
  ([recording, game]) => new Replay(recording, game),
  () => toast("Could not load the moves. You can still use the list.", { stay: true }),
);
