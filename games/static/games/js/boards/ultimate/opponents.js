// The panels of the other players: stack, hand, three field cards, and how long without any.
import { HIDDEN, cardName, outWords, plural } from "../../core/card_words.js";
import { counter, html } from "../../core/cards.js";
import { Places, allow, button, cardButton, mini, newCountdown, own } from "./parts.js";

export const LETTERS = "qweryui"; // the keys that choose an opponent, in the order of the panels

export class Opponents {
  // on: {card(seat, code), zone(seat, zone), war(seat), elapsed(seat)}: the last when a ring has run out
  constructor(element, clock, on) {
    this.element = element;
    this.clock = clock;
    this.on = on;
    this.panels = new Map();
    element.addEventListener("click", (event) => this.clicked(event));
  }

  clicked(event) {
    const target = event.target.closest("button");
    const seat = Number(target?.closest("[data-seat]")?.dataset.seat);
    if (!seat) return;
    if (target.dataset.code) this.on.card(seat, target.dataset.code);
    else if (target.dataset.zone) this.on.zone(seat, target.dataset.zone);
    else this.on.war(seat);
  }

  // `order`: numbers of the seats to draw, clockwise from the left of who looks.
  draw(view, order, facts) {
    if (!this.panels.size) this.frame(order, view, facts);
    for (const number of order) this.panels.get(number).draw(view, view.seats[number - 1], facts);
  }

  frame(order, view, facts) {
    this.element.querySelectorAll(".opp").forEach((panel) => panel.remove());
    const panels = order.map((number, at) => {
      const letter = view.you && facts.live ? LETTERS[at] : "";
      const panel = new Panel(number, letter, this.clock, facts);
      panel.countdown.onSecond = (seconds) => seconds || this.on.elapsed(number);
      this.panels.set(number, panel);
      return panel.element;
    });
    this.element.prepend(...panels);
  }

  get(number) {
    return this.panels.get(number);
  }

  // Reach: what the chosen card may do to whom; `why(seat, what)` gives "" or the reason.
  light(chosen, why, mine) {
    for (const panel of this.panels.values()) panel.light(chosen, why, mine);
  }
}

class Panel {
  constructor(number, letter, clock, facts) {
    this.number = number;
    this.places = new Places();
    this.element = html("section", "opp");
    this.element.dataset.seat = number;
    this.total = html("b", "tot");
    this.tags = html("span", "tags");
    this.who = html("span", "who", [counter(number), html("span", "", [facts.names[number - 1]])]);
    if (facts.bots.has(number)) this.who.append(html("span", "bot", ["bot"]));
    const hint = letter ? [html("kbd", "", [letter.toUpperCase()])] : [];
    this.stack = button("hz");
    this.hand = button("hz");
    this.stack.dataset.zone = "stack";
    this.hand.dataset.zone = "hand";
    this.field = html("div", "fld");
    this.slots = [0, 1, 2].map(() => html("span", "place", [html("span", "slot")]));
    this.field.append(...this.slots);
    this.bare = this.bareBox(clock);
    this.element.append(
      html("header", "", [this.who, ...hint, this.total]),
      this.tags,
      html("div", "hid", [this.stack, this.hand]),
      html("div", "fldbox", [this.field, this.bare]),
    );
  }

  bareBox(clock) {
    this.countdown = newCountdown(clock, "s q");
    this.war = button("btn s", ["Call war"]);
    const box = html("div", "nofield", [this.countdown.element, html("span", "nf", ["No field"]), this.war]);
    box.hidden = true;
    return box;
  }

  draw(view, seat, facts) {
    this.name = facts.names[this.number - 1];
    this.drawHead(view, seat, facts);
    this.drawHidden(seat);
    this.drawField(seat);
    this.drawBare(view, seat);
  }

  drawHead(view, seat, facts) {
    this.total.textContent = seat.total;
    this.element.setAttribute("aria-label", `${this.name}, ${plural(seat.total, "card")}`);
    this.element.classList.toggle("gone", seat.out);
    const words = stateWords(view, seat, facts).join("|");
    if (this.words === words) return;
    this.words = words;
    this.tags.replaceChildren(...(words ? words.split("|") : []).map((word) => html("span", "tag", [word])));
  }

