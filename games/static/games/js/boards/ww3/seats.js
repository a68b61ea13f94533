// Seats of World War III: the opponents in a row of panels, one's own piles and hand below.
import { HIDDEN, cardName, outWords } from "../../core/card_words.js";
import { card, html } from "../../core/cards.js";
import { hit } from "../../core/dom.js";
import { closed, keep, open, plate, twos } from "./parts.js";

function part(name, element = html("figure", "pile")) {
  element.dataset.zone = name;
  return element;
}

// What is said beside a name: the state, then whose turn it is.
export function tagsOf(view, seat) {
  const tags = [];
  if (seat.seat === view.you) tags.push(["you", "now"]);
  if (seat.out) return [...tags, [outWords(seat.place), ""]];
  if (view.phase === "over") return seat.won ? [...tags, ["winner", ""]] : tags;
  if (seat.fights) tags.push(["at war", ""]);
  else if (view.at === seat.seat) tags.push([view.phase === "target" ? "aims" : "to play", ""]);
  if (seat.ready) tags.push(["ready", ""]);
  if (seat.auto && seat.seat !== view.you) tags.push(["auto", ""]);
  return tags;
}

class Zones {
  constructor(parent, show) {
    this.plate = html("div", "plate");
    this.zones = html("div", "zones");
    this.pickup = part("pickup");
    this.discard = part("discard", html("button", "pile"));
    this.discard.setAttribute("type", "button");
    this.discard.addEventListener("click", show);
    this.shown = part("shown");
    this.shown.classList.add("twos");
    this.shown.hidden = true;
    this.zones.append(this.pickup, this.discard, this.shown);
    parent.append(this.plate, this.zones);
  }

  // Returns the declared twos that are new.
  draw(view, seat, about) {
    const tags = about.target ? [[about.target, "now"], ...tagsOf(view, seat)] : tagsOf(view, seat);
    plate(this.plate, seat, { ...about, tags, taken: seat.captured });
    closed(this.pickup, seat.pickup, "pick-up");
    open(this.discard, seat.discard, about.names[seat.seat - 1]);
    return twos(this.shown, seat.shown);
  }
}

// An opponent's panel; open hands (in a replay) lie below the piles.
export class Panel {
  constructor(number, show) {
    this.element = html("section", "opp");
    this.element.dataset.seat = number;
    this.parts = new Zones(this.element, show);
    this.hand = html("div", "hand small");
    this.element.append(this.hand);
  }

  draw(view, seat, about) {
    this.element.setAttribute("aria-label", about.names[seat.seat - 1]);
    this.element.classList.toggle("mark", seat.fights || view.at === seat.seat);
    this.element.classList.toggle("aim", Boolean(about.target));
    this.element.classList.toggle("gone", seat.out);
    const known = seat.hand.filter((code) => code !== HIDDEN);
    this.hand.hidden = !known.length;
    keep(this.hand, known.map((code) => ({ key: code, make: () => card(code) })));
    return this.parts.draw(view, seat, about);
  }
}

// One's own seat: piles, and the hand with the card that must be laid.
export class OwnSeat {
  constructor(number, show, press) {
    this.element = html("div", "mine");
    this.element.dataset.seat = number;
    this.parts = new Zones(this.element, show);
    this.hand = html("div", "hand");
    this.hand.setAttribute("role", "group");
    this.hand.setAttribute("aria-label", "Your hand");
    this.hand.addEventListener("click", (event) => hit(event, ".must") && press(event));
  }

  // Returns what is new: {twos, cards}.
  draw(view, seat, about) {
    this.element.classList.toggle("gone", seat.out);
    const asked = Boolean(view.asks?.acts.includes("play"));
    const items = seat.hand.map((code, at) => ({
      key: code === HIDDEN ? `hidden-${at}` : code,
      make: () => card(code),
      update: (element) => this.mark(element, code, at === seat.must, asked),
    }));
    const cards = keep(this.hand, items);
    return { twos: this.parts.draw(view, seat, about), cards };
  }

  mark(element, code, must, asked) {
    element.classList.toggle("must", must);
    element.classList.toggle("now", must && asked);
    element.setAttribute("aria-label", must ? `${cardName(code)}, your highest card` : cardName(code));
  }
}
