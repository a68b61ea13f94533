"""A round of a Swiss at tables of k, or of a large field of two, by the least cost (5.7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random

from games.tournaments.pairing.by_cost.cost import Cost, round_cost
from games.tournaments.pairing.by_cost.exact import MOST_SEATED, cheapest_tables
from games.tournaments.pairing.by_cost.first_round import first_round
from games.tournaments.pairing.by_cost.past import Pair, Past, past
from games.tournaments.pairing.by_cost.problem import Problem, Tables, problem
from games.tournaments.pairing.by_cost.search import search
from games.tournaments.pairing.by_cost.start import cut
from games.tournaments.pairing.byes import byes
from games.tournaments.pairing.seats import seating
from games.tournaments.pairing.sizes import of_round
from games.tournaments.pairing.snapshot import Snapshot
from games.tournaments.settings import Settings


class NoDraw(Exception):
    """Some who must not meet would have to; `pairs` are those the best draw has together."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        super().__init__(f"forbidden, and cannot be kept apart: {pairs}")
        self.pairs = pairs


@dataclass(frozen=True, slots=True)
class Draw:
    """Tables in order of their numbers, entrants in order of their seats.

    `passed_over`: who stands below those with a bye, but has had one; `proved`: is no other draw
    cheaper?"""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    passed_over: tuple[int, ...]
    cost: Cost
    proved: bool


def draw(snapshot: Snapshot, lot: int) -> Draw:
    """The next round.  `lot` seeds the search and decides between equal seats: the same snapshot
    and lot give the same round.

    Raises NoDraw, naming entrants."""
    entrants = dict(enumerate(snapshot.field, 1))
    try:
        drawn = draw_seeds(past(snapshot), snapshot.settings, lot, first=not snapshot.rounds)
    except NoDraw as refused:
        raise NoDraw([(entrants[a], entrants[b]) for a, b in refused.pairs]) from None
    return Draw(
        tuple(tuple(entrants[seed] for seed in table) for table in drawn.tables),
        tuple(entrants[seed] for seed in drawn.byes),
        tuple(entrants[seed] for seed in drawn.passed_over),
        drawn.cost,
        drawn.proved,
    )


def draw_seeds(before: Past, settings: Settings, lot: int, first: bool = False) -> Draw:
    """The same for entrants who are named by their seeds; everybody in `before` is present."""
    present = sorted(before.points)
    sizes = of_round(settings, len(present))
    out = byes(sizes.byes, present, before.byes, before.points)
    seated = [seed for seed in present if seed not in set(out.entrants)]
    if not seated:
        return Draw((), out.entrants, out.passed_over, Cost(), True)
    strict = settings.repeats == "strict"
    whole = problem(before, seated, settings.size, strict)
    start = first_round(len(seated), len(sizes.tables)) if first else cut(whole, sizes.tables)
    filled, proved = _fill(whole, start, lot, strict)
    tables = [[whole.seeds[index] for index in table] for table in filled]
    _verify(before, tables)
    cost = round_cost(before, settings.size, tables)
    return Draw(_numbered(before, tables, lot), out.entrants, out.passed_over, cost, proved)


def _fill(whole: Problem, start: Tables, lot: int, strict: bool) -> tuple[Tables, bool]:
    """The tables, and whether no others cost less."""
    if whole.total(start) == 0:
        return start, True
    if len(whole.seeds) <= MOST_SEATED:
        return cheapest_tables(whole, [len(table) for table in start]), True
    found = search(whole, start, lot, strict)
    return found, whole.total(found) == 0


def _verify(before: Past, tables: Tables) -> None:
    together = {pair for table in tables for pair in combinations(sorted(table), 2)}
    broken = sorted(together.intersection(before.forbidden))
    if broken:
        raise NoDraw(broken)


def _numbered(before: Past, tables: Tables, lot: int) -> tuple[tuple[int, ...], ...]:
    """Tables in order (5.7.5), everybody in a seat they have seldom had (3.6)."""
    points, luck = before.points, Random(lot)

    def order(table: Sequence[int]) -> tuple[Fraction, Fraction, int]:
        best = min(table, key=lambda seed: (-points[seed], seed))
        return -points[best], -sum((points[seed] for seed in table), Fraction(0)), best

    ordered = sorted(tables, key=order)
    return tuple(seating(table, before.seats, luck.getrandbits(64)).seats for table in ordered)
