"""The costs in a draw by cost: the rounds before the draw, and the cost of a table from repeats,
short tables and the spread of points (5.7.2).  `Cost` is exact; `Problem` has whole numbers."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import lcm

from games.tournaments.scoring.points import history, seat_counts
from games.tournaments.scoring.record import UNEARNED, Kind, Round, StageRecord, Table

Pair = tuple[int, int]  # pair of seeds, the smaller first


@dataclass(frozen=True, slots=True)
class Past:
    """The history of a stage so far.  Entrants are named by their seeds.

    `met`: the number of tables at which both of a pair have played; `last`: the pairs of the round
    before; `shorts`: short tables played; `byes`: byes and walk-over wins; `seats`: how often each
    entrant was in seat 1, 2, ...; `forbidden`: pairs that are never drawn."""

    points: Mapping[int, Fraction]
    met: Mapping[Pair, int] = field(default_factory=dict)
    last: Collection[Pair] = frozenset()
    shorts: Mapping[int, int] = field(default_factory=dict)
    byes: Mapping[int, int] = field(default_factory=dict)
    seats: Mapping[int, Sequence[int]] = field(default_factory=dict)
    forbidden: Collection[Pair] = frozenset()


def past(record: StageRecord) -> Past:
    """The history of the present entrants, from the rounds of the record."""
    seeds, rounds = record.seeds, record.rounds
    present = {seeds[entrant] for entrant in record.present}
    lines = history(record.settings, rounds)
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
            for a, b in record.settings.forbidden
            if {a, b} <= seeds.keys()
        ),
    )


def _sorted(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def _came(table: Table, seeds: Mapping[int, int]) -> list[int]:
    """The seeds that played at a table; none if only one came, or if the table is void."""
    places = zip(table.seats, table.places, strict=True)
    played = [seeds[entrant] for entrant, place in places if place is not None]
    return played if table.kind == Kind.PLAYED and len(played) > 1 else []


def _pairs(tables: Round, seeds: Mapping[int, int]) -> Iterator[Pair]:
    for table in tables.tables:
        yield from combinations(sorted(_came(table, seeds)), 2)


def _at_short_tables(tables: Round, seeds: Mapping[int, int]) -> Iterator[int]:
    most = max((len(table.seats) for table in tables.tables), default=0)
    for table in tables.tables:
        if len(table.seats) < most:
            yield from _came(table, seeds)


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a table or a round, in REP, SHORT and SPREAD."""

    rep: int = 0
    short: int = 0
    spread: Fraction = Fraction(0)

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(self.rep + other.rep, self.short + other.short, self.spread + other.spread)

    def __sub__(self, other: "Cost") -> "Cost":
        return Cost(self.rep - other.rep, self.short - other.short, self.spread - other.spread)

    def weight(self, strict: bool) -> tuple[Fraction, Fraction]:
        """The two numbers that a draw minimises, the first before the second (5.7.3)."""
        rest = self.short + self.spread
        return (Fraction(self.rep), rest) if strict else (4 * self.rep + rest, Fraction(0))


def repeat_cost(past: Past, pair: Pair) -> int:
    """REP of two entrants: 2 m^2, and 1 if they met in the round before."""
    met = past.met.get(pair, 0)
    return 2 * met * met + (pair in past.last)


def table_cost(past: Past, size: int, table: Sequence[int], is_short: bool) -> Cost:
    """The cost of one table.  `size` is the size that the stage aims at.  A table is short if the
    round has larger tables."""
    pairs = list(combinations(sorted(table), 2))
    apart = sum(((past.points[a] - past.points[b]) ** 2 for a, b in pairs), Fraction(0))
    return Cost(
        rep=sum(repeat_cost(past, pair) for pair in pairs),
        short=sum(past.shorts.get(seed, 0) ** 2 for seed in table) if is_short else 0,
        spread=apart / (size - 1) ** 2,
    )


def round_cost(past: Past, size: int, tables: Sequence[Sequence[int]]) -> Cost:
    """The cost of all tables of a round together."""
    most = max(map(len, tables), default=0)
    return sum((table_cost(past, size, table, len(table) < most) for table in tables), Cost())


Tables = list[list[int]]


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of seating.  Entrants are 0, 1, 2 ... in order of points and seed.  A table costs

        repeat * (sum of `clashes` of its pairs) + (sum of squared differences of `points`)
        + (sum of `shorts`, if it is short),

    which is `unit` times the cost that 5.7.3 minimises.  With strict repeats one clash costs more
    than everything else together, and a forbidden pair clashes more than all other pairs
    together."""

    seeds: list[int]
    points: list[int]
    clashes: list[dict[int, int]]
    shorts: list[int]
    repeat: int
    unit: int

    def cost(self, table: Sequence[int], is_short: bool) -> int:
        """The cost of one table."""
        cost = sum(self.shorts[e] for e in table) if is_short else 0
        for a, b in combinations(table, 2):
            cost += self.repeat * self.clashes[a].get(b, 0) + (self.points[a] - self.points[b]) ** 2
        return cost

    def total(self, tables: Tables) -> int:
        """The cost of a round."""
        most = max(map(len, tables), default=0)
        return sum(self.cost(table, len(table) < most) for table in tables)


def problem(past: Past, seated: Iterable[int], size: int, strict: bool) -> Problem:
    """The problem of seating these seeds at tables of about `size`, with its costs."""
    seeds = sorted(seated, key=lambda seed: (-past.points[seed], seed))
    scale = lcm(*(past.points[seed].denominator for seed in seeds))
    points = [int(past.points[seed] * scale) for seed in seeds]
    unit = (scale * (size - 1)) ** 2
    shorts = [past.shorts.get(seed, 0) ** 2 * unit for seed in seeds]
    above_rest = (len(seeds) * (points[0] - points[-1])) ** 2 + sum(shorts) + 1
    repeat = above_rest if strict else 4 * unit
    return Problem(seeds, points, _clashes(past, seeds, above_rest), shorts, repeat, unit)


def _clashes(past: Past, seeds: Sequence[int], above_rest: int) -> list[dict[int, int]]:
    """For each entrant the REP with every entrant met before; for a forbidden pair a weight above
    all others together."""
    place = {seed: index for index, seed in enumerate(seeds)}
    weights = {pair: repeat_cost(past, pair) for pair in {*past.met, *past.last}}
    weights = {pair: weight for pair, weight in weights.items() if {*pair} <= place.keys()}
    never = sum(weights.values()) + above_rest
    weights |= {pair: never for pair in past.forbidden if {*pair} <= place.keys()}
    clashes: list[dict[int, int]] = [{} for _ in seeds]
    for (a, b), weight in weights.items():
        clashes[place[a]][place[b]] = clashes[place[b]][place[a]] = weight
    return clashes
