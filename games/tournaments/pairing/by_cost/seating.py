"""Tables at which two entrants at a time change places."""

from collections.abc import Sequence

from games.tournaments.pairing.by_cost.problem import Problem, Tables


class Seating:
    """Tables of a problem; what an exchange would change is known without adding up all again."""

    def __init__(self, problem: Problem, tables: Tables) -> None:
        self.problem, self.tables = problem, [list(table) for table in tables]
        self.table_of = [0] * len(problem.seeds)
        for number, table in enumerate(tables):
            for entrant in table:
                self.table_of[entrant] = number
        self.sums = [sum(problem.points[e] for e in table) for table in tables]
        self.clashes = [sum(self._with(e, table) for e in table) // 2 for table in tables]

    def rest_change(self, a: int, b: int) -> int:
        """What spread and short tables would cost more if a and b changed places.

        The squared differences at a table of s are s * (sum of squares) - (sum)^2."""
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
        """Fewer clashes than this cannot be saved."""
        return self.clashes[self.table_of[a]] + self.clashes[self.table_of[b]]

    def clash_changes(self, a: int, b: int) -> tuple[int, int]:
        """Clashes more at the table of a, and at that of b, if they changed places."""
        s, t = self.table_of[a], self.table_of[b]
        between = self.problem.clashes[a].get(b, 0)
        at_s = self._with(b, self.tables[s]) - between
        at_t = self._with(a, self.tables[t]) - between
        if self.clashes[s]:
            at_s -= self._with(a, self.tables[s])
        if self.clashes[t]:
            at_t -= self._with(b, self.tables[t])
        return at_s, at_t

    def change(self, a: int, b: int) -> int:
        """What the round would cost more if a and b changed places."""
        return self.rest_change(a, b) + self.problem.repeat * sum(self.clash_changes(a, b))

    def exchange(self, a: int, b: int, clash_changes: tuple[int, int]) -> None:
        """a and b change places."""
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
        """Clashes of an entrant with those at a table."""
        met = self.problem.clashes[entrant]
        if met.keys().isdisjoint(table):
            return 0
        return sum([met[e] for e in table if e in met])
