// One's own cards: hidden ones left, open ones right of the divider, what just happened below.
import { HIDDEN, cardName } from "../../core/card_words.js";
import { card, chips, counter, html, thickness } from "../../core/cards.js";
import { Places, allow, button, newCountdown } from "./parts.js";

const NOTE_MS = 8000;

export class OwnCards {
  // on: {source(word), put(zone), elapsed()}
  constructor(element, clock, on) {
    this.element = element;
    this.clock = clock;
    this.on = on;
    this.places = new Places();
    element.addEventListener("click", (event) => this.clicked(event));
  }

  clicked(event) {
    const target = event.target.closest("button");
    if (target?.dataset.source) this.on.source(target.dataset.source, event);
    else if (target?.dataset.put) this.on.put(target.dataset.put, event);
  }

  frame(facts, number) {
    this.total = html("b", "tot");
    this.plate = html("div", "plate", [
      html("span", "who", [counter(number), html("span", "", [facts.names[number - 1]])]),
      this.total,
      html("span", "tag now", ["you"]),
    ]);
    this.note = html("p", "mine");
    this.note.dataset.mine = "";
    this.stack = zone("Stack");
    this.hand = zone("Hand");
    this.field = zone("Field", "fz");
    this.slots = [0, 1, 2].map(() => html("span", "place"));
    this.field.cards.append(...this.slots);
    this.countdown = newCountdown(this.clock, "s");
    this.countdown.element.setAttribute("hidden", "");
    this.countdown.onSecond = (seconds) => seconds || this.on.elapsed();
    this.field.head.prepend(this.countdown.element);
    this.element.replaceChildren(
      html("div", "me-side", [this.plate, this.note]),
      html("div", "zones", [this.stack.box, this.hand.box, this.field.box]),
    );
    this.element.setAttribute("aria-label", "Your cards");
  }

  draw(view, facts) {
    const seat = view.seats[view.you - 1];
    if (!this.plate) this.frame(facts, view.you);
    this.total.textContent = seat.total;
    this.drawStack(seat);
    this.drawHand(seat);
    this.drawField(seat);
    this.drawBare(view, seat);
    this.element.classList.toggle("gone", seat.out);
  }

  drawStack(seat) {
    const held = this.stack.cards.firstElementChild;
    if (held && this.count === seat.stack) return;
    this.count = seat.stack;
    if (!seat.stack) this.stack.cards.replaceChildren(html("span", "slot", ["empty"]));
    else if (!held?.hasAttribute("data-source")) this.stack.cards.replaceChildren(source("stack", HIDDEN));
    const top = this.stack.cards.querySelector(".card");
    if (top) top.className = `card ${thickness(seat.stack)}`.trim();
    this.stack.cap.dataset.count = seat.stack;
  }

  drawHand(seat) {
    const held = this.hand.cards.firstElementChild;
    const code = seat.hand ?? "";
    if (held && this.held === code) return;
    this.held = code;
    this.hand.cards.replaceChildren(code ? source("hand", code) : empty("hand", "hand"));
  }

  drawField(seat) {
    this.places.take(seat.field.map((row) => row.card)).forEach((code, at) => {
      const held = this.slots[at].firstElementChild;
      if (held && held.getAttribute("data-source") === code) return;
      this.slots[at].replaceChildren(code ? source(code, code) : empty("field", ""));
    });
  }

  drawBare(view, seat) {
    const bare = seat.war_at !== null && !view.result;
    const ring = this.countdown.element;
    ring.toggleAttribute("hidden", !bare);
    if (bare) this.countdown.start(seat.war_at, Math.max(seat.war_at - this.clock.now(), 5000), "You have no field", false);
    else this.countdown.stop();
    this.bare = bare;
  }

  // What the words under each zone say, and which empty places the chosen card may go to.
  light({ chosen, offered, view, put, why, caption }) {
    const seat = view.seats[view.you - 1];
    const all = this.element.querySelectorAll("[data-source]");
    for (const element of all) this.mark(element, chosen, offered, seat, why);
    for (const element of this.element.querySelectorAll("[data-put]")) {
      const reason = put(element.dataset.put);
      element.classList.toggle("reach", Boolean(chosen) && reason === "");
      allow(element, chosen ? reason : "");
    }
    this.stack.cap.replaceChildren(html("b", "", [this.stack.cap.dataset.count ?? ""]), this.boundWord("stack", seat, view));
    this.hand.cap.textContent = this.boundWord("hand", seat, view).trim();
    this.field.cap.replaceChildren(...chips(this.bare ? "No field card: anyone can call war on you" : caption));
  }

  boundWord(word, seat, view) {
    if (!seat.locked.includes(word)) return "";
    const asked = view.challenges.some((row) => row.target === view.you && row.zone === word);
    return asked ? " challenged" : " in a challenge";
  }

  mark(element, chosen, offered, seat, why) {
    const word = element.dataset.source;
    const row = seat.field.find((each) => each.card === word);
    const bound = row ? row.locked || row.pledged : seat.locked.includes(word);
    const picked = chosen === word;
    element.classList.toggle("up", picked);
    element.setAttribute("aria-pressed", String(picked));
    element.firstElementChild.classList.toggle("sel", picked);
    element.firstElementChild.classList.toggle("locked", bound);
    element.classList.toggle("offered", !bound && offered.includes(word));
    const name = { stack: `Top of your stack, ${seat.stack} cards`, hand: `Your hand: ${seat.hand ? cardName(seat.hand) : ""}` };
    element.setAttribute("aria-label", name[word] ?? `Your field: ${cardName(word)}`);
    allow(element, why(word));
  }

  // What somebody else did to me stays to be read for a while.
  tell(text) {
    if (!this.note) return;
    this.note.replaceChildren(...chips(text));
    this.note.classList.add("fresh");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.note.classList.remove("fresh"), NOTE_MS);
  }

  spot(word, code) {
    if (word === "field") return this.element.querySelector(`[data-source="${code}"] .card`);
    return (word === "hand" ? this.hand : this.stack)?.cards.querySelector(".card, .slot");
  }

  // The word of the source that a key 1..5 stands for.
  source(digit) {
    return ["stack", "hand", ...this.places.codes][digit - 1];
  }
}

function zone(title, more = "") {
  const head = html("span", "zl", [title]);
  const cards = html("span", title === "Field" ? "fld" : "one");
  const cap = html("span", "cap");
  return { box: html("div", `zn ${more}`.trim(), [head, cards, cap]), head, cards, cap };
}

function source(word, code) {
  const element = button("card-btn", [card(code, { silent: true })]);
  element.dataset.source = word;
  return element;
}

function empty(zoneName, words) {
  const label = zoneName === "hand" ? "Empty hand: draw a card" : "Empty field space: put a card down";
  const element = button("slot-btn", [html("span", "slot", [words])], label);
  element.dataset.put = zoneName;
  return element;
}