  drawHidden(seat) {
    this.element.classList.toggle("stack-bound", seat.locked.includes("stack"));
    this.element.classList.toggle("hand-bound", seat.locked.includes("hand"));
    const now = `${seat.stack}/${seat.hand}/${seat.out}`;
    if (this.hidden === now) return;
    this.hidden = now;
    const picture = (code) => (code ? mini(code) : html("span", "slot"));
    this.stack.replaceChildren(picture(seat.stack && HIDDEN), html("span", "", ["stack ", html("b", "", [String(seat.stack)])]));
    this.hand.replaceChildren(picture(seat.hand), html("span", "", [seat.hand ? "hand" : "no hand"]));
    this.stack.hidden = this.hand.hidden = seat.out;
  }

  drawField(seat) {
    const rows = new Map(seat.field.map((row) => [row.card, row]));
    this.places.take([...rows.keys()]).forEach((code, at) => {
      const held = this.slots[at].firstElementChild;
      if (held.getAttribute("data-code") !== code) held.replaceWith(code ? cardButton(code) : html("span", "slot"));
      const shown = this.slots[at].firstElementChild;
      if (code) shown.classList.toggle("bound", rows.get(code).locked || rows.get(code).pledged);
    });
  }

  drawBare(view, seat) {
    const bare = seat.war_at !== null && !seat.field.length;
    this.bare.hidden = !bare;
    this.field.classList.toggle("bare", bare);
    this.barred = bare ? seat.war_at : null;
    if (!bare || view.result) this.countdown.stop();
    else this.countdown.start(seat.war_at, Math.max(seat.war_at - this.countdown.clock.now(), 5000), `${this.name} has no field`);
    this.war.hidden = !view.may;
  }

  light(chosen, why, mine) {
    const with_ = chosen ? ` with ${own(chosen, mine)}` : "";
    for (const slot of this.slots) {
      const target = slot.firstElementChild;
      const code = target.getAttribute("data-code");
      if (code) this.mark(target, chosen, why(this.number, "field"), `Strike ${cardName(code)} of ${this.name}${with_}`);
    }
    const { stack } = this;
    const count = stack.textContent.trim().replace("stack ", "");
    const bound = (zone) => (this.element.classList.contains(`${zone}-bound`) ? ", bound in a challenge" : "");
    this.mark(stack, chosen, why(this.number, "stack"), `Challenge the stack of ${this.name}, ${count} cards${bound("stack")}${with_}`);
    const held = this.hand.textContent.trim();
    this.mark(this.hand, chosen, why(this.number, "hand"), `Challenge the hand of ${this.name}, ${held === "hand" ? "one card" : "empty"}${bound("hand")}${with_}`);
    allow(this.war, why(this.number, "war"));
    this.war.setAttribute("aria-label", `Call war on ${this.name}`);
  }

  mark(target, chosen, why, label) {
    target.classList.toggle("reach", Boolean(chosen) && !why);
    target.setAttribute("aria-label", label);
    allow(target, why);
  }

  // Places that cards fly from and to.
  spot(zone, code) {
    if (zone === "field") return this.element.querySelector(`.card-btn[data-code="${code}"] .card`);
    const box = zone === "hand" ? this.hand : this.stack;
    const picture = box.querySelector(".card, .slot");
    return picture?.getBoundingClientRect().width ? picture : box;
  }
}

function stateWords(view, seat, facts) {
  const words = [];
  if (seat.out) words.push(outWords(seat.place));
  else if (seat.won && view.result) words.push("winner");
  else if (view.multi && view.multi.answers.some((row) => row.seat === seat.seat)) {
    words.push(view.multi.answers.find((row) => row.seat === seat.seat).act === "pass" ? "passes" : "in");
  } else if (seat.ready) words.push("ready");
  const away = facts.away.get(seat.seat);
  if (away) words.push(away);
  return words;
}
