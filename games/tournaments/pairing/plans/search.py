"""Plans with few coincidences where no design is known: a local search (5.5.3)."""

from itertools import combinations
from random import Random

from games.tournaments.pairing.plans.designs import Plan, Round, bound, coincidences, meetings

STEPS = 150_000  # steps of a try
# How many coincidences more an exchange may make as a try begins: some tries begin anywhere, those
# after them with the best of them.
AFRESH, AGAIN = 3 * (1.5,), 7 * (1.15, 1.3)
COLD = 0.6  # the same as a try ends
SHORT = 0.1  # the weight of another short table for an entrant who has had one


def search(start: Plan, entrants: int) -> Plan:
    """Find rounds of the same sizes and byes with few coincidences, and with short tables spread
    over all entrants.  The search ends when the plan is within the limit of 5.5.3, or after a fixed
    number of tries with the best plan so far.  The same arguments give the same plan."""
    luck = Random(0)
    best = start
    for number, hot in enumerate(AFRESH + AGAIN):
        is_new = number < len(AFRESH)
        plan = [_shuffled(tables, luck) if is_new else list(map(list, tables)) for tables in best]
        Exchanges(plan, entrants).anneal(luck, hot)
        if number == 0 or coincidences(plan) <= coincidences(best):
            best = plan
        if is_good(best, entrants):
            break
    return best


def is_good(plan: Plan, entrants: int) -> bool:
    """Whether the coincidences of the plan are within the limit of 5.5.3."""
    slack = 2 if entrants <= 16 else meetings(plan).total() / 10
    return coincidences(plan) <= bound(plan, entrants) + slack


def _shuffled(tables: Round, luck: Random) -> Round:
    seated = [e for table in tables for e in table]
    luck.shuffle(seated)
    rest = iter(seated)
    return [[next(rest) for _ in table] for table in tables]


class Exchanges:
    """A plan, changed step by step: two entrants of a round exchange their tables."""

    def __init__(self, plan: Plan, entrants: int) -> None:
        self.plan = plan
        self.met = [[0] * (entrants + 1) for _ in range(entrants + 1)]
        self.shorts = [0] * (entrants + 1)
        self.table_of = [[-1] * (entrants + 1) for _ in plan]  # -1: a bye
        for tables, table_of in zip(plan, self.table_of, strict=True):
            most = max(map(len, tables))
            for number, table in enumerate(tables):
                for entrant in table:
                    table_of[entrant] = number
                    self.shorts[entrant] += len(table) < most
                for a, b in combinations(table, 2):
                    self.met[a][b] += 1
                    self.met[b][a] += 1

    def anneal(self, luck: Random, hot: float) -> None:
        """Try exchanges; accept those that make the plan better, or worse by less than a random
        part of a falling limit."""
        random, rounds, entrants = luck.random, len(self.plan), len(self.shorts) - 1
        limit, cooling = hot, (COLD / hot) ** (1 / STEPS)
        for _ in range(STEPS):
            limit *= cooling
            number = int(random() * rounds)
            a, b = int(random() * entrants) + 1, int(random() * entrants) + 1
            s, t = self.table_of[number][a], self.table_of[number][b]
            if s == t or s < 0 or t < 0:
                continue
            own, other = self.plan[number][s], self.plan[number][t]
            if self._more(a, b, own, other) <= limit * random():
                self._exchange(a, b, own, other)
                self.table_of[number][a], self.table_of[number][b] = t, s

    def _more(self, a: int, b: int, own: list[int], other: list[int]) -> float:
        """The additional coincidences if a and b changed places (a pair that meets for the m-th
        time adds m - 1), plus half of the increase in the squares of short tables, at their
        weight."""
        of_a, of_b = self.met[a], self.met[b]
        more = len(own) + len(other) - 2 - 2 * of_a[b]
        more += sum([of_b[e] - of_a[e] for e in own]) + sum([of_a[e] - of_b[e] for e in other])
        if len(own) == len(other):
            return more
        leaves, comes = (a, b) if len(own) < len(other) else (b, a)
        return more + SHORT * (self.shorts[comes] - self.shorts[leaves] + 1)

    def _exchange(self, a: int, b: int, own: list[int], other: list[int]) -> None:
        for table, leaves, comes in ((own, a, b), (other, b, a)):
            table.remove(leaves)
            for e in table:
                for entrant, change in ((leaves, -1), (comes, 1)):
                    self.met[entrant][e] += change
                    self.met[e][entrant] += change
            table.append(comes)
        if len(own) != len(other):
            leaves, comes = (a, b) if len(own) < len(other) else (b, a)
            self.shorts[leaves] -= 1
            self.shorts[comes] += 1
