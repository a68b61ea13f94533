"""The cost in whole numbers, as the searches compute with it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import lcm

from games.tournaments.pairing.by_cost.cost import repeat_cost
from games.tournaments.pairing.by_cost.past import Past

Tables = list[list[int]]


@dataclass(frozen=True, slots=True)
class Problem:
    """Entrants are 0, 1, 2 ... in order of points and seed.  A table costs

        repeat * (sum of `clashes` of its pairs) + (sum of squared differences of `points`)
        + (sum of `shorts`, if it is short),

    which is `unit` times what 5.7.3 minimises.  With strict repeats one clash costs more than all
    the rest together can, and a forbidden pair clashes more than all other pairs together."""

    seeds: list[int]
    points: list[int]
    clashes: list[dict[int, int]]
    shorts: list[int]
    repeat: int
    unit: int

    def cost(self, table: Sequence[int], is_short: bool) -> int:
        """Of one table."""
        cost = sum(self.shorts[e] for e in table) if is_short else 0
        for a, b in combinations(table, 2):
            cost += self.repeat * self.clashes[a].get(b, 0) + (self.points[a] - self.points[b]) ** 2
        return cost

    def total(self, tables: Tables) -> int:
        """The cost of a round."""
        most = max(map(len, tables), default=0)
        return sum(self.cost(table, len(table) < most) for table in tables)


def problem(past: Past, seated: Iterable[int], size: int, strict: bool) -> Problem:
    """Who gets a table, with `size` seats aimed at, and what that costs."""
    seeds = sorted(seated, key=lambda seed: (-past.points[seed], seed))
    scale = lcm(*(past.points[seed].denominator for seed in seeds))
    points = [int(past.points[seed] * scale) for seed in seeds]
    unit = (scale * (size - 1)) ** 2
    shorts = [past.shorts.get(seed, 0) ** 2 * unit for seed in seeds]
    above_rest = (len(seeds) * (points[0] - points[-1])) ** 2 + sum(shorts) + 1
    repeat = above_rest if strict else 4 * unit
    return Problem(seeds, points, _clashes(past, seeds, above_rest), shorts, repeat, unit)


def _clashes(past: Past, seeds: Sequence[int], above_rest: int) -> list[dict[int, int]]:
    """For each entrant REP with everybody he has met, or must not meet."""
    place = {seed: index for index, seed in enumerate(seeds)}
    weights = {pair: repeat_cost(past, pair) for pair in {*past.met, *past.last}}
    weights = {pair: weight for pair, weight in weights.items() if {*pair} <= place.keys()}
    never = sum(weights.values()) + above_rest
    weights |= {pair: never for pair in past.forbidden if {*pair} <= place.keys()}
    clashes: list[dict[int, int]] = [{} for _ in seeds]
    for (a, b), weight in weights.items():
        clashes[place[a]][place[b]] = clashes[place[b]][place[a]] = weight
    return clashes
