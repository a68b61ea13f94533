// What the boards of all games have alike.

/** Numbers of the other seats, clockwise from my left; a spectator sees all, in order. @param {Protocol.View} view */
export function othersOf({ seats, you }) {
  const numbers = seats.map((seat) => seat.seat);
  return you ? [...numbers.slice(you), ...numbers.slice(0, you - 1)] : numbers;
}

/**
 * Parts of the bar above the table: the seats, and between two of them, else last, what nobody holds.
 * @param {Protocol.View} view @param {string[]} names @param {number[]} counts
 * @param {string} spareName @param {number} spare
 * @returns {Boards.Share[]}
 */
export function sharesOf(view, names, counts, spareName, spare) {
  const seats = view.seats.map(({ seat, out }, at) => ({ seat, name: names[seat - 1], count: counts[at], out }));
  return spare ? seats.toSpliced(seats.length === 2 ? 1 : seats.length, 0, { seat: 0, name: spareName, count: spare, out: false }) : seats;
}
