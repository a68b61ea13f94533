"""The deal of a game of War (sections 0.2, 1.1) and its text in logs (section 4.1)."""

from collections.abc import Sequence

from games.rules.cards import PACK, codes, fill, listed, parse, parts
from games.rules.war import battle
from games.rules.war.options import Options
from games.rules.war.state import Phase, Table, fresh_table

COUNTDOWN_MS = 3_000


def start(t: Table) -> Table:
    """Start the countdown at time 0.  The cards must have been dealt."""
    t.phase = Phase.DEALT
    t.until = COUNTDOWN_MS
    return t


def deal(o: Options, deck: Sequence[int]) -> Table:
    """A new game dealt from this shuffled deck."""
    t = fresh_table()
    fill(t.center, list(deck))
    battle.deal(t, o)
    return start(t)


def lay_out(o: Options, piles: Sequence[Sequence[int]], center: Sequence[int]) -> Table:
    """A new game that starts with these piles, top first."""
    t = fresh_table()
    battle.deal(t, o)
    for seat, cards in zip(t.seats, piles, strict=False):
        fill(seat.pile, list(cards))
    fill(t.center, list(center))
    return start(t)


def text(t: Table) -> str:
    """The deal as text, `1:<cards>/2:<cards>/c:<cards>`, top first; `c` only if the centre has
    cards."""
    rows = [f"{p + 1}:" + codes(listed(s.pile)) for p, s in enumerate(t.seats) if not s.out]
    if t.center.size:
        rows.append("c:" + codes(listed(t.center)))
    return "/".join(rows)


def from_text(o: Options, text: str) -> Table:
    """A new game with the deal in this text.

    Raises:
        ValueError: the text is not a deal for these options: a part is missing or unknown, or a
            card is invalid or appears twice.
    """
    rows = parts(text, parse)
    center = rows.pop("c", [])
    numbers = [str(p + 1) for p in range(o.players)]
    if sorted(rows) != numbers:
        raise ValueError(f"a deal for {o.players} players has the parts {', '.join(numbers)}")
    cards = [*center, *(card for row in rows.values() for card in row)]
    if len(set(cards)) != len(cards) or not set(cards) <= set(PACK):
        raise ValueError("a card is dealt twice or not of this pack")
    return lay_out(o, [rows[number] for number in numbers], center)
