// What moves at an Ultimate War table: the two cards of a fight meet, then go under the stack of
// who won.  The state is final already; nothing waits for it, and no pointer can hit it.
import { card } from "../../core/cards.js";
import { EASE, MOVE_MS, flyAway, quiet } from "../../core/motion.js";

const SEEN_MS = 180; // two cards side by side
const READ_MS = 700; // a hidden card that is turned over wants to be read
const MOST = 2;

const FIGHTS = new Set(["confront", "accept", "option", "agree"]);

// The fights among these events, each with its winner, if any.  What a challenge was about is in
// the view before.
export function fights(events, before) {
  const list = [];
  for (const event of events) {
    if (FIGHTS.has(event.ev)) list.push({ event: { ...about(event, before), ...event }, winner: null });
    else if (event.ev === "win" && list.length && !list.at(-1).winner) list.at(-1).winner = event.seat;
  }
  return list;
}

function about(event, before) {
  const row = before?.challenges.find((each) => each.id === event.number);
  if (event.ev === "accept" && row) return { zone: row.source.zone, into: row.zone };
  if (event.ev === "agree" && row?.proposal) return { zone: row.source.zone, into: row.proposal.zone };
  return { into: "field" };
}

// Where the cards of the fights lie before the board is drawn anew.
export function lift(board, list) {
  if (quiet() || list.length > MOST) return [];
  return list.flatMap(({ event, winner }) => {
    const from = spotOf(board, event.seat, event.zone, event.card);
    const to = spotOf(board, event.target, event.into, event.struck);
    if (!from || !to || !winner) return [];
    const turned = event.ev !== "confront";
    return [{ event, winner, from: from.getBoundingClientRect(), to: to.getBoundingClientRect(), turned }];
  });
}

function spotOf(board, seat, zone, code) {
  return board.spot(seat, "field", code) ?? board.spot(seat, zone === "field" ? "hand" : (zone ?? "hand"), code);
}

export function fly(board, lifted) {
  const { flight } = board;
  const base = flight.getBoundingClientRect();
  for (const { event, winner, from, to, turned } of lifted) {
    const goal = board.spot(winner, "stack", null)?.getBoundingClientRect();
    if (!goal?.width) continue;
    const beside = { left: to.left + to.width * 0.45, top: to.top - 4, width: to.width };
    const stay = turned ? READ_MS : SEEN_MS;
    travel(flight, base, card(event.card, { silent: true }), [from, beside], goal, stay);
    travel(flight, base, card(event.struck, { silent: true }), [to, to], goal, stay);
  }
}

function travel(flight, base, copy, [from, meet], goal, stay) {
  copy.classList.add("flying");
  copy.setAttribute("aria-hidden", "true");
  flight.append(copy);
  const wide = copy.offsetWidth || from.width;
  const at = (box) => `translate(${box.left - base.left}px, ${box.top - base.top}px) scale(${box.width / wide})`;
  const whole = MOVE_MS + stay + MOVE_MS;
  const frames = [
    { transform: at(from), offset: 0, easing: EASE },
    { transform: at(meet), offset: MOVE_MS / whole },
    { transform: at(meet), offset: (MOVE_MS + stay) / whole, easing: EASE },
    { transform: at(goal), offset: 1 },
  ];
  flyAway(copy, frames, { duration: whole });
}

// A card that was put down comes from where it was.
export function arrive(element, origin) {
  if (quiet() || !element || !origin) return;
  const here = element.getBoundingClientRect();
  const there = origin.getBoundingClientRect();
  if (!here.width || !there.width) return;
  const scale = there.width / here.width;
  element.animate(
    [
      { transform: `translate(${there.left - here.left}px, ${there.top - here.top}px) scale(${scale})`, transformOrigin: "0 0" },
      { transform: "none", transformOrigin: "0 0" },
    ],
    { duration: MOVE_MS, easing: EASE },
  );
}
