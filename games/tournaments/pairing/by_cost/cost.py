"""What a table costs: repeats, short tables, spread of points (5.7.2).  Numbers are exact."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from games.tournaments.pairing.by_cost.past import Pair, Past


@dataclass(frozen=True, slots=True)
class Cost:
    """REP, SHORT and SPREAD of a table or a round."""

    rep: int = 0
    short: int = 0
    spread: Fraction = Fraction(0)

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(self.rep + other.rep, self.short + other.short, self.spread + other.spread)

    def __sub__(self, other: "Cost") -> "Cost":
        return Cost(self.rep - other.rep, self.short - other.short, self.spread - other.spread)

    def weight(self, strict: bool) -> tuple[Fraction, Fraction]:
        """What a draw minimises, the first number before the second (5.7.3)."""
        rest = self.short + self.spread
        return (Fraction(self.rep), rest) if strict else (4 * self.rep + rest, Fraction(0))


def repeat_cost(past: Past, pair: Pair) -> int:
    """REP of two entrants: 2 m^2, and 1 if they met in the round before."""
    met = past.met.get(pair, 0)
    return 2 * met * met + (pair in past.last)


def table_cost(past: Past, size: int, table: Sequence[int], is_short: bool) -> Cost:
    """The cost of one table.  `size` is what the stage aims at; a table is short if the round has
    larger ones."""
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
