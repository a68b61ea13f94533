"""The plans of a round robin: in pairs by Berger's tables (5.4, FIDE C.05 annex), and at tables of
k, where everybody has every seat equally often (5.5).  Entrants are named by their seeds from 1."""

from collections.abc import Sequence
from itertools import combinations, cycle, islice

from games.tournaments.pairing.plans.designs import Plan, bound, coincidences, design
from games.tournaments.pairing.plans.search import search

Pairing = tuple[int, int]  # who has seat 1, who has seat 2


def schedule(entrants: int, cycles: int = 1) -> list[list[Pairing]]:
    """Every round of the stage, its tables in order.  An entrant at no table is free.

    In a second cycle seats are exchanged.  The last two rounds of the first cycle change places, so
    that nobody has the same seat three times in a row (5.4.2)."""
    size = entrants + entrants % 2
    rounds = [_berger(number, size, entrants) for number in range(1, size)]
    if cycles == 1:
        return rounds
    return rounds[:-2] + rounds[:-3:-1] + [[(b, a) for a, b in pairings] for pairings in rounds]


def _berger(number: int, size: int, entrants: int) -> list[Pairing]:
    """Round `number` of Berger's tables for an even `size`; if the last seed does not exist, its
    opponent is free (5.4.1)."""
    pairings = []
    for low in range(1, size):
        high = (number + 1 - low) % (size - 1) or size - 1  # i + j = r + 1 mod (m - 1)
        if high == low:
            pairings.append((low, size) if low <= size // 2 else (size, low))
        elif low < high:
            pairings.append((low, high) if (low + high) % 2 else (high, low))
    return [pairing for pairing in pairings if max(pairing) <= entrants]


# Tables of k -----------------------------------------------------------------------------


def make_plan(sizes: Sequence[int], byes: int, rounds: int) -> Plan:
    """All rounds: tables of seeds in order of seats, sorted by their best seeds.

    `sizes` and `byes` are those of every round (3.1).  If a design has enough rounds, nobody meets
    anybody twice.  Otherwise the design is repeated from its beginning, or a search finds a plan,
    whichever has fewer coincidences.  The same arguments give the same plan."""
    entrants = sum(sizes) + byes
    plan = [] if byes else list(islice(cycle(design(sizes, rounds)), rounds))
    if not plan or coincidences(plan) > bound(plan, entrants):
        annealed = search([_sitting(entrants, sizes, byes, r) for r in range(rounds)], entrants)
        plan = min(annealed, plan or annealed, key=coincidences)
    return [sorted(tables, key=min) for tables in with_equal_seats(plan)]


def _sitting(entrants: int, sizes: Sequence[int], byes: int, number: int) -> list[list[int]]:
    """The tables of round `number` of a plan to start from: entrants in any order, except that byes
    take turns, worst seed first (3.3)."""
    out = {entrants - (number * byes + bye) % entrants for bye in range(byes)}
    seated = iter(e for e in range(1, entrants + 1) if e not in out)
    return [[next(seated) for _ in range(size)] for size in sizes]


def with_equal_seats(plan: Plan) -> Plan:
    """A plan with the same tables whose entrants are in order of seats.  If all tables are full, an
    entrant's counts of two seats differ by at most 1 (de Werra: a bipartite graph, here of entrants
    and tables, has an equitable edge colouring); else by at most 2, or by 3 where the last seat,
    which short tables do not have, is too rare for less.

    For two seats p and q each table is an edge from the entrant in p to the entrant in q.  If all
    tables on a path exchange the two seats, its first entrant has p once less, its last once more,
    and the others as often as before.  This is done where it evens out the counts.  The sum of all
    squared counts falls each time, so this ends."""
    tables = [list(table) for tables in plan for table in tables]
    pairs = list(combinations(range(max(map(len, tables), default=0)), 2))
    while sum(_level(tables, p, q) for p, q in pairs):
        pass
    rest = iter(tables)
    return [[next(rest) for _ in tables] for tables in plan]


def _level(tables: list[list[int]], p: int, q: int) -> int:
    """Exchange seats p and q along paths of tables where that evens out their counts; return the
    number of paths."""
    excess = {entrant: 0 for table in tables for entrant in table}  # excess of p over q
    leads: dict[int, set[int]] = {entrant: set() for entrant in excess}
    for number, table in enumerate(tables):
        if len(table) > p:
            excess[table[p]] += 1
        if len(table) > q:
            excess[table[q]] -= 1
            leads[table[p]].add(number)
    ways = 0
    while way := _way(tables, q, excess, leads):
        excess[tables[way[0]][p]] -= 2
        excess[tables[way[-1]][q]] += 2
        for number in way:
            table = tables[number]
            leads[table[p]].remove(number)
            leads[table[q]].add(number)
            table[p], table[q] = table[q], table[p]
        ways += 1
    return ways


def _way(
    tables: list[list[int]], q: int, excess: dict[int, int], leads: dict[int, set[int]]
) -> list[int]:
    """The tables on a path from an entrant to another one whose excess of seat p over seat q is
    smaller by 3 or more; empty if there is none."""
    least = min(excess.values())
    for first in sorted(excess, key=lambda entrant: (-excess[entrant], entrant)):
        if excess[first] < least + 3:
            break
        reached: dict[int, list[int]] = {first: []}
        queue = [first]
        for entrant in queue:
            if excess[entrant] <= excess[first] - 3:
                return reached[entrant]
            for number in sorted(leads[entrant]):
                following = tables[number][q]
                if following not in reached:
                    reached[following] = [*reached[entrant], number]
                    queue.append(following)
    return []
