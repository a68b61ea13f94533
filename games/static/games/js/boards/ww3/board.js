// The board of World War III: opponents above, the round or the war in the middle, one's own
// piles and hand below.  Interface: see board.d.ts.
import { plural } from "../../core/card_words.js";
import { html } from "../../core/cards.js";
import { othersOf, sharesOf } from "../shares.js";
import { Middle } from "./middle.js";
import { Traces, move } from "./motion.js";
import { DiscardDialog } from "./discard_dialog.js";
import { closed } from "./parts.js";
import { OwnSeat, Panel } from "./seats.js";

export { choices, describeDemand, describeMine, describeTable } from "./words.js";
export const unit = "round";

export function facts(view) {
  const { number, rules } = view;
  const score = rules.solo ? `, score ${view.seats[0].captured - number}` : "";
  const sum = `${number} of ${plural(rules.cap, "round")}, ${plural(view.wars, "war")}${score}`;
  return { place: number ? `round ${number}` : "", sum, axis: number };
}

export function shares(view, names) {
  return sharesOf(view, names, counts(view), "Centre", view.centre);
}

export function counts(view) {
  return view.seats.map((seat) => seat.pickup);
}

export function clocked(view) {
  return ["dealt", "turn", "target", "draw", "hold", "joker"].includes(view.phase);
}

// In a race cards are painted for all at the moment the server set.
export function racing(view) {
  return Boolean(view.reveal?.open && !view.rules.secret);
}

export class Board {
  constructor(felt, names) {
    this.felt = felt;
    this.names = names;
    this.bots = new Set();
    this.away = new Map();
  }

  attach(controls) {
    this.controls = controls;
  }

  frame(view) {
    this.numbers = view.seats.map((seat) => seat.seat);
    const mine = view.you ?? 0;
    const others = othersOf(view);
    const opps = html("div", "opps");
    opps.dataset.n = String(others.length);
    this.panels = new Map(others.map((seat) => [seat, new Panel(seat, () => this.discards.show(seat))]));
    opps.append(...[...this.panels.values()].map((panel) => panel.element));
    const middle = html("section", "box");
    middle.setAttribute("aria-label", "The round");
    this.middle = new Middle(middle);
    const below = html("div", "own");
    this.own = view.you ? new OwnSeat(mine, () => this.discards.show(mine), (event) => this.controls?.press(" ", event)) : null;
    this.centre = html("figure", "pile centre");
    if (this.own) below.append(this.own.element, this.own.hand);
    below.append(this.centre);
    this.flight = html("div", "flight");
    this.felt.replaceChildren(opps, middle, below, this.flight);
    this.felt.dataset.seats = view.seats.length;
    this.felt.classList.toggle("watching", !view.you);
    this.discards = new DiscardDialog(this.felt);
  }

  update({ view }, moving) {
    const before = this.view;
    this.view = view;
    if (!this.middle) this.frame(view);
    const traces = moving ? new Traces(this) : null;
    const fresh = this.draw(view);
    this.discards.see(view, this.names);
    if (!moving) return { seen: 0, sound: "" };
    return { seen: move(this, view, before, traces, fresh), sound: heard(view, before, fresh) };
  }

  draw(view) {
    const { names, bots, away } = this;
    const targets = view.asks?.targets ?? [];
    const fresh = { twos: [], cards: [], ...this.middle.draw(view, names) };
    let key = 0;
    for (const [number, panel] of this.panels) {
      const seat = view.seats[number - 1];
      const target = targets.includes(number) ? String((key += 1)) : "";
      const shown = panel.draw(view, seat, { names, bots, away, target });
      fresh.twos.push(...shown.map((element) => ({ element, seat: number })));
    }
    if (this.own) {
      const mine = this.own.draw(view, view.seats[view.you - 1], { names, bots, away, target: "" });
      fresh.cards = mine.cards;
      fresh.twos.push(...mine.twos.map((element) => ({ element, seat: view.you })));
    }
    closed(this.centre, view.centre, "centre");
    return fresh;
  }

  // Elements whose places matter for motion.
  seatOf(seat) {
    return this.panels.get(seat)?.element ?? this.own?.element;
  }

  pileOf(seat) {
    return this.seatOf(seat)?.querySelector("[data-zone=pickup] > :first-child");
  }

  discardOf(seat) {
    return this.seatOf(seat)?.querySelector("[data-zone=discard] > .card");
  }

  plateOf(seat) {
    return this.seatOf(seat)?.querySelector(".plate");
  }

  centreCard() {
    return this.centre?.firstElementChild;
  }
}

function heard(view, before, fresh) {
  if (view.phase === "over" && before?.phase !== "over") return "over";
  if (view.war?.over && !before?.war?.over) return "took";
  if (fresh.turned.length || (view.war && !before?.war)) return "war";
  return fresh.laid.length ? "card" : "";
}
