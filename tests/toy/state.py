"""The state of a game of Beggar-my-neighbour, and its deal."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated

from games.rules.cards import JACK, NONE, PACK, Pile, codes, fill, listed, parse, rank
from games.rules.records import Byte, Flag, Int, Record, Time, Word

COUNTDOWN_MS = 50


class Phase(IntEnum):
    """What comes next."""

    DEALT = 0  # the countdown runs
    LAY = 1  # seat `at` lays its top card
    OVER = 2


class End(IntEnum):
    """How a game ended; AGREED, ABANDONED and LIMIT are those of section 0.7."""

    PLAYING = 0
    ALL = 1
    CAP = 2
    RESIGN = 4
    AGREED = 5
    ABANDONED = 6
    LIMIT = 7


class Seat(Record):
    """One seat."""

    pile: Pile  # face down, hidden from everyone
    out: Flag


class Table(Record):
    """A game.  Times are ms since it started."""

    phase: Annotated[Phase, "i1"]
    end: Annotated[End, "i1"]
    at: Byte  # whose turn it is
    owed: Byte  # cards still to be paid to the other seat; 0: no court card is open
    heaps: Int  # heaps begun
    heap: Pile
    seats: Annotated[list[Seat], 2]
    rng: Word
    turn: Int  # decisions opened so far
    since: Time  # when the current one opened
    until: Time  # when its timer fires; NONE: never


def price(card: int) -> int:
    """How many cards this card makes the other player pay: 1 for a jack to 4 for an ace, otherwise
    0."""
    return rank(card) - JACK + 1 if rank(card) >= JACK else 0


def held(t: Table) -> list[int]:
    """Cards of each seat when a game is stopped."""
    return [seat.pile.size for seat in t.seats]


def leaders(t: Table) -> tuple[int, ...]:
    """The seats with the most cards of those still in."""
    counts = [NONE if seat.out else seat.pile.size for seat in t.seats]
    return tuple(p for p in (0, 1) if counts[p] == max(counts))


def places(t: Table) -> tuple[int, ...]:
    """1 for the winner, 2 for the other; 1 for both if they tie."""
    return tuple(1 if p in leaders(t) else 2 for p in (0, 1))


def lay_out(piles: Sequence[Sequence[int]]) -> Table:
    """A game that starts with these piles, top first."""
    t = Table()
    for seat, cards in zip(t.seats, piles, strict=True):
        fill(seat.pile, list(cards))
    t.until = COUNTDOWN_MS
    return t


def deal(o: object, deck: Sequence[int]) -> Table:
    """Deal one card at a time, seat 1 first."""
    return lay_out([deck[0::2], deck[1::2]])


def text(t: Table) -> str:
    """`1:<cards>/2:<cards>`, top first."""
    return "/".join(f"{p}:" + codes(listed(seat.pile)) for p, seat in enumerate(t.seats, 1))


def from_text(o: object, text: str) -> Table:
    """A game with this deal.

    Raises:
        ValueError: the text is not a deal.
    """
    piles = [parse(part[2:]) for part in text.split("/")]
    if len(piles) != 2 or sorted(card for pile in piles for card in pile) != sorted(PACK):
        raise ValueError("this is no deal of one pack to two")
    return lay_out(piles)
