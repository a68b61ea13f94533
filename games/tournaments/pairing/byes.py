"""Who stays without a table when not all can sit (3.3).  Never by chance."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple


class Byes(NamedTuple):
    """Who has a bye, and who was passed over: lower by points and seed, but with more byes and
    walk-over wins so far (8.1)."""

    entrants: tuple[int, ...]
    passed_over: tuple[int, ...]


def byes(
    number: int, present: Sequence[int], had: Mapping[int, int], points: Mapping[int, Fraction]
) -> Byes:
    """The lowest of the present entrants, who are given best seed first: fewest byes and
    walk-over wins (`had`), then fewest points, then worst seed."""
    seed = {entrant: place for place, entrant in enumerate(present)}
    from_below = sorted(present, key=lambda e: (points.get(e, 0), -seed[e]))
    lowest = sorted(from_below, key=lambda e: had.get(e, 0))[:number]
    highest = max(map(from_below.index, lowest), default=0)
    return Byes(tuple(lowest), tuple(e for e in from_below[:highest] if e not in lowest))
