// A turn of War in the order in which people want to see it: the cards turn over, then comes the word, and the
// cards of a battle stay until the next turn.
import { HIDDEN } from "../../core/card_words.js";
import { t } from "../../core/words.js";

/** @typedef {War.View} View */
/** @typedef {War.Seat} Seat */

/** @param {{seats: Seat[]}} view */
export function isLaid({ seats }) {
  return seats.some((seat) => seat.lane.length);
}

/** New cards as they come, before anything tells what they mean; null: there are none. @param {View} before @param {View} view @returns {View | null} */
export function opening(before, view) {
  const isNew = view.reveal && view.reveal.id !== before.reveal?.id;
  if (!isNew || !isLaid(view) || view.phase === "slap") return null;
  const goesOn = view.number === before.number; // with the cards of a war
  const { wars, last, turn, depth, call } = before;
  const title = t("step", { number: view.number });
  const seats = view.seats.map((seat, at) => seatAsBefore(seat, before.seats[at], goesOn));
  const words = goesOn ? { call, depth } : { call: { title, detail: "" }, depth: 0 };
  /** @type {Partial<View>} */
  const still = view.reveal?.ranks.length ? {} : { phase: "turning", asks: null, until: null }; // a slap cannot wait
  return { ...view, seats, wars, last, turn, result: null, own: undefined, hints: [], ...words, ...still };
}

/** @param {Seat} seat @param {Seat} old @param {boolean} goesOn @returns {Seat} */
function seatAsBefore({ pile, lane, auto, locked }, old, goesOn) {
  const known = goesOn ? old.lane : [];
  const stages = lane.map((stage, war) => stage.map((code, at) => (at === stage.length - 1 ? code : (known[war]?.[at] ?? HIDDEN))));
  const fights = goesOn ? old.fights : lane.length > 0;
  return { ...old, pile, lane: stages, auto, locked, fights, ready: false, won: false };
}

/** After a battle its cards, words and numbers stay until the next one, if they tell how it ended. @param {View} before @param {View} view @returns {View} */
export function kept(before, view) {
  if (view.phase !== "flip" || view.number !== before.number || !isLaid(before) || !isTaken(before, view)) return view;
  const { call, pot, center, depth } = before;
  const seats = view.seats.map((seat, at) => {
    const { pile, lane, fights, won } = before.seats[at];
    return { ...seat, pile, lane, fights, won };
  });
  return { ...view, seats, call, pot, center, depth };
}

/** Has the winner of before taken its cards, and nothing else happened? A page that missed a state may not know it. @param {View} before @param {View} view */
function isTaken({ seats, pot }, view) {
  return seats.every(({ pile, won }, at) => view.seats[at].pile === pile + (won ? pot : 0));
}

/** How often cards have been turned. @param {View} view */
export function turns({ reveal }) {
  return reveal?.id ?? 0;
}
