"""The deal of Ultimate War (sections 0.2, 2.1) and its text in logs (section 4.1)."""

from collections.abc import Sequence

from games.rules.cards import UNKNOWN, Pile, codes, draw, fill, listed, move_all, parse, parts, put
from games.rules.ultimate.options import Leftover, Options
from games.rules.ultimate.state import PULSE_MS, SEATS, Table, fresh_table


def start(t: Table, o: Options) -> Table:
    """Start the clocks at time 0.  The cards must have been dealt."""
    t.stall_at = o.stall
    t.pulse_at = PULSE_MS
    for seat in t.seats:
        seat.bare_at = o.nofield0
    return t


def deal(o: Options, deck: Sequence[int]) -> Table:
    """A new game dealt from this shuffled deck, one card at a time, seat 1 first."""
    t = fresh_table(o.players)
    fill(t.center, list(deck))
    for _ in range(t.center.size // o.players):
        for p in range(o.players):
            put(t.seats[p].stack, draw(t.center))
    if o.leftover == Leftover.SEATS:
        for p in range(t.center.size):
            put(t.seats[p].stack, draw(t.center))
    if o.leftover == Leftover.REMOVE:
        move_all(t.center, Pile())
    return start(t, o)


def lay_out(o: Options, stacks: Sequence[Sequence[int]], center: Sequence[int]) -> Table:
    """A new game that starts with these stacks, top first."""
    t = fresh_table(len(stacks))
    for seat, cards in zip(t.seats, stacks, strict=False):
        fill(seat.stack, list(cards))
    fill(t.center, list(center))
    return start(t, o)


def text(t: Table) -> str:
    """The deal as text, `1:<cards>/2:<cards>/c:<cards>`, top first; `c` only if the centre has
    cards."""
    rows = [f"{p + 1}:" + codes(listed(t.seats[p].stack)) for p in range(t.players)]
    if t.center.size:
        rows.append("c:" + codes(listed(t.center)))
    return "/".join(rows)


def from_text(o: Options, text: str) -> Table:
    """A new game with the deal in this text.  The text also sets the number of players, which the
    options of a log may leave out.

    Raises:
        ValueError: the text is not a deal: a part is missing or unknown, or a card is invalid or
            appears twice.
    """
    rows = parts(text, parse)
    center = rows.pop("c", [])
    numbers = [str(p + 1) for p in range(len(rows))]
    if sorted(rows) != numbers or not 3 <= len(rows) <= SEATS:
        raise ValueError("a deal has parts for three to eight seats, numbered from 1")
    cards = [*center, *(card for row in rows.values() for card in row)]
    if len(set(cards)) != len(cards) or UNKNOWN in cards:
        raise ValueError("a card is dealt twice or not known")
    return lay_out(o, [rows[number] for number in numbers], center)
