// An Ultimate War table in words, for keys and live regions.
import { cardName, nameSeats, plural } from "../../core/card_words.js";
import { questions } from "./questions.js";

export function minutes(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours, middle, rest] = parts;
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(middle)}:${two(rest)}` : `${middle}:${two(rest)}`;
}

function fieldWords(seat) {
  return seat.field.length ? seat.field.map((row) => cardName(row.card)).join(", ") : "no field";
}

function seatWords(seat, name) {
  if (seat.out) return `${name} is out`;
  const hand = seat.hand ? "a hand card" : "no hand card";
  return `${name}: ${seat.total} cards, stack ${seat.stack}, ${hand}, field ${fieldWords(seat)}`;
}

export function describeMine(view, names) {
  const seat = view.seats[view.you - 1];
  const parts = [];
  if (seat?.out) parts.push("You are out");
  else if (seat) {
    const hand = seat.hand ? cardName(seat.hand) : "empty";
    parts.push(`Your stack ${seat.stack}, hand ${hand}, field ${fieldWords(seat)}`);
    if (seat.locked.length) parts.push(`Bound: ${seat.locked.join(", ")}`);
    parts.push(...questions(view).map((question) => demandOf(question, names)));
  }
  if (parts.length < 2) parts.push(nameSeats(view.call.title, names));
  return parts.filter(Boolean).join(". ");
}

export function describeTable(view, names) {
  const seats = view.seats.map((seat) => seatWords(seat, seat.seat === view.you ? "You" : names[seat.seat - 1]));
  const open = view.challenges.map(
    (row) => `${names[row.seat - 1]} challenges the ${row.zone} of ${names[row.target - 1]}, option ${row.options.map(cardName).join(", ")}`,
  );
  const middle = view.pot ? [`${plural(view.pot, "card")} in the middle`] : [];
  return [...middle, ...seats, ...open].join(". ");
}

// What a question says to who must answer it.
export function demandOf({ kind, row }, names, seconds = 0) {
  const by = names[row.seat - 1];
  const end = seconds > 0 ? `, ${seconds} seconds` : "";
  if (kind === "answer") {
    const what = { stack: "the top of their stack", hand: "their hand card" }[row.source.zone] ?? `its ${cardName(row.source.card)}`;
    const keys = row.options.length > 1 ? "O strike an option" : "O strike the option";
    return `${by} challenges your ${row.zone} with ${what}. Option ${row.options.map(cardName).join(", ")}. A accept, ${keys}${end}`;
  }
  if (kind === "consent") {
    const { proposal } = row;
    const card = proposal.card ? `the ${cardName(proposal.card)}` : `the ${proposal.zone}`;
    return `${names[row.target - 1]} offers ${card} instead. A agree, X no${end}`;
  }
  if (kind === "join") return `${by} calls the table. J put in a card, X pass${end}`;
  return "";
}
