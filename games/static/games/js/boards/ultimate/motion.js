// What moves at an Ultimate War table: the cards of a fight meet or are turned over, then go under the
// stack of who won.  The state is final already; nothing waits for it, and no pointer can hit it.
import { card } from "../../core/cards.js";
import { element } from "../../core/draw.js";
import { EASE, MOVE_MS, boxOf, fly, over, quiet, silentCopy } from "../../core/motion.js";

/** @typedef {UltimateWar.Board} Board */

const SEEN_MS = 180; // two cards side by side
const READ_MS = 700; // a hidden card that is turned over wants to be read
const MOST = 2;
const FIGHTS = new Set(["confront", "accept", "option", "agree"]);

/** @typedef {UltimateWar.Fight} Fight */
/** @typedef {Fight & {boxes: DOMRect[]}} Lifted */

/** The fights among these events, each with its winner, if any. @param {Protocol.Event[]} events @param {UltimateWar.View | undefined} before */
export function fights(events, before) {
  /** @type {Fight[]} */
  const list = [];
  for (const event of events) {
    const last = list.at(-1);
    if (FIGHTS.has(event.ev)) list.push(duel(event, before));
    else if (event.ev === "reveal") list.push(shown(event));
    else if (event.ev === "call_war") list.push({ cards: [], isDuel: false, isHidden: true, winner: null });
    else if (event.ev === "lay" && last) lay(last, event);
    else if (event.ev === "win" && last && !last.winner) last.winner = event.seat ?? null;
  }
  return list;
}

/** What a challenge was about is in the view before. @param {Protocol.Event} event @param {UltimateWar.View | undefined} before @returns {Fight} */
function duel(event, before) {
  const row = before?.challenges.find((each) => each.id === event.number);
  const zones = { zone: "hand", into: "field" };
  if (event.ev === "accept" && row) Object.assign(zones, { zone: row.source.zone, into: row.zone });
  if (event.ev === "agree" && row?.proposal) Object.assign(zones, { zone: row.source.zone, into: row.proposal.zone });
  const { zone, into, seat = 0, target = 0, card: code = "" } = { ...zones, ...event };
  const cards = [{ seat, zone, code }, { seat: target, zone: into, code: String(event.struck) }];
  return { cards, isDuel: true, isHidden: event.ev !== "confront", winner: null };
}

/** Everybody's card. @param {Protocol.Event} event @returns {Fight} */
function shown({ seats = [], cards }) {
  const codes = /** @type {string[]} */ (cards);
  return { cards: seats.map((seat, at) => ({ seat, zone: "stack", code: codes[at] })), isDuel: false, isHidden: true, winner: null };
}

/** The card that decides a war is turned over on its stack. @param {Fight} fight @param {Protocol.Event} event */
function lay(fight, { seat = 0, up }) {
  fight.isHidden = true;
  if (up !== null) fight.cards.push({ seat, zone: "stack", code: String(up) });
}

/** Where the cards of the fights lie before the board is drawn anew. @param {Board} board @param {Fight[]} list @returns {Lifted[]} */
export function lift(board, list) {
  if (quiet() || list.length > MOST) return [];
  return list.flatMap((fight) => {
    const boxes = fight.cards.flatMap(({ seat, zone, code }) => spotOf(board, seat, zone, code) ?? []);
    return boxes.length === fight.cards.length ? [{ ...fight, boxes }] : [];
  });
}

/** @param {Board} board @param {number} seat @param {string} zone @param {string} code */
function spotOf(board, seat, zone, code) {
  return boxOf(board.spot(seat, "field", code) ?? board.spot(seat, zone === "field" ? "hand" : zone));
}

/** @param {Board} board @param {Lifted[]} lifted */
export function meet(board, lifted) {
  const { flight } = board;
  const flights = lifted.flatMap(({ cards, boxes, isDuel, isHidden, winner }) => {
    const goal = boxOf(board.spot(winner, "stack"));
    const stay = isHidden ? READ_MS : SEEN_MS;
    const at = (/** @type {number} */ place) => (isDuel && !place ? beside(boxes[1]) : boxes[place]);
    return cards.map(({ code }, place) => ({ code, stay, way: [boxes[place], at(place), goal ?? at(place)] }));
  });
  if (!flights.length) return;
  const copies = flights.map(({ code }) => silentCopy(element(card(code))));
  flight.append(...copies);
  const base = flight.getBoundingClientRect();
  const width = copies[0].offsetWidth; // all are as wide
  flights.forEach(({ stay, way }, at) => travel(flight, copies[at], way.map((box) => over(base, box, width)), stay));
}

/** @param {DOMRect} box */
function beside({ left, top, width }) {
  return { left: left + width * 0.45, top: top - 4, width };
}

/** @param {Element} layer @param {Element} copy @param {string[]} way from, where they meet, goal @param {number} stay ms */
function travel(layer, copy, [from, middle, goal], stay) {
  const duration = MOVE_MS + stay + MOVE_MS;
  const frames = [
    { transform: from, offset: 0, easing: EASE },
    { transform: middle, offset: MOVE_MS / duration },
    { transform: middle, offset: (MOVE_MS + stay) / duration, easing: EASE },
    { transform: goal, offset: 1 },
  ];
  fly(layer, copy, frames, { duration });
}

/** A card that was put down comes from where it was. @param {Element | null} put @param {Element | null} origin */
export function arrive(put, origin) {
  const here = boxOf(put);
  const there = boxOf(origin);
  if (quiet() || !put || !here || !there) return;
  const start = `translate(${there.left - here.left}px, ${there.top - here.top}px) scale(${there.width / here.width})`;
  const frames = [start, "none"].map((transform) => ({ transform, transformOrigin: "0 0" }));
  put.animate(frames, { duration: MOVE_MS, easing: EASE });
}
