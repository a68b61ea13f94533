"""The plan of a round robin at tables of k (5.5)."""

from collections.abc import Sequence
from itertools import cycle, islice

from games.tournaments.pairing.plans.bound import Plan, bound, coincidences
from games.tournaments.pairing.plans.designs import design
from games.tournaments.pairing.plans.search import search
from games.tournaments.pairing.plans.seats import with_equal_seats


def make_plan(sizes: Sequence[int], byes: int, rounds: int) -> Plan:
    """All rounds: tables of seeds in order of seats, in order of their best seeds.

    `sizes` and `byes` are those of every round (3.1).  Where a design has rounds enough nobody
    meets anybody twice.  Else the design from its beginning again or what a search finds is taken,
    whichever has fewer coincidences.  The same arguments give the same plan."""
    entrants = sum(sizes) + byes
    plan = [] if byes else list(islice(cycle(design(sizes, rounds)), rounds))
    if not plan or coincidences(plan) > bound(plan, entrants):
        found = search([_sitting(entrants, sizes, byes, r) for r in range(rounds)], entrants)
        plan = min(found, plan or found, key=coincidences)
    return [sorted(tables, key=min) for tables in with_equal_seats(plan)]


def _sitting(entrants: int, sizes: Sequence[int], byes: int, number: int) -> list[list[int]]:
    """Anybody anywhere, but the byes in turn, worst seed first (3.3)."""
    out = {entrants - (number * byes + bye) % entrants for bye in range(byes)}
    seated = iter(e for e in range(1, entrants + 1) if e not in out)
    return [[next(seated) for _ in range(size)] for size in sizes]
