// World War III in words: what one may do, what is asked, and the table read out.
import { HIDDEN, cardName, isJoker, nameSeats, plural, rankName } from "../../core/card_words.js";

function aRank(code) {
  const rank = rankName(code);
  return `${["ace", "8"].includes(rank) ? "an" : "a"} ${rank}`;
}

function seatOf(view, number) {
  return view.seats.find((seat) => seat.seat === number);
}

function me(view) {
  return seatOf(view, view.you);
}

function sides(view) {
  const [a, b] = view.war.sides;
  return a.seat === view.you ? [a, b] : [b, a];
}

// Opponents in the order of the table: clockwise from my left; their numbers are the keys.
function targetsOf(view) {
  const { targets } = view.asks;
  return [...targets.filter((seat) => seat > view.you), ...targets.filter((seat) => seat < view.you)];
}

const MADE = {
  play: (view) => {
    const card = me(view).hand[me(view).must];
    return { label: card ? `Lay the ${rankName(card)}` : view.asks.label, keys: [" "] };
  },
  draw: (view) =>
    view.phase === "hold"
      ? { label: "Draw", keys: ["d"], look: "" }
      : { label: view.asks.label, keys: [" ", "d"], forced: true },
  hold: (view) => ({ label: `Hold the ${rankName(sides(view)[0].card)}`, keys: ["h"], race: true }),
  reset: (view) => ({ label: view.asks.label, keys: ["r"], race: true }),
  decline: (view) => ({ label: `Decline with ${aRank(view.asks.declines[0])}`, keys: ["n"], args: { card: view.asks.declines[0] } }),
  fight: (view) => {
    const choice = view.asks.acts.includes("decline");
    return { label: view.asks.label, keys: choice ? ["w"] : [" ", "w"], look: choice ? "" : "now" };
  },
};
const FIRST = ["decline", "hold"]; // what most people want of two

export function choices(view, names = []) {
  const acts = view.asks?.acts ?? [];
  if (acts.includes("target")) return aims(view, names);
  const made = acts.map((act) => ({ act, look: "now", args: {}, ...MADE[act](view) }));
  return made.sort((a, b) => Number(FIRST.includes(b.act)) - Number(FIRST.includes(a.act)));
}

function aims(view, names) {
  return targetsOf(view).map((seat, at) => {
    const name = names[seat - 1] || `seat ${seat}`;
    const label = `${name}, ${plural(seatOf(view, seat).discard.length, "card")}`;
    return { act: "target", label, keys: [String(at + 1)], look: "", args: { opponent: seat } };
  });
}

// Read out at once ------------------------------------------------------------------------------

const DEMANDS = {
  play: (view) => `Your turn. Lay the ${cardName(me(view).hand[me(view).must])}`,
  target: (view, names) =>
    `Your joker. Choose an opponent: ${targetsOf(view).map((seat, at) => `${at + 1} ${names[seat - 1]}`).join(", ")}`,
  reset: () => "Your joker. R reset before they hold",
  decline: (view) => `You cannot beat the ${rankName(view.top.card)}. W fight, N decline`,
  fight: (view) => `You cannot beat the ${rankName(view.top.card)}. W fight`,
  hold: (view, names) => {
    const [mine, theirs] = sides(view);
    const cards = `You: ${cardName(mine.card)}. ${names[theirs.seat - 1]}: ${cardName(theirs.card)}.`;
    return view.phase === "joker" ? `${cards} H hold before the joker resets` : `${cards} H hold, D draw`;
  },
};

export function describeDemand(view, names, seconds) {
  const act = Object.keys(DEMANDS).find((name) => view.asks.acts.includes(name));
  return act ? `${DEMANDS[act](view, names)}, ${seconds} seconds.` : "";
}

// Keys T and V ----------------------------------------------------------------------------------

function piles(seat) {
  const top = seat.discard.length ? `, ${cardName(seat.discard.at(-1))} on top` : "";
  const twos = seat.shown.length ? `, ${plural(seat.shown.length, "two")} to decline with` : "";
  return `${seat.pickup} to pick up, ${plural(seat.discard.length, "discard")}${top}${twos}`;
}

function warWords(view, names) {
  if (!view.war) return "";
  const cards = view.war.sides
    .filter((side) => side.card)
    .map((side) => `${names[side.seat - 1]} ${side.holds ? "holds" : "has"} ${isJoker(side.card) ? "a joker" : `the ${cardName(side.card)}`}`);
  return cards.join(", ");
}

export function describeMine(view, names) {
  const seat = me(view);
  const parts = [nameSeats(view.call.title, names), nameSeats(view.call.detail, names)];
  if (seat) {
    const hand = seat.hand.map((code, at) => (code === HIDDEN ? "" : cardName(code) + (at === seat.must ? ", your highest" : ""))).filter(Boolean);
    parts.unshift(`Your hand: ${hand.join("; ") || "empty"}`, piles(seat));
  }
  parts.push(view.asks ? `You can: ${choices(view, names).map((choice) => choice.label).join(", or ")}` : "Nothing to do right now");
  return parts.filter(Boolean).join(". ");
}

export function describeTable(view, names) {
  const laid = view.laid.map(({ seat, card }) => `${names[seat - 1]} ${cardName(card)}`).join(", ");
  const seats = view.seats.map((seat) => `${names[seat.seat - 1]}: ${seat.out ? "out" : piles(seat)}`);
  const round = `Round ${view.number}, ${view.centre} in the centre`;
  return [round, laid && `Laid: ${laid}`, ...seats, nameSeats(view.call.title, names), warWords(view, names)].filter(Boolean).join(". ");
}
