// The board of a game: what table and replay need to know of it.  `board_<game>.js` exports:
//
//   Board            the felt. new Board(felt, names); the page sets .names, .bots (Set of seats)
//                    and .away (Map seat -> words), then calls
//                      show(view, {before, moving, messages, whole, at}) -> {seen, sound}
//                    which draws the view, with motion from what was drawn before if `moving`;
//                    seen: ms that what it drew wants to be looked at; sound: its name or "".
//                    messages: what a live table was told; of a film, whole: the pictures before
//                    and now with every card open, if it moves; at: the time of the picture.
//                    Boards with gestures of their own also have join({send, press, say, demand,
//                    note, clock, bar}), means(key) -> function or undefined, and clear().
//   unit             what is numbered and what a line of the log stands for: "battle", "round".
//   stamp(number)    that number as the log shows it; not needed if it is shown as it is.
//   realtime         a replay keeps the time of the game between its pictures.
//   facts(view)      how far the game is, in words: {place, sum, axis}.
//   shares(view, names)   of the bar of the front: [{seat, name, count, out}]; seat 0: nobody's.
//   row(view)        counts of all seats for the chart, or null while cards are on their way.
//   choices(view, names)   what the player may do now, the main choice first:
//                      {act, label, keys, args, look, icon, race, forced}
//                    keys: " " (space or enter) and letters, tried in this order; args: sent along;
//                    look: "now" (orange, the first one only), "ink" or ""; race: counts from the
//                    press, is sent with the reveal and the reaction; forced: there is nothing to
//                    decide, so it is not called out.
//   clocked(view)    does the ring run in this phase?
//   racing(view)     do the cards of this view start a race?  Then they are painted at the moment
//                    that the server set, and reactions count from that paint.
//   mine(view, names), all(view, names)   my state and the whole table in words, for keys T and V.
//   demand(view, names, seconds)   what is asked, to be read out at once; "" for the plain words.
//
// Legality and words come from the view; a board only draws.  Addresses are written out, so that
// they get their hashes in production.
const BOARDS = {
  war: () => import("./war/board.js"),
  ww3: () => import("./ww3/board.js"),
  ultimate: () => import("./ultimate/board.js"),
};

export function boardOf(game) {
  return BOARDS[game]();
}
