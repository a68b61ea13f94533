// Before the deal: who sits where. Chairs are clones of the server's own templates.
import { use } from "../core/cards.js";

function chairFrom(name, seat) {
  const chair = document.getElementById(name).content.firstElementChild.cloneNode(true);
  const sign = chair.querySelector(".ctr");
  sign.dataset.seat = seat;
  sign.replaceChildren(use(`u-${seat}`));
  for (const field of chair.querySelectorAll("input[name=number]")) field.value = seat;
  return chair;
}

export class Muster {
  constructor(element) {
    this.element = element;
    this.chairs = element.querySelector("[data-chairs]");
  }

  draw(table) {
    const open = table.status === "open";
    this.element.hidden = !open;
    if (!open) return;
    const words = JSON.stringify(table.seats);
    if (words === this.words) return;
    this.words = words;
    const mine = table.seats.find((seat) => seat.you);
    const chairs = [];
    for (let number = 1; number <= table.players; number += 1) {
      const seat = table.seats.find((each) => each.number === number);
      chairs.push(seat ? this.taken(seat, mine) : this.free(number, mine));
    }
    this.chairs.replaceChildren(...chairs);
  }

  taken(seat, mine) {
    const chair = chairFrom("chair-taken", seat.number);
    chair.querySelector("[data-dismiss]").hidden = !(seat.bot && mine);
    chair.classList.toggle("you", seat.you);
    chair.querySelector("[data-name]").textContent = seat.name;
    chair.querySelector("[data-bot]").hidden = !seat.bot;
    chair.querySelector("[data-you]").hidden = !seat.you;
    chair.querySelector("[data-leave]").hidden = !seat.you;
    chair.querySelector("[data-ready]").hidden = !seat.ready;
    chair.querySelector("[data-waiting]").hidden = seat.ready;
    return chair;
  }

  free(number, mine) {
    const chair = chairFrom("chair-free", number);
    chair.querySelector(".who span").textContent = `Free seat ${number}`;
    chair.querySelector("[data-sit]").hidden = Boolean(mine);
    chair.querySelector("[data-bots]").hidden = !mine;
    chair.querySelector("select").id = `level-${number}`;
    chair.querySelector("label").htmlFor = `level-${number}`;
    return chair;
  }
}
