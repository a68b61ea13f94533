// The buttons under the table: draw, to the field, put down, options, call the table; the clocks.
import { html, icon } from "../../core/cards.js";
import { allow, button, newCountdown } from "./parts.js";
import { minutes } from "./words.js";

const MOVES = {
  draw: ["Draw", "D", "Draw: top of the stack to the hand"],
  play: ["To field", "P", "Hand card to field"],
  deploy: ["Deploy", "F", "Deploy: top of the stack to the field"],
};
const PAUSE_MS = 150; // a double click is one move
const MUSTER_MS = 20000; // how long before it the muster is worth a word

export class MoveButtons {
  // on: {move(act), offer(), call()}
  constructor(bar, clock, on) {
    this.clock = clock;
    this.on = on;
    this.moved = 0;
    this.buttons = new Map();
    this.element = html("span", "deeds");
    for (const [act, [words, key, label]] of Object.entries(MOVES)) this.add(act, words, key, label);
    this.add("offer", "Options", "C");
    this.add("call", "Call table", "M");
    this.pulse = newCountdown(clock, "s q");
    this.time = html("b");
    this.words = html("span", "meta");
    this.clocks = html("span", "clock", [this.pulse.element, this.words, icon("clock"), this.time]);
    this.element.addEventListener("click", (event) => this.clicked(event));
    bar.prepend(this.element);
    bar.querySelector(".say").after(this.clocks);
  }

  add(act, words, key, label = "") {
    const element = button("btn", [words, " ", html("kbd", "", [key])], label);
    element.value = act;
    this.buttons.set(act, element);
    this.element.append(element);
  }

  clicked(event) {
    const act = event.target.closest("button")?.value;
    if (!act) return;
    if (act === "offer") this.on.offer();
    else if (act === "call") this.on.call();
    else if (event.timeStamp - this.moved > PAUSE_MS) {
      this.moved = event.timeStamp;
      this.on.move(act);
    }
  }

  draw(view) {
    this.view = view;
    const playing = Boolean(view.may);
    this.element.hidden = !playing;
    this.buttons.get("call").hidden = !playing || view.may.call_at === null;
    this.clocks.hidden = Boolean(view.result);
    const { pulse } = view.clocks;
    if (pulse === null || view.result) this.pulse.stop();
    else this.pulse.start(pulse, 4000, "next pulse");
    this.pulse.element.toggleAttribute("hidden", pulse === null);
    this.tick();
  }

  light(choice) {
    const { may } = this.view;
    if (!may) return;
    for (const act of Object.keys(MOVES)) allow(this.buttons.get(act), choice.sentence(may.moves[act]));
    const offer = this.buttons.get("offer");
    offer.setAttribute("aria-pressed", String(choice.offering));
    allow(offer, Object.keys(may.offers).length ? "" : choice.sentence("OPTION_NEEDED"));
  }

  // The clock of the game, once a second.
  tick() {
    clearTimeout(this.timer);
    const { clocks, plan, result } = this.view;
    if (result) return;
    const now = this.clock.now();
    this.time.textContent = minutes(Math.ceil((clocks.end - now) / 1000));
    const muster = clocks.muster === null ? Infinity : clocks.muster - now;
    if (plan) this.words.textContent = "Move chosen. You can still change it.";
    else this.words.textContent = muster < MUSTER_MS ? `Muster in ${Math.max(0, Math.ceil(muster / 1000))} s` : "";
    this.timer = setTimeout(() => this.tick(), 1000 - (now % 1000) + 5);
  }
}
