"""The sizes of the tables of a round (3.1, 3.2), and the byes if not everybody can be seated
(3.3).  Nothing is drawn by lot."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.tournaments.settings import Settings


class Sizes(NamedTuple):
    """The number of byes, and the sizes of the tables, the largest first."""

    byes: int
    tables: tuple[int, ...]


def sizes(present: int, size: int, least: int, most: int) -> Sizes:
    """The sizes of tables for `present` entrants, near `size` and within `least`..`most`.  They
    differ by at most 1.  Fewest byes have priority, then sizes near `size`, then few tables."""
    for byes in range(present + 1):
        splits = list(_splits(present - byes, least, most))
        if splits:
            best = min(splits, key=lambda tables: sum((size - seats) ** 2 for seats in tables))
            return Sizes(byes, best)
    raise AssertionError("everybody has a bye at worst")


def of_round(settings: Settings, present: int) -> Sizes:
    """The sizes of tables and the byes of a round, by the settings of the stage."""
    return sizes(present, settings.size, settings.least, settings.most)


def _splits(seated: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every division of `seated` entrants into tables as equal as possible; few tables first."""
    if not seated:
        yield ()
        return
    for tables in range(-(-seated // most), seated // least + 1):
        small, larger = divmod(seated, tables)
        yield (small + 1,) * larger + (small,) * (tables - larger)


class Byes(NamedTuple):
    """Entrants with a bye, and the entrants who were passed over: lower by points and seed, but
    with more byes and walk-over wins so far (8.1)."""

    entrants: tuple[int, ...]
    passed_over: tuple[int, ...]


def byes(
    number: int, present: Sequence[int], had: Mapping[int, int], points: Mapping[int, Fraction]
) -> Byes:
    """Choose byes from the present entrants, who are given best seed first: fewest byes and
    walk-over wins (`had`), then fewest points, then worst seed."""
    seed = {entrant: place for place, entrant in enumerate(present)}
    from_below = sorted(present, key=lambda e: (points.get(e, 0), -seed[e]))
    lowest = sorted(from_below, key=lambda e: had.get(e, 0))[:number]
    highest = max(map(from_below.index, lowest), default=0)
    return Byes(tuple(lowest), tuple(e for e in from_below[:highest] if e not in lowest))
