// The least a board can be: see games/js/boards/board.d.ts.
import { card, plural } from "../../core/cards.js";

export class Board {
  constructor(felt) {
    this.felt = felt;
  }

  show(view) {
    this.felt.querySelector(".lane").replaceChildren(...view.heap.map((code) => card(code)));
    return { seen: 0, sound: "" };
  }
}

export const unit = "heap";
export const facts = (view) => ({ place: `Heap ${view.number}`, sum: plural(view.number, "heap"), axis: view.number });
export const shares = (view, names) =>
  view.seats.map(({ seat, pile, out }) => ({ seat, name: names[seat - 1], count: pile, out }));
export const row = (view) => view.seats.map(({ pile }) => pile);
export const choices = (view) =>
  view.asks.length ? [{ act: "lay", label: "Lay a card", keys: [" "], look: "now", forced: true }] : [];
export const clocked = (view) => view.phase === "lay";
export const racing = () => false;
export const mine = () => "";
export const all = () => "";
export const demand = () => "";
