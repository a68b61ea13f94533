"""The summary of a finished game: its records, and the luck of its deal."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from games.rules.cards import RANKS
from games.table.models import Table
from games.table.moves import moves_of

PART = re.compile(r"(?:^|/)(\d):([^/]*)")  # the cards of a seat in the text of a deal
CARD = re.compile(r"[2-9TJQKAX](?=[cdhsCDHS1-8])")
WORTH = {rank: number for number, rank in enumerate(f"{RANKS}X", 2)}


class Best(NamedTuple):
    """A record of the game: the seat (from 1) and the size."""

    seat: int
    size: int


class Win(NamedTuple):
    """A win of cards: the winner (seat from 1), the number of cards, whether there was a war, the
    open cards of each seat in order, and the number of the battle or round (None without turns)."""

    seat: int
    size: int
    is_war: bool
    cards: Mapping[int, Sequence[str]]
    number: int | None


class Ending(NamedTuple):
    """The records of a finished game, and its luck.  `deal`: by seat, the percentage by which its
    cards were better than the average card."""

    war: Win | None  # the one that took most cards
    streak: Best | None  # the most battles won in a row
    leads: int  # how often another player took the lead
    deal: Mapping[int, int]


@lru_cache(maxsize=256)
def ending(code: str) -> Ending:
    """The summary of a finished game, which never changes."""
    table = Table.objects.only("front", "deal", "branch_at").get(code=code)
    rows = (row for move in moves_of(table) for row in move.events)
    won = list(wins(rows))
    best = max((win for win in won if win.is_war), key=lambda war: war.size, default=None)
    dealt = "" if table.branch_at else table.deal  # others had that deal
    return Ending(best, longest(win.seat for win in won), leads(table.front), luck(dealt))


def wins(rows: Iterable[Mapping[str, Any]]) -> Iterator[Win]:
    war, cards = False, defaultdict[int, list[str]](list)
    for row in rows:
        if row["ev"] in ("win", "war_end"):
            if winner := row.get("seat") or row.get("winner"):
                number = None if "at" in row else row.get("number")
                yield Win(winner, row["size"], war, dict(cards), number)
            war = False
        if row["ev"] in ("win", "war_end", "flip"):
            cards.clear()
        war = war or row["ev"] == "war"
        for seat, card in opened(row):
            cards[seat].append(card)


def opened(row: Mapping[str, Any]) -> list[tuple[int, str]]:
    """The cards that an event turns face up on the table, as pairs of seat and card."""
    pairs: Iterable[tuple[int, str | None]] = ()
    if row["ev"] == "flip":
        pairs = enumerate(row["cards"], 1)
    elif row["ev"] == "lay":
        pairs = [(row["seat"], row.get("up"))]
    elif row["ev"] == "war_draw":
        pairs = zip(row["seats"], row["cards"], strict=True)
    return [(seat, card) for seat, card in pairs if card]


def longest(seats: Iterable[int]) -> Best | None:
    """The longest series of wins by the same seat."""
    best, run = None, Best(0, 0)
    for seat in seats:
        run = Best(seat, run.size + 1 if seat == run.seat else 1)
        best = run if best is None or run.size > best.size else best
    return best


def leads(front: Iterable[list[float]]) -> int:
    """The number of times that another player took the lead."""
    leaders: list[int] = []
    for counts in front:
        top = max(counts)
        if counts.count(top) == 1 and leaders[-1:] != [counts.index(top)]:
            leaders.append(counts.index(top))
    return max(0, len(leaders) - 1)


def luck(deal: str) -> dict[int, int]:
    """The quality of each seat's cards: the percentage by which they are better than the average
    card."""
    dealt = {int(seat): CARD.findall(cards) for seat, cards in PART.findall(deal)}
    every = [WORTH[rank] for cards in dealt.values() for rank in cards]
    average = sum(every) / max(1, len(every))
    return {
        seat: round(100 * (sum(WORTH[rank] for rank in cards) / len(cards) / average - 1))
        for seat, cards in dealt.items()
        if cards
    }
