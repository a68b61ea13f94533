"""How many tables of which size a round has (3.1, 3.2)."""

from collections.abc import Iterator
from typing import NamedTuple

from games.tournaments.settings import Settings


class Sizes(NamedTuple):
    """Entrants without a table, and the sizes of the tables, the largest first."""

    byes: int
    tables: tuple[int, ...]


def sizes(present: int, size: int, least: int, most: int) -> Sizes:
    """The tables for so many present entrants, aimed at `size` and within `least`..`most`.

    Sizes differ by at most 1; first fewest byes, then sizes near the one aimed at, then few
    tables."""
    for byes in range(present + 1):
        found = list(_splits(present - byes, least, most))
        if found:
            return Sizes(byes, min(found, key=lambda tables: _distance(tables, size)))
    raise AssertionError("everybody has a bye at worst")


def of_round(settings: Settings, present: int) -> Sizes:
    """The same by the settings of the stage."""
    return sizes(present, settings.size, settings.least, settings.most)


def _splits(seated: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every number of tables that seats so many, as evenly as can be; few tables first."""
    if not seated:
        yield ()
        return
    for tables in range(-(-seated // most), seated // least + 1):
        small, larger = divmod(seated, tables)
        yield (small + 1,) * larger + (small,) * (tables - larger)


def _distance(tables: tuple[int, ...], size: int) -> int:
    return sum((size - seats) ** 2 for seats in tables)
