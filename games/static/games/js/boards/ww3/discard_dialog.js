// A discard pile spread out: every card is public, and so is how many of each rank.
import { plural, rankName } from "../../core/card_words.js";
import { card, html } from "../../core/cards.js";
import { keep } from "./parts.js";

const HIGH_FIRST = "XAKQJT98765432";

// "2 jokers, 1 ace, 3 sevens" as pairs, highest first.
function tally(codes) {
  const counts = new Map();
  for (const code of codes) counts.set(code[0], [...(counts.get(code[0]) ?? []), code]);
  const ranks = [...counts.keys()].sort((a, b) => HIGH_FIRST.indexOf(a) - HIGH_FIRST.indexOf(b));
  return ranks.map((rank) => [rankName(counts.get(rank)[0]), counts.get(rank).length]);
}

export class DiscardDialog {
  constructor(parent) {
    this.dialog = html("dialog", "spread");
    this.title = html("h2");
    this.title.id = "spread-title";
    this.dialog.setAttribute("aria-labelledby", this.title.id);
    this.count = html("p", "meta");
    this.cards = html("div", "cards");
    this.cards.setAttribute("role", "group");
    this.cards.setAttribute("aria-label", "Newest first");
    const close = html("button", "btn", ["Close"]);
    close.autofocus = true;
    const form = html("form", "acts", [close]);
    form.method = "dialog";
    this.dialog.append(this.title, this.count, this.cards, form);
    parent.append(this.dialog);
  }

  show(seat) {
    this.seat = seat;
    this.draw();
    this.dialog.showModal();
  }

  // Follows the game while it is open.
  see(view, names) {
    this.view = view;
    this.names = names;
    if (this.dialog.open) this.draw();
  }

  draw() {
    const codes = [...this.view.seats.find((seat) => seat.seat === this.seat).discard].reverse();
    this.title.textContent = `${this.names[this.seat - 1]}: ${plural(codes.length, "discard")}`;
    const counts = tally(codes).map(([rank, count]) => `${count} × ${rank}`);
    this.count.textContent = codes.length
      ? `Newest first. ${counts.join(", ")}. Whoever beats this player in a war takes all of them.`
      : "No cards laid since the last lost war.";
    keep(this.cards, codes.map((code) => ({ key: code, make: () => card(code) })));
  }
}
