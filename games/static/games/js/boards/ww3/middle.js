// The box in the middle: the cards laid this round, or the war that takes the stage.
import { isJoker, nameSeats, plural, rankIndex, rankName } from "../../core/card_words.js";
import { card, chip, counter, html } from "../../core/cards.js";
import { keep } from "./parts.js";

const STAGES = ["I", "II", "III"];

function strength(code) {
  return isJoker(code) ? Infinity : rankIndex(code);
}

// My side below, as everywhere on the table.
function sidesOf(view) {
  const [a, b] = view.war.sides;
  return a.seat === view.you ? [b, a] : [a, b];
}

function mineFirst(view) {
  return sidesOf(view).reverse();
}

function slot(words = "") {
  return html("span", "slot", [words]);
}

// What lies at a stage of a side: a card, with its state, or a place for one.
function cell(view, side, stage) {
  const { war } = view;
  const code = side.row[stage - 1];
  if (!code) {
    const stands = side.held && stage > side.held;
    const next = !stands && !war.over && !war.back && stage === war.stage;
    return { key: `${stage}`, words: stands ? "stands" : "", look: next ? "soon" : "" };
  }
  const held = side.held === stage;
  const stands = stage === lastStage(side) && (war.over || side.card === code);
  const counts = held || (!side.held && stands);
  const won = war.over && counts && view.last?.winner === side.seat;
  return { key: `${stage}:${code}`, code, held, ghost: Boolean(war.back) || !counts, won, over: war.over };
}

function lastStage(side) {
  return side.row.findLastIndex(Boolean) + 1;
}

function drawCell(element, item) {
  if (!item.code) {
    const words = element.textContent;
    if (words !== item.words) element.textContent = item.words;
    element.classList.toggle("soon", item.look === "soon");
    return;
  }
  const face = element.querySelector(".card");
  face.classList.toggle("ghost", item.ghost);
  face.classList.toggle("locked", item.held && !item.over);
  face.classList.toggle("win", Boolean(item.won));
  const tag = element.querySelector(".held");
  tag.hidden = !item.held;
}

function makeCell(item) {
  if (!item.code) return slot(item.words);
  const tag = html("span", "held", ["holds"]);
  tag.hidden = true;
  return html("span", "cell", [card(item.code), tag]);
}

export class Middle {
  constructor(element) {
    this.element = element;
    this.call = html("div", "call");
    this.call.dataset.call = "";
    this.call.append(html("b"), html("span"));
    this.laid = html("ol", "laid");
    this.laid.setAttribute("aria-label", "Cards laid this round");
    this.grid = html("div", "grid");
    this.stake = html("dl", "stake");
    element.replaceChildren(this.call, this.laid, this.grid, this.stake);
    this.rows = new Map();
  }

  // Returns {laid, turned}: the new cards as [{element, seat}].
  draw(view, names) {
    this.names = names;
    this.drawCall(view);
    this.element.classList.toggle("war", Boolean(view.war));
    this.laid.hidden = Boolean(view.war);
    this.grid.hidden = !view.war;
    this.stake.hidden = !view.war;
    if (!view.war) {
      this.rows.clear();
      this.grid.replaceChildren();
      return { laid: this.drawLaid(view), turned: [] };
    }
    this.drawStake(view);
    return { laid: [], turned: this.drawGrid(view) };
  }

  drawCall(view) {
    const title = nameSeats(view.call.title, this.names);
    const detail = nameSeats(view.call.detail, this.names);
    this.callChanged = this.call.dataset.words !== title;
    this.call.dataset.words = title;
    this.call.firstElementChild.textContent = title;
    this.call.lastElementChild.textContent = detail;
  }

  drawLaid(view) {
    const top = view.top?.card;
    const items = view.laid.map(({ seat, card: code }) => ({
      key: code,
      make: () => {
        const item = html("li", "", [card(code), html("span", "by", [counter(seat, "s"), html("span", "", [this.names[seat - 1]])])]);
        item.dataset.seat = seat;
        return item;
      },
      update: (item) => item.classList.toggle("best", code === top),
    }));
    if (["turn", "target"].includes(view.phase)) items.push({ key: "next", make: () => html("li", "", [slot()]) });
    const fresh = keep(this.laid, items).filter((item) => item.dataset.key !== "next");
    return fresh.map((item) => ({ element: item.firstElementChild, seat: Number(item.dataset.seat) }));
  }

