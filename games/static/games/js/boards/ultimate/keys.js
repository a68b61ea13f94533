// The keys of an Ultimate War table: a card of mine (1-5), an opponent (Q W E R Y U I), then one
// of their field cards (1-3), their stack (S) or hand (H), or war (B).
export const LETTERS = "qweryui"; // in the order of the panels

/** @type {Record<string, string>} key of each answer; keys of other questions may be the same */
export const KEYS = {
  accept: "a",
  strike: "o",
  change: "g",
  agree: "a",
  disagree: "x",
  join: "j",
  pass: "x",
  lowest: "1",
  highest: "2",
  none: "3",
};
/** @type {Record<string, string>} */
const MOVES = { d: "draw", p: "play", f: "deploy" };
/** @type {Record<string, UltimateWar.Zone>} */
const ZONES = { s: "stack", h: "hand" };

/** @typedef {UltimateWar.Board} Board */

/** Did the key mean something here? @param {Board} board @param {string} key */
export function pressed(board, key) {
  return answered(board, key) || aimed(board, key) || chosen(board, key) || done(board, key);
}

/** @param {Board} board @param {string} key */
function answered(board, key) {
  for (const question of board.asking()) {
    const answer = question.answers.find(({ action }) => KEYS[action] === key);
    if (!answer) continue;
    if (!board.isEarly(question)) board.answer(answer.action, question);
    return true;
  }
  return false;
}

/** An opponent is chosen: their cards are meant. @param {Board} board @param {string} key */
function aimed(board, key) {
  const { choice } = board;
  const { seat } = choice;
  if (!seat) return false;
  const card = board.placesOf(seat).codes[Number(key) - 1];
  if (ZONES[key]) choice.pick({ kind: "zone", seat, zone: ZONES[key] });
  else if (card) board.strike(seat, card);
  else if (key === "b") choice.war(seat);
  else if (!"123".includes(key)) return false;
  choice.seat = null;
  board.redraw();
  return true;
}

/** @param {Board} board @param {string} key */
function chosen(board, key) {
  const { choice } = board;
  const seat = board.order[LETTERS.indexOf(key)];
  if (seat) {
    choice.seat = choice.seat === seat ? null : seat;
    board.redraw();
    return true;
  }
  if (!"12345".includes(key) || !board.mine) return false;
  const source = ["stack", "hand", ...board.placesOf(board.mine.seat).codes][Number(key) - 1];
  if (source && (source !== "hand" || board.mine.hand)) choice.pickSource(source);
  return true;
}

/** @param {Board} board @param {string} key */
function done(board, key) {
  const { choice } = board;
  if (MOVES[key]) choice.move(MOVES[key]);
  else if (key === "c") choice.offering = !choice.offering;
  else if (key === "m" && board.view?.may && board.view.may.call_at !== null) board.call();
  else return false;
  board.redraw();
  return true;
}
