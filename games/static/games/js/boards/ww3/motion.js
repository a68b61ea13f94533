// What moves at a table of World War III: laid cards, refills, cards turned in a war, spoils.
import { HIDDEN } from "../../core/card_words.js";
import { EASE, flyAway, quiet, rise, silentCopy, travel } from "../../core/motion.js";

const REFILL_MS = 180; // a new card comes after the one it replaces
const SPOILS_MS = 420;
const SPOILS_WAIT_MS = 700; // the deciding cards are seen first
const SEEN = { laid: 350, turned: 800, back: 1300, over: 2000 };

function boxOf(element) {
  return element?.isConnected ? element.getBoundingClientRect() : null;
}

// Where everything lay before it is drawn anew.
export class Traces {
  constructor(board) {
    this.hand = new Map();
    for (const face of board.felt.querySelectorAll(".hand .card[data-code]")) this.hand.set(face.dataset.code, boxOf(face));
    this.pickups = new Map(board.numbers.map((seat) => [seat, boxOf(board.pileOf(seat))]));
    this.discards = new Map(board.numbers.map((seat) => [seat, board.discardOf(seat)]));
    this.discardBoxes = new Map(board.numbers.map((seat) => [seat, boxOf(board.discardOf(seat))]));
    this.centre = boxOf(board.centreCard());
  }
}

// Moves what is new in `fresh`; returns how long it wants to be seen, in ms, moving or not.
export function move(board, view, before, traces, fresh) {
  const won = Boolean(view.war?.over && !before?.war?.over);
  if (!quiet()) fly(board, view, before, traces, fresh, won);
  return document.hidden ? 0 : seen(view, before, fresh, won);
}

function fly(board, view, before, traces, fresh, won) {
  const come = (element, origin, delay, turns) => origin?.width && travel(element, origin, delay, turns);
  for (const { element, seat } of [...fresh.laid, ...fresh.twos]) {
    come(element, traces.hand.get(element.dataset.code) ?? boxOf(board.plateOf(seat)), 0, false);
  }
  const spare = before?.centre ? traces.centre : traces.pickups.get(view.you);
  for (const element of fresh.cards) come(element, spare, REFILL_MS, element.dataset.code !== HIDDEN);
  for (const { element, seat } of fresh.turned) come(element, traces.pickups.get(seat), 0, true);
  if (won && view.last) spoils(board, view.last, traces, fresh.turned.length ? SPOILS_WAIT_MS : 0);
  if (board.middle.callChanged) rise(board.middle.call);
}

function seen(view, before, fresh, won) {
  if (won) return SEEN.over;
  if (view.war?.back && !before?.war?.back) return SEEN.back;
  if (fresh.turned.length) return SEEN.turned;
  return fresh.laid.length ? SEEN.laid : 0;
}

// The loser's discard pile slides under the winner's pick-up pile.
function spoils(board, last, traces, wait) {
  const pile = traces.discards.get(last.loser);
  const from = traces.discardBoxes.get(last.loser);
  const to = boxOf(board.pileOf(last.winner));
  if (!pile || !from?.width || !to?.width) return;
  const base = board.flight.getBoundingClientRect();
  const copy = silentCopy(pile);
  board.flight.replaceChildren(copy);
  const place = (box, scale) => ({ transform: `translate(${box.left - base.left}px, ${box.top - base.top}px) scale(${scale})` });
  const scale = to.width / from.width;
  flyAway(copy, [place(from, 1), place(to, scale)], { duration: SPOILS_MS, delay: wait, easing: EASE });
}
