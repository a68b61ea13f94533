// Before the deal: who sits where. Chairs are clones of the server's own templates.
import { use } from "../core/cards.js";
import { find } from "../core/dom.js";

/** @param {string} template its id @param {number} seat */
function chairFrom(template, seat) {
  /** @type {HTMLTemplateElement | null} */
  const source = document.querySelector(`template#${template}`);
  const chair = /** @type {HTMLElement} */ (source?.content.firstElementChild?.cloneNode(true));
  for (const sign of chair.querySelectorAll(".ctr")) {
    sign.setAttribute("data-seat", String(seat));
    sign.replaceChildren(use(`u-${seat}`));
  }
  for (const field of chair.querySelectorAll("input[name=number]")) field.setAttribute("value", String(seat));
  return chair;
}

export class Seating {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.chairs = find("chairs", element);
    this.drawn = "";
  }

  /** @param {Protocol.Table} table */
  draw(table) {
    this.element.hidden = table.status !== "open";
    if (this.element.hidden) return;
    const now = JSON.stringify(table.seats);
    if (now === this.drawn) return;
    this.drawn = now;
    const seated = !table.arranged && table.seats.some((seat) => seat.you);
    const chairs = Array.from({ length: table.players }, (_, at) => {
      const seat = table.seats.find((each) => each.number === at + 1);
      return seat ? this.taken(seat, seated) : this.free(at + 1, seated);
    });
    this.chairs.replaceChildren(...chairs);
  }

  /** @param {Protocol.Player} seat @param {boolean} seated is the viewer, and free to change seats? */
  taken(seat, seated) {
    const chair = chairFrom("chair-taken", seat.number);
    chair.classList.toggle("you", seat.you);
    find("name", chair).textContent = seat.name;
    find("dismiss", chair).hidden = !(seat.bot && seated);
    find("bot", chair).hidden = !seat.bot;
    find("you", chair).hidden = !seat.you;
    find("leave", chair).hidden = !(seat.you && seated);
    find("ready", chair).hidden = !seat.ready;
    find("waiting", chair).hidden = seat.ready;
    return chair;
  }

  /** @param {number} number @param {boolean} seated */
  free(number, seated) {
    const chair = chairFrom("chair-free", number);
    for (const words of chair.querySelectorAll(".who span")) words.textContent = `Free seat ${number}`;
    for (const select of chair.querySelectorAll("select")) select.id = `level-${number}`;
    for (const label of chair.querySelectorAll("label")) label.htmlFor = `level-${number}`;
    find("sit", chair).hidden = seated;
    find("bots", chair).hidden = !seated;
    return chair;
  }
}
