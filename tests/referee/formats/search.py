"""Is a draw by cost as cheap as it has to be?  Few entrants: the minimum, proved; many: nothing
clearly cheaper is found by exchanges (5.7.2-5.7.4)."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

from tests.referee.file import Fault, Faults, Settings
from tests.referee.scores import ZERO

PROVED = 16  # seated
Pair = tuple[int, int]
Tables = Sequence[Sequence[int]]
Weight = tuple[Fraction, Fraction]  # minimised in this order
CLOSE = Fraction(1, 4)  # how much dearer a large draw may be, and so much a table


class Problem:
    """Entrants, and what it costs to seat them together."""

    def __init__(
        self,
        points: Mapping[int, Fraction],
        met: Mapping[Pair, int],
        last: Collection[Pair],
        shorts: Mapping[int, int],
        s: Settings,
    ) -> None:
        self.points, self.met, self.last, self.shorts = points, met, last, shorts
        self.size, self.strict = s.size, s.repeats == "strict"

    def table(self, table: Sequence[int], is_short: bool) -> tuple[int, int, Fraction]:
        """REP, SHORT and SPREAD."""
        rep, spread = 0, ZERO
        for pair in combinations(sorted(table), 2):
            times = self.met.get(pair, 0)
            rep += 2 * times * times + (pair in self.last)
            spread += (self.points[pair[0]] - self.points[pair[1]]) ** 2
        short = sum(self.shorts.get(e, 0) ** 2 for e in table) if is_short else 0
        return rep, short, spread / (self.size - 1) ** 2

    def cost(self, tables: Tables) -> tuple[int, int, Fraction]:
        most = max(map(len, tables), default=0)
        costs = [self.table(table, len(table) < most) for table in tables]
        return (
            sum(one[0] for one in costs),
            sum(one[1] for one in costs),
            sum((one[2] for one in costs), ZERO),
        )

    def weight(self, cost: tuple[int, int, Fraction]) -> Weight:
        rep, short, spread = cost
        if self.strict:
            return Fraction(rep), short + spread
        return 4 * rep + short + spread, ZERO


def faults(where: str, problem: Problem, tables: Tables, forbidden: Collection[Pair]) -> Faults:
    together = {pair for table in tables for pair in combinations(sorted(table), 2)}
    if together & {(min(pair), max(pair)) for pair in forbidden}:
        yield Fault(where, "a forbidden pair sits together")
    cost = problem.weight(problem.cost(tables))
    if sum(map(len, tables)) <= PROVED:
        least = cheapest(problem, [len(table) for table in tables], tables, forbidden)
        if cost != least:
            yield Fault(where, f"it costs {cost}, and {least} is possible")
    elif not is_close(cost, better := improved(problem, tables, forbidden), len(tables)):
        yield Fault(where, f"it costs {cost}, and {better} was found")


def is_close(cost: Weight, best: Weight, tables: int) -> bool:
    """Within what 5.7.4 allows."""
    if cost[0] > best[0] + (max(Fraction(2), best[0] / 10) if best[0] else ZERO):
        return False
    return cost[0] != best[0] or cost[1] <= best[1] * (1 + CLOSE) + CLOSE * tables


def cheapest(
    problem: Problem, sizes: Sequence[int], tables: Tables, forbidden: Collection[Pair]
) -> Weight:
    """The least cost of seating all these at tables of these sizes: the next table always seats
    the first who has none."""
    never = {frozenset(pair) for pair in forbidden}
    entrants = sorted(e for table in tables for e in table)
    most = max(sizes)

    @cache
    def price(table: tuple[int, ...]) -> Weight | None:
        if any(frozenset(pair) in never for pair in combinations(table, 2)):
            return None
        return problem.weight(problem.table(table, len(table) < most))

    @cache
    def best(left: tuple[int, ...], longs: int, shorts: int) -> Weight | None:
        if not left:
            return ZERO, ZERO
        least: Weight | None = None
        for size, rest in ((most, (longs - 1, shorts)), (most - 1, (longs, shorts - 1))):
            if min(rest) < 0:
                continue
            for others in combinations(left[1:], size - 1):
                own = price((left[0], *others))
                after = own and best(tuple(e for e in left[1:] if e not in others), *rest)
                if own and after:
                    sum_ = own[0] + after[0], own[1] + after[1]
                    least = min(least, sum_) if least else sum_
        return least

    longs = sum(size == most for size in sizes)
    return best(tuple(entrants), longs, len(sizes) - longs) or (ZERO, ZERO)


def improved(problem: Problem, tables: Tables, forbidden: Collection[Pair]) -> Weight:
    """The tables after exchanges of two, one after the other, as long as they improve."""
    seated, never = [list(table) for table in tables], {frozenset(pair) for pair in forbidden}
    most = max(map(len, tables))

    def price(table: Sequence[int]) -> Weight:
        if any(frozenset(pair) in never for pair in combinations(table, 2)):
            return Fraction(10**9), ZERO
        return problem.weight(problem.table(table, len(table) < most))

    prices = [price(table) for table in seated]
    is_better = True
    while is_better:
        is_better = False
        for a, b in combinations(range(len(seated)), 2):
            for i in range(len(seated[a])):
                for j in range(len(seated[b])):
                    first, second = list(seated[a]), list(seated[b])
                    first[i], second[j] = second[j], first[i]
                    new, old = (price(first), price(second)), (prices[a], prices[b])
                    if _sum(*new) < _sum(*old):
                        seated[a], seated[b] = first, second
                        prices[a], prices[b] = new
                        is_better = True
    return _sum(*prices)


def _sum(*weights: Weight) -> Weight:
    return sum((w[0] for w in weights), ZERO), sum((w[1] for w in weights), ZERO)
