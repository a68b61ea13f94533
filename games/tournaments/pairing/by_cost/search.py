"""Cheap tables of many entrants, by a local search that exchanges two entrants at a time, is seeded
and has a limit of steps (5.7.4); and the cheapest exchanges for a draw (8.2)."""

from collections.abc import Sequence
from itertools import cycle
from random import Random
from typing import NamedTuple

from games.tournaments.pairing.by_cost.cost import Cost, Past, Problem, Tables, problem, table_cost


class Seating:
    """Tables of a problem, with sums that make it quick to compute the effect of an exchange."""

    def __init__(self, problem: Problem, tables: Tables) -> None:
        self.problem, self.tables = problem, [list(table) for table in tables]
        self.table_of = [0] * len(problem.seeds)
        for number, table in enumerate(tables):
            for entrant in table:
                self.table_of[entrant] = number
        self.sums = [sum(problem.points[e] for e in table) for table in tables]
        self.clashes = [sum(self._with(e, table) for e in table) // 2 for table in tables]

    def rest_change(self, a: int, b: int) -> int:
        """The increase in the cost of spread and short tables if a and b changed places.  The sum
        of squared differences at a table of s entrants is s * (sum of squares) - (sum)^2."""
        points, s, t = self.problem.points, self.table_of[a], self.table_of[b]
        more = points[b] - points[a]
        change = 2 * more * (self.sums[t] - self.sums[s] - more)
        larger = len(self.tables[s]) - len(self.tables[t])
        if larger:
            shorts = self.problem.shorts
            change += larger * more * (points[a] + points[b])
            change += shorts[a] - shorts[b] if larger > 0 else shorts[b] - shorts[a]
        return change

    def most_gain(self, a: int, b: int) -> int:
        """The largest number of clashes that an exchange of a and b can save."""
        return self.clashes[self.table_of[a]] + self.clashes[self.table_of[b]]

    def clash_changes(self, a: int, b: int) -> tuple[int, int]:
        """The additional clashes at the table of a, and at the table of b, if they changed
        places."""
        s, t = self.table_of[a], self.table_of[b]
        between = self.problem.clashes[a].get(b, 0)
        at_s = self._with(b, self.tables[s]) - between
        at_t = self._with(a, self.tables[t]) - between
        if self.clashes[s]:
            at_s -= self._with(a, self.tables[s])
        if self.clashes[t]:
            at_t -= self._with(b, self.tables[t])
        return at_s, at_t

    def exchange(self, a: int, b: int, clash_changes: tuple[int, int]) -> None:
        """Exchange the places of a and b."""
        s, t = self.table_of[a], self.table_of[b]
        self.tables[s][self.tables[s].index(a)] = b
        self.tables[t][self.tables[t].index(b)] = a
        self.table_of[a], self.table_of[b] = t, s
        more = self.problem.points[b] - self.problem.points[a]
        self.sums[s] += more
        self.sums[t] -= more
        self.clashes[s] += clash_changes[0]
        self.clashes[t] += clash_changes[1]

    def _with(self, entrant: int, table: Sequence[int]) -> int:
        """The clashes of an entrant with the entrants at a table."""
        met = self.problem.clashes[entrant]
        if met.keys().isdisjoint(table):
            return 0
        return sum([met[e] for e in table if e in met])


STEPS = 1_200_000  # in all, in several tries; more where one try takes more
STEPS_OF_TRY, STEPS_EACH = 300_000, 1_500  # at least so many, and so many for every entrant
HEATS = (4, 64, 64)  # heats of tries in turn: where repeats are hard to avoid, hot ones find better
GENTLE_FROM = 5  # seats at a table: one more, longer try weighs repeats less


class Stage(NamedTuple):
    """A part of a try: its share of the steps, the weight of one REP, and the increase in cost that
    an exchange may have at its beginning and its end, all in units of SPREAD."""

    share: float
    repeat: float
    hot: float
    cold: float


# Where repeats can be avoided, so light a weight finds points that are nearer (17.11).
GENTLE = (Stage(0.9, 6, 8, 0.05), Stage(0.1, 1024, 0.05, 0.01))


def search(problem: Problem, start: Tables, seed: int, strict: bool) -> Tables:
    """Find cheap tables of the same sizes: two entrants at a time change places by threshold
    accepting, in several tries.  The same arguments give the same tables."""
    luck = Random(seed)
    steps = max(STEPS_OF_TRY, STEPS_EACH * len(problem.seeds))
    best = start
    heats = zip(range(max(1, STEPS // steps)), cycle(HEATS), strict=False)
    tries = [(steps, _stages(heat, strict)) for _, heat in heats]
    if strict and (largest := max(map(len, start))) >= GENTLE_FROM:
        tries.append((max(STEPS * (largest - 3) // 2, steps), GENTLE))
    for whole, stages in tries:
        seating = Seating(problem, start)
        for stage in stages:
            anneal(seating, luck, stage, int(whole * stage.share))
        best = min(best, seating.tables, key=problem.total)
    return best


def _stages(heat: float, strict: bool) -> tuple[Stage, ...]:
    """The stages of a try.  For strict repeats the weight of one REP rises from stage to stage,
    because a search that starts with the final weight finds poor tables."""
    if not strict:
        return (Stage(1, 4, heat, 0.02),)
    return (
        Stage(0.5, 16, heat, heat / 8),
        Stage(0.4, 64, heat / 8, 0.05),
        Stage(0.1, 1024, 0.3, 0.02),
    )


def anneal(seating: Seating, luck: Random, stage: Stage, steps: int) -> None:
    """Try exchanges, mostly of neighbours in the order of points, and accept those that make the
    tables cheaper, or dearer by less than a random part of a falling limit."""
    random, table_of = luck.random, seating.table_of
    distances = _distances(len(table_of))
    unit = seating.problem.unit
    repeat = int(stage.repeat * unit)
    limit, cooling = stage.hot * unit, (stage.cold / stage.hot) ** (1 / steps)
    entrants, choices = len(table_of), len(distances)
    for _ in range(steps):
        limit *= cooling
        a = int(random() * entrants)
        b = a + distances[int(random() * choices)]
        if b >= entrants or table_of[a] == table_of[b]:
            continue
        allowed = limit * random() - seating.rest_change(a, b)
        if allowed < -repeat * seating.most_gain(a, b):
            continue
        changes = seating.clash_changes(a, b)
        if repeat * sum(changes) <= allowed:
            seating.exchange(a, b, changes)


def _distances(entrants: int) -> list[int]:
    """The distances of exchanges, from 1 to nearly all, near ones more often: their logarithms are
    evenly spread."""
    return [round(entrants ** (i / 512)) for i in range(512)]


class Exchange(NamedTuple):
    """An exchange: the entrant who `leaves` a table and the one who `comes` change places, and the
    cost of the round rises by `more`."""

    leaves: int
    comes: int
    more: Cost


def cheapest_exchanges(
    past: Past, tables: Sequence[Sequence[int]], size: int, strict: bool
) -> list[Exchange | None]:
    """For each table the cheapest exchange of two entrants (seeds) that changes it; None if no
    exchange keeps forbidden pairs apart."""
    whole = problem(past, [seed for table in tables for seed in table], size, strict)
    index = {seed: place for place, seed in enumerate(whole.seeds)}
    seating = Seating(whole, [[index[seed] for seed in table] for table in tables])
    exchanges: list[Exchange | None] = []
    for number in range(len(tables)):
        pair = _cheapest(seating, number)
        if pair is None:
            exchanges.append(None)
            continue
        other_table = tables[seating.table_of[pair[1]]]
        seeds = whole.seeds[pair[0]], whole.seeds[pair[1]]
        most = max(map(len, tables))
        exchanges.append(_exchange(past, seeds, (tables[number], other_table), size, most))
    return exchanges


def _cheapest(seating: Seating, number: int) -> tuple[int, int] | None:
    """The cheapest exchange for a table.  Clashes are counted only where they can change the
    result."""
    best: tuple[int, int, int] | None = None
    repeat, clashes = seating.problem.repeat, seating.clashes
    for entrant in seating.tables[number]:
        for other, its_table in enumerate(seating.table_of):
            if its_table == number:
                continue
            rest = seating.rest_change(entrant, other)
            if best and rest - repeat * (clashes[number] + clashes[its_table]) >= best[0]:
                continue
            change = rest + repeat * sum(seating.clash_changes(entrant, other))
            best = min(best or (change, entrant, other), (change, entrant, other))
    return best and best[1:]


def _exchange(
    past: Past, pair: tuple[int, int], before: Sequence[Sequence[int]], size: int, most: int
) -> Exchange | None:
    """An exchange with its exact cost; None if it would seat a forbidden pair together."""
    turn = {pair[0]: pair[1], pair[1]: pair[0]}
    after = [[turn.get(seed, seed) for seed in table] for table in before]
    if any({*pair} <= {*table} for table in after for pair in past.forbidden):
        return None

    def cost(tables: Sequence[Sequence[int]]) -> Cost:
        return sum((table_cost(past, size, table, len(table) < most) for table in tables), Cost())

    return Exchange(*pair, cost(after) - cost(before))
