// The keys of an Ultimate War table: a card of mine (1-5), an opponent (Q W E R Y U I), then one
// of his field cards (1-3), his stack (S) or hand (H), or war (B).
import { LETTERS } from "./opponents.js";

const ANSWERS = {
  answer: { a: "accept", o: "strike", g: "change" },
  consent: { a: "agree", x: "disagree" },
  join: { j: "join", x: "pass" },
  call: { 1: "lowest", 2: "highest", 3: "none" },
};
const MOVES = { d: "draw", p: "play", f: "deploy" };

// Did the key mean something here?
export function pressed(board, key) {
  return called(board, key) || answered(board, key) || aimed(board, key) || chosen(board, key) || done(board, key);
}

function called(board, key) {
  return Boolean(board.choice.calling) && give(board, "call", key);
}

function answered(board, key) {
  return ["answer", "consent", "join"].some((kind) => give(board, kind, key));
}

function give(board, kind, key) {
  const box = board.questions.find(kind);
  const action = box && ANSWERS[kind][key];
  if (!action) return false;
  if (board.questions.early(box)) return true;
  board.answer(action, box.question);
  return true;
}

// An opponent is chosen: his cards are meant.
function aimed(board, key) {
  const { choice } = board;
  const seat = choice.seat;
  if (!seat) return false;
  const zone = { s: "stack", h: "hand" }[key];
  const card = board.opponents.get(seat).places.codes[Number(key) - 1];
  if (zone) choice.pick({ kind: "zone", seat, zone });
  else if (card) board.strike(seat, card);
  else if (key === "b") choice.war(seat);
  else if (!"123".includes(key)) return false;
  choice.seat = null;
  board.light();
  return true;
}

function chosen(board, key) {
  const { choice } = board;
  const seat = board.order[LETTERS.indexOf(key)];
  if (LETTERS.includes(key) && seat) {
    choice.seat = choice.seat === seat ? null : seat;
    board.light();
    return true;
  }
  if (!"12345".includes(key)) return false;
  const word = board.own.source(Number(key));
  if (word && (word !== "hand" || board.view.seats[board.view.you - 1].hand)) choice.pickSource(word);
  return true;
}

function done(board, key) {
  const { choice } = board;
  if (MOVES[key]) choice.move(MOVES[key]);
  else if (key === "c") choice.offering = !choice.offering;
  else if (key === "m" && board.view.may.call_at !== null) board.call();
  else return false;
  board.light();
  return true;
}
