"""Pairings that a director sets by hand: a check that they are possible, and warnings about them
(9.1)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from games.tournaments.pairing.explanation import meetings
from games.tournaments.scoring.points import history
from games.tournaments.scoring.record import UNEARNED, StageRecord

Tables = Sequence[Sequence[int]]


class Impossible(Exception):
    """The pairings are impossible.  `code`: TWICE, MISSING, NOT_HERE or SIZE; `entrants`: the
    entrants to whom the code applies."""

    def __init__(self, code: str, entrants: Iterable[int]) -> None:
        super().__init__(code)
        self.code, self.entrants = code, tuple(sorted(entrants))


class Warning(NamedTuple):
    """A warning.  `kind`: met (in these rounds), forbidden, bye (the entrant has had a bye or a
    walk-over before), seat (the entrant has the same seat for the third time running)."""

    kind: str
    entrants: tuple[int, ...]
    rounds: tuple[int, ...] = ()


def verify(record: StageRecord, tables: Tables, byes: Sequence[int]) -> None:
    """Check that every present entrant has exactly one table or bye, and that the sizes of the
    tables are possible.  Raises Impossible."""
    seated = Counter(entrant for group in (*tables, byes) for entrant in group)
    present = set(record.present)
    faults = {
        "TWICE": [entrant for entrant, times in seated.items() if times > 1],
        "NOT_HERE": seated.keys() - present,
        "MISSING": present - seated.keys(),
        "SIZE": [e for table in tables if not _fits(record, table) for e in table],
    }
    for code, entrants in faults.items():
        if entrants:
            raise Impossible(code, entrants)


def _fits(record: StageRecord, table: Sequence[int]) -> bool:
    return record.settings.least <= len(table) <= record.settings.most


def warnings(record: StageRecord, tables: Tables, byes: Sequence[int]) -> list[Warning]:
    """Warnings about pairings that the draw would have avoided."""
    met, lines = meetings(record.rounds), history(record.settings, record.rounds)
    forbidden = {frozenset(pair) for pair in record.settings.forbidden}
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    repeats = [
        Warning("met", pair, tuple(number for number, _ in met[frozenset(pair)]))
        for pair in pairs
        if frozenset(pair) in met
    ]
    kept_apart = [Warning("forbidden", pair) for pair in pairs if frozenset(pair) in forbidden]
    again = [
        Warning("bye", (entrant,))
        for entrant in byes
        if any(line.kind in UNEARNED for line in lines.get(entrant, ()))
    ]
    return [*kept_apart, *repeats, *again, *_thrice(record, tables)]


def _thrice(record: StageRecord, tables: Tables) -> Iterator[Warning]:
    """Warnings about entrants in the same seat for the third time running."""
    had: dict[int, list[int]] = {}
    for played in record.rounds:
        for before in played.tables:
            for seat, entrant in enumerate(before.seats):
                had.setdefault(entrant, []).append(seat)
    for table in tables:
        for seat, entrant in enumerate(table):
            if had.get(entrant, [])[-2:] == [seat, seat]:
                yield Warning("seat", (entrant,))


def differing(tables: Tables, program: Tables) -> list[Sequence[int]]:
    """The tables of the program's draw that are not among these tables."""
    same: Collection[frozenset[int]] = {frozenset(table) for table in tables}
    return [table for table in program if frozenset(table) not in same]
