// Who sits where, and the menu of each of them. The server draws the chairs, with their forms, and the list of players.
import { fetchPage, find } from "../core/dom.js";
import { PersonMenu } from "../chat/person.js";

/** Names by seat; empty where nobody sits. @param {Protocol.Table} table */
export function namesOf({ players, seats }) {
  return Array.from({ length: players }, (_, at) => seats.find((seat) => seat.number === at + 1)?.name ?? "");
}

/** @param {Protocol.Table} table */
export function emblemsOf({ players, seats }) {
  return Array.from({ length: players }, (_, at) => seats.find((seat) => seat.number === at + 1)?.emblem ?? "");
}

export class Seating {
  /** @param {HTMLElement} element @param {Protocol.Table} table as the page came with it */
  constructor(element, table) {
    this.element = element;
    this.drawn = JSON.stringify(table.seats);
    new PersonMenu(table.code);
    document.addEventListener("relation", () => this.fetch());
  }

  /** @param {Protocol.Table} table */
  draw({ status, seats, players }) {
    this.element.hidden = status !== "open";
    const invites = document.querySelector("[data-invites]"); // not at tables of tournaments
    invites?.toggleAttribute("hidden", seats.length === players);
    const now = JSON.stringify(seats);
    if (this.element.hidden || now === this.drawn) return;
    this.drawn = now;
    this.fetch();
  }

  async fetch() {
    const { drawn } = this;
    try {
      const page = await fetchPage();
      if (drawn !== this.drawn) return;
      for (const part of ["chairs", "people"]) {
        const fresh = page.querySelector(`[data-${part}]`);
        if (fresh) find(part).replaceChildren(...fresh.children);
      }
    } catch {
      this.drawn = ""; // offline for a moment: the next state asks again
    }
  }
}
