"""Seating at a table, so that nobody has the same seat often (3.6)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

Counts = Mapping[int, Sequence[int]]  # entrant -> how often in seat 1, 2, ...
UNSEATED = (0,) * 8


class Seating(NamedTuple):
    """Entrants by seat.  `cost`: the sum of how often each has had this seat before, the least
    possible; `ways`: the number of seatings with this cost."""

    seats: tuple[int, ...]
    cost: int
    ways: int


def seating(table: Sequence[int], counts: Counts, draw: int) -> Seating:
    """The cheapest seating of this table; of several, the one with number `draw` (a lot, taken
    modulo their number).  The order of `table` does not matter.

    The cost of the remaining seats depends only on the entrants left, of whom there are at most 2^8
    sets."""

    def choices(left: frozenset[int]) -> Iterator[tuple[int, int, int]]:
        """The possible entrants for the next seat: for each the least cost of this seat and the
        later ones, and the number of ways to reach it."""
        seat = len(table) - len(left)
        for entrant in sorted(left):
            cost, ways = cheapest(left - {entrant})
            yield cost + counts.get(entrant, UNSEATED)[seat], ways, entrant

    @cache
    def cheapest(left: frozenset[int]) -> tuple[int, int]:
        """The least cost of seating the entrants in `left`, and the number of ways to reach it."""
        if not left:
            return 0, 1
        seatings = list(choices(left))
        least = min(cost for cost, _, _ in seatings)
        return least, sum(ways for cost, ways, _ in seatings if cost == least)

    left, seats = frozenset(table), list[int]()
    cost, ways = cheapest(left)
    number = draw % ways
    while left:
        least, _ = cheapest(left)
        for count, entrant in ((n, e) for price, n, e in choices(left) if price == least):
            if number < count:
                seats.append(entrant)
                break
            number -= count
        left -= {seats[-1]}
    return Seating(tuple(seats), cost, ways)
