// The cards that decide a war are seen before anything tells what they mean.

/** @typedef {WorldWarThree.View} View */
/** @typedef {WorldWarThree.Side} Side */

/** In a race cards are painted for all at the moment the server set. @param {View} view */
export function racing({ reveal, rules }) {
  return Boolean(reveal?.open && !rules.secret);
}

/** The war with its new cards, and the words and numbers of before; null: there are none, or they start a race. @param {View} before @param {View} view @returns {View | null} */
export function opening(before, view) {
  const { war } = view;
  const old = before.war;
  if (!war || !old || racing(view)) return null;
  const turned = new Map(war.sides.map((side, at) => [side.seat, turnedSince(old.sides[at], side)]));
  if (![...turned.values()].some(Boolean)) return null;
  const { call, turn, last, phase, at, wars, centre } = before;
  const sides = war.sides.map((side, place) => ({ ...side, held: old.sides[place].held, card: side.row.findLast(Boolean) ?? null }));
  // No spoils yet: who takes them has more cards in the view.
  const seats = before.seats.map((seat) => ({ ...seat, pickup: seat.pickup - (turned.get(seat.seat) ?? 0) }));
  const silent = { asks: null, until: null, result: null, own: undefined, hints: [] };
  const shown = { ...war, sides, stakes: old.stakes, stage: old.stage, back: old.back, over: false };
  return { ...view, war: shown, seats, call, turn, last, phase, at, wars, centre, ...silent };
}

/** How many cards; a war that begins again has other ones in the same places. @param {Side} old @param {Side} side */
function turnedSince(old, side) {
  return side.seat === old.seat ? side.row.filter((code, at) => code && code !== old.row[at]).length : 0;
}
