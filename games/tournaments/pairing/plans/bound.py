"""How often two entrants meet again in a plan, and how often they must (5.5.1, 5.5.3).

A plan is a list of rounds, a round a list of tables, a table the seeds at it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

Round = list[list[int]]
Plan = list[Round]


def meetings(plan: Iterable[Round]) -> Counter[tuple[int, int]]:
    """How often each pair sits at one table; the smaller seed first."""
    tables = (sorted(table) for tables in plan for table in tables)
    return Counter(pair for table in tables for pair in combinations(table, 2))


def coincidences(plan: Iterable[Round]) -> int:
    """R, the sum of m (m-1) / 2 over all pairs (5.5.1)."""
    return sum(m * (m - 1) // 2 for m in meetings(plan).values())


def shared(things: int, boxes: int) -> int:
    """E(x, boxes): pairs that share a box when things are spread evenly."""
    each, more = divmod(things, boxes)
    return boxes * each * (each - 1) // 2 + more * each


def bound(plan: Sequence[Round], entrants: int) -> Fraction:
    """No plan of these sizes has fewer coincidences (5.5.3)."""
    opponents = Counter(e for tables in plan for table in tables for e in table * (len(table) - 1))
    by_entrants = Fraction(sum(shared(d, entrants - 1) for d in opponents.values()), 2)
    by_rounds = sum(max(_spread(a, b), _spread(b, a)) for a, b in combinations(plan, 2))
    return max(by_entrants, Fraction(by_rounds))


def _spread(tables: Round, others: Round) -> int:
    """Coincidences of two rounds if each table is spread evenly over the tables of the other."""
    return sum(shared(len(table), len(others)) for table in tables)
