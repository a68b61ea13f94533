"""What a draw by cost has to know of the rounds before it."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from games.tournaments.pairing.snapshot import Snapshot
from games.tournaments.scoring.history import history, seat_counts
from games.tournaments.scoring.record import UNEARNED, Kind, Round, Table

Pair = tuple[int, int]  # of seeds, the smaller first


@dataclass(frozen=True, slots=True)
class Past:
    """What one stage has played so far.  Entrants are named by their seeds.

    `met`: tables at which both have played; `last`: the pairs of the round before; `shorts`: short
    tables played; `byes`: byes and walk-over wins; `seats`: how often in seat 1, 2, ...;
    `forbidden`: pairs that are never drawn."""

    points: Mapping[int, Fraction]
    met: Mapping[Pair, int] = field(default_factory=dict)
    last: Collection[Pair] = frozenset()
    shorts: Mapping[int, int] = field(default_factory=dict)
    byes: Mapping[int, int] = field(default_factory=dict)
    seats: Mapping[int, Sequence[int]] = field(default_factory=dict)
    forbidden: Collection[Pair] = frozenset()


def past(snapshot: Snapshot) -> Past:
    """What the rounds of the snapshot mean for those who are present."""
    seeds, rounds = snapshot.seeds, snapshot.rounds
    present = {seeds[entrant] for entrant in snapshot.present}
    lines = history(snapshot.settings, rounds)
    own = {seed: lines.get(entrant, []) for entrant, seed in seeds.items() if seed in present}
    seats = seat_counts(rounds)
    return Past(
        points={seed: sum((line.points for line in own[seed]), Fraction(0)) for seed in own},
        met=Counter(pair for tables in rounds for pair in _pairs(tables, seeds)),
        last=frozenset(_pairs(rounds[-1], seeds)) if rounds else frozenset(),
        shorts=Counter(seed for tables in rounds for seed in _at_short_tables(tables, seeds)),
        byes={seed: sum(line.kind in UNEARNED for line in own[seed]) for seed in own},
        seats={seeds[entrant]: counts for entrant, counts in seats.items()},
        forbidden=frozenset(
            _sorted(seeds[a], seeds[b])
            for a, b in snapshot.settings.forbidden
            if {a, b} <= seeds.keys()
        ),
    )


def _sorted(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def _came(table: Table, seeds: Mapping[int, int]) -> list[int]:
    """Who played; nobody where one came, or the table is void."""
    places = zip(table.seats, table.places, strict=True)
    came = [seeds[entrant] for entrant, place in places if place is not None]
    return came if table.kind == Kind.PLAYED and len(came) > 1 else []


def _pairs(tables: Round, seeds: Mapping[int, int]) -> Iterator[Pair]:
    for table in tables.tables:
        yield from combinations(sorted(_came(table, seeds)), 2)


def _at_short_tables(tables: Round, seeds: Mapping[int, int]) -> Iterator[int]:
    most = max((len(table.seats) for table in tables.tables), default=0)
    for table in tables.tables:
        if len(table.seats) < most:
            yield from _came(table, seeds)
