// What the boards of all games have alike.
import { h } from "../../vendor/preact.js";
import { outWords } from "../core/card_words.js";
import { chips, counter, emblemOf } from "../core/cards.js";
import { draw } from "../core/draw.js";
import { t } from "../core/words.js";

/** @typedef {Pick<Boards.Board, "names" | "emblems" | "bots" | "away">} People */

/** Numbers of the other seats, clockwise from my left; a spectator sees all, in order. @param {Protocol.View} view */
export function othersOf({ seats, you }) {
  const numbers = seats.map((seat) => seat.seat);
  return you ? [...numbers.slice(you), ...numbers.slice(0, you - 1)] : numbers;
}

/**
 * Parts of the bar above the table: the seats, and between two of them, else last, what nobody holds.
 * @param {Protocol.View} view @param {string[]} names @param {number[]} counts
 * @param {string} spareName @param {number} spare @returns {Boards.Share[]}
 */
export function sharesOf(view, names, counts, spareName, spare) {
  const seats = view.seats.map(({ seat, out }, at) => ({ seat, name: names[seat - 1], count: counts[at], out }));
  if (!spare) return seats;
  const place = seats.length === 2 ? 1 : seats.length;
  return seats.toSpliced(place, 0, { seat: 0, name: spareName, count: spare, out: false });
}

/** Where the page has a menu of persons (table/person.js), their names open it. @param {string} name */
function named(name) {
  if (!document.querySelector("[data-person-dialog]")) return name;
  const menu = { "aria-haspopup": /** @type {const} */ ("dialog"), "data-person": "" };
  return h("button", { type: /** @type {const} */ ("button"), class: "name", value: name, ...menu }, name);
}

/** Sign, emblem and name of a seat. @param {number} seat @param {People} people */
export function who(seat, { names, emblems, bots }) {
  const bot = bots.has(seat) && h("span", { class: "bot" }, t("bot"));
  const name = h("span", null, h("bdi", null, named(names[seat - 1])));
  return h("span", { class: "who" }, counter(seat), emblemOf(emblems[seat - 1]), name, bot);
}

/** @param {Boards.Children} words @param {string} [look] */
export function tag(words, look = "") {
  return h("span", { class: `tag ${look}`.trim() }, words);
}

/** How a seat stands that has nothing more to do; "" while it has. @param {Protocol.Seat} seat @param {boolean} over */
export function standing({ out, place, won }, over) {
  if (out) return outWords(place);
  return won && over ? t("winner") : "";
}

/** Name and tags of a seat. @param {Protocol.Seat} seat @param {People} people @param {Boards.Children[]} tags */
export function plate({ seat }, people, ...tags) {
  const away = people.away.get(seat);
  return h("div", { class: "plate" }, who(seat, people), tags, away && tag(away));
}

/** What happens, in the middle; other words are another element. @param {Protocol.View} view */
export function call({ call: { title, detail } }) {
  const props = { key: title, class: "call", "data-call": "" };
  return h("div", props, h("b", null, title), h("span", null, chips(detail)));
}

/** A felt and what is drawn on it. @implements {People} */
export class Felt {
  /** @param {HTMLElement} felt @param {string[]} names */
  constructor(felt, names) {
    this.felt = felt;
    this.names = names;
    /** @type {string[]} */
    this.emblems = [];
    /** @type {Set<number>} */
    this.bots = new Set();
    /** @type {Map<number, Boards.Children>} */
    this.away = new Map();
    this.pace = 1;
  }

  /** The elements of this kind that were not there before. @param {string} kind @param {Boards.Children[]} nodes */
  draw(kind, ...nodes) {
    const before = new Set(this.all(kind));
    draw(this.felt, ...nodes);
    return this.all(kind).filter((element) => !before.has(element));
  }

  /** @param {string} selector @returns {HTMLElement[]} */
  all(selector) {
    return [...this.felt.querySelectorAll(selector)].filter((element) => element instanceof HTMLElement);
  }

  /** Cards on their way. */
  get flight() {
    return this.all(".flight")[0];
  }
}
