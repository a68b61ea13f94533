"""The deal of World War III (sections 0.2, 3.1, 3.12) and its text in logs (section 4.1)."""

import hashlib
from collections.abc import Sequence

from games.rules.cards import codes, fill, listed, parse, parts
from games.rules.ww3 import turn
from games.rules.ww3.options import Options
from games.rules.ww3.play import COUNTDOWN_MS
from games.rules.ww3.state import Phase, Table, fill_row, fresh_table, pack, row


def packs(o: Options) -> int:
    """The number of packs: one for up to three players, two for more."""
    return 1 if o.players <= 3 else 2


def start(t: Table) -> Table:
    """Start the countdown at time 0.  The cards must have been dealt."""
    t.phase = Phase.DEALT
    t.until = COUNTDOWN_MS
    return t


def deal(o: Options, deck: Sequence[int]) -> Table:
    """A new game dealt from this shuffled deck.  Its bytes are the same as those of a game from
    `lay_out`."""
    t = fresh_table()
    fill(t.centre, list(deck))
    turn.deal(t, o)
    seats = t.seats[: o.players]
    hands, pickups = [row(seat.hand) for seat in seats], [listed(seat.pickup) for seat in seats]
    return lay_out(o, hands, pickups, listed(t.centre), t.leader)


def lay_out(
    o: Options,
    hands: Sequence[Sequence[int]],
    pickups: Sequence[Sequence[int]],
    centre: Sequence[int],
    leader: int,
) -> Table:
    """A new game that starts with these cards, top first."""
    t = fresh_table()
    for seat, hand, pickup in zip(t.seats, hands, pickups, strict=False):
        seat.out = False
        fill_row(seat.hand, list(hand))
        fill(seat.pickup, list(pickup))
    fill(t.centre, list(centre))
    t.leader = leader
    return start(t)


def text(t: Table) -> str:
    """The deal as text, `1:<hand>+<pick-up pile>/.../c:<centre>/l:<leader>`, top first."""
    rows = [
        f"{p + 1}:{codes(row(seat.hand))}+{codes(listed(seat.pickup))}"
        for p, seat in enumerate(t.seats)
        if not seat.out
    ]
    rows += [f"c:{codes(listed(t.centre))}"] if t.centre.size else []
    return "/".join([*rows, f"l:{t.leader + 1}"])


def from_text(o: Options, text: str) -> Table:
    """A new game with the deal in this text.

    Raises:
        ValueError: the text is not a deal for these options: a part is missing or unknown, or a
            card is invalid or appears twice.
    """
    rows = parts(text, str)
    leader, centre = rows.pop("l", ""), parse(rows.pop("c", ""))
    numbers = [str(p + 1) for p in range(o.players)]
    if sorted(rows) != numbers or leader not in numbers:
        raise ValueError(f"a deal for {o.players} players has {', '.join(numbers)} and a leader")
    halves = [rows[number].partition("+") for number in numbers]
    if any(plus != "+" or not 1 <= len(hand) // 2 <= 5 for hand, plus, _ in halves):
        raise ValueError("every player has a hand of up to five cards and a pick-up pile")
    hands, piles = [parse(half[0]) for half in halves], [parse(half[2]) for half in halves]
    cards = [*centre, *(card for row in (*hands, *piles) for card in row)]
    if len(set(cards)) != len(cards) or not set(cards) <= set(pack(packs(o))):
        raise ValueError("a card is dealt twice or not of these packs")
    return lay_out(o, hands, piles, centre, int(leader) - 1)


def old_daily_key(day: str) -> bytes:
    """The key of the deal of a day (`2026-11-20`) before deals of the day had secrets."""
    return hashlib.sha256(f"ww3|solo|{day}".encode("ascii")).digest()
