// What happened between two pictures of a film, as events like those of a live table: as much of
// them as is needed to let the cards fly.  In both pictures the hands are open.
const FIELD = "field";

// Moves of cards, or the fight that was decided, with its winner.
export function steps(before, after) {
  if (after.number === before.number) return { events: moves(before, after), list: [] };
  const event = fight(before, after);
  return { events: [], list: event ? [{ event, winner: after.last.winner }] : [] };
}

function moves(before, after) {
  return after.seats.flatMap((now, at) => {
    const was = before.seats[at];
    const { seat } = now;
    if (now.hand && !was.hand) return [{ ev: "draw", seat, card: now.hand }];
    const laid = now.field.find((row) => !was.field.some((each) => each.card === row.card));
    if (!laid) return [];
    return [{ ev: was.hand === laid.card ? "play" : "deploy", seat, card: laid.card }];
  });
}

// The two cards that decided it; of more than two, as when all are called, none flies.
function fight(before, after) {
  const cards = (after.last?.cards ?? []).map(({ seat, card }) => placed(before.seats[seat - 1], card));
  if (cards.length !== 2) return null;
  const [attacker, target] = begins(before, after, cards[0], cards[1]) ? cards : cards.reverse();
  const ev = target.zone === FIELD ? "confront" : "accept";
  return { ev, seat: attacker.seat, zone: attacker.zone, card: attacker.card, target: target.seat, into: target.zone, struck: target.card };
}

function placed({ seat, hand, field }, card) {
  const open = field.some((row) => row.card === card);
  return { seat, card, zone: open ? FIELD : hand === card ? "hand" : "stack" };
}

// A hidden card strikes an open one.  Of two hidden ones the challenger's; else nothing tells who
// began, but mostly it is who won.
function begins(before, after, one, other) {
  const row = challenged(before, after, one, other);
  if (row) return row.seat === one.seat;
  return (one.zone === FIELD) === (other.zone === FIELD) ? after.last.winner === one.seat : other.zone === FIELD;
}

// The challenge between these two that was answered, if its option was not taken.
function challenged(before, after, one, other) {
  const open = new Set(after.challenges.map((row) => row.id));
  const between = (row) => [one.seat, other.seat].every((seat) => seat === row.seat || seat === row.target);
  const row = before.challenges.find((each) => !open.has(each.id) && between(each));
  return row?.options.some((card) => card === one.card || card === other.card) ? undefined : row;
}