  drawGrid(view) {
    const { war } = view;
    if (!this.rail || !this.grid.contains(this.rail)) {
      this.rail = html("div", "rail", [html("span"), ...STAGES.map((stage) => html("span", "", ["World War ", html("b", "", [stage])]))]);
      this.grid.replaceChildren(this.rail);
    }
    [...this.rail.children].slice(1).forEach((mark, at) => {
      const on = at + 1 === war.stage && !war.over;
      mark.classList.toggle("on", on);
      if (on) mark.setAttribute("aria-current", "step");
      else mark.removeAttribute("aria-current");
    });
    const fresh = [];
    for (const side of sidesOf(view)) fresh.push(...this.drawSide(view, side));
    return fresh;
  }

  drawSide(view, side) {
    if (!this.rows.has(side.seat)) {
      const name = html("span", "wn", [counter(side.seat), html("b", "", [this.nameOf(view, side.seat)])]);
      const cells = html("span", "cells");
      const row = html("div", "wr", [name, cells]);
      row.dataset.seat = side.seat;
      this.rows.set(side.seat, cells);
      this.grid.append(row);
    }
    const items = [1, 2, 3].map((stage) => {
      const item = cell(view, side, stage);
      return { key: item.key, make: () => makeCell(item), update: (element) => drawCell(element, item) };
    });
    const fresh = keep(this.rows.get(side.seat), items);
    return fresh.filter((each) => each.classList.contains("cell")).map((each) => ({ element: each.firstElementChild, seat: side.seat }));
  }

  nameOf(view, seat) {
    return seat === view.you ? "You" : this.names[seat - 1];
  }

  // Why they fight, who is ahead, and what it is about.
  drawStake(view) {
    const { war } = view;
    /** @type {[string, (string | Node)[]][]} */
    const rows = [["Why", this.why(view)]];
    const ahead = war.over ? "" : this.ahead(view);
    if (ahead) rows.push(["Now", [ahead]]);
    if (!war.over) rows.push(...this.stakes(view));
    const words = JSON.stringify([war, view.last, view.seats.map((seat) => seat.discard.length)]);
    if (this.stake.dataset.words === words) return;
    this.stake.dataset.words = words;
    this.stake.replaceChildren(
      ...rows.map(([name, text]) => html("div", name.toLowerCase().replaceAll(" ", "-"), [html("dt", "", [name]), html("dd", "", text)])),
    );
  }

  why(view) {
    const { war } = view;
    const [a, b] = war.sides;
    const beaten = view.laid.findLast((each) => each.seat === b.seat);
    if (war.why === "joker") return [`${this.nameOf(view, a.seat)} laid a joker and chose ${this.inside(view, b.seat)}`];
    const could = `${this.nameOf(view, a.seat)} could not beat `;
    if (!beaten) return [could + this.inside(view, b.seat)];
    return [`${could}${b.seat === view.you ? "your" : `${this.nameOf(view, b.seat)}'s`} `, chip(beaten.card)];
  }

  inside(view, seat) {
    return seat === view.you ? "you" : this.names[seat - 1];
  }

  ahead(view) {
    const [one, other] = mineFirst(view);
    if (!one.card || !other.card) return "";
    const [mine, theirs] = [strength(one.card), strength(other.card)];
    const pair = `${rankName(one.card)} against ${rankName(other.card)}`;
    if (view.phase === "joker" || mine === theirs) return pair;
    const leader = this.inside(view, mine > theirs ? one.seat : other.seat);
    return `${pair}, ${leader} ${leader === "you" ? "are" : "is"} ahead`;
  }

  /** @returns {[string, string[]][]} */
  stakes(view) {
    const sizes = new Map(view.seats.map((seat) => [seat.seat, seat.discard.length]));
    const [one, other] = mineFirst(view).map((side) => side.seat);
    if (view.you === one) {
      return [
        ["If you win", [`take ${this.names[other - 1]}'s ${plural(sizes.get(other), "discard")}`]],
        ["If you lose", [`give up your ${sizes.get(one)}`]],
      ];
    }
    return [one, other].map((seat) => {
      const loser = seat === one ? other : one;
      return [`If ${this.names[seat - 1]} wins`, [`takes ${plural(sizes.get(loser), "discard")}`]];
    });
  }
}
