// Before the deal: who sits where. The server draws the chairs, with their forms.
import { fetchPart, find } from "../core/dom.js";

/** Names by seat; empty where nobody sits. @param {Protocol.Table} table */
export function namesOf({ players, seats }) {
  return Array.from({ length: players }, (_, at) => seats.find((seat) => seat.number === at + 1)?.name ?? "");
}

export class Seating {
  /** @param {HTMLElement} element @param {Protocol.Table} table as the page came with it */
  constructor(element, table) {
    this.element = element;
    this.drawn = JSON.stringify(table.seats);
  }

  /** @param {Protocol.Table} table */
  async draw({ status, seats }) {
    this.element.hidden = status !== "open";
    const now = JSON.stringify(seats);
    if (this.element.hidden || now === this.drawn) return;
    this.drawn = now;
    try {
      const chairs = await fetchPart("chairs");
      if (now === this.drawn) find("chairs", this.element).replaceChildren(...chairs.children);
    } catch {
      this.drawn = ""; // offline for a moment: the next state asks again
    }
  }
}
