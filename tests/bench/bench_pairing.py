"""Drawing a Swiss by cost: python -m tests.bench.bench_pairing

Processor time of one draw in the seventh round, for fields of several sizes, with what it costs
and the goal: rules of tournaments, sections 5.7.4 and 13.2.  Earlier rounds are drawn too, and
played: the stronger entrant wins more often."""

import random
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from games.tournaments.pairing.by_cost.cost import past, problem, round_cost
from games.tournaments.pairing.by_cost.draw import Seated, cheapest_tables, cut, draw_seeds
from games.tournaments.pairing.byes import Byes, of_round
from games.tournaments.scoring.points import unpaired
from games.tournaments.scoring.record import Kind, Round, StageRecord, Table
from games.tournaments.settings import Settings, resolve
from tests.tournaments.results import record_with

ROUND = 7
# Entrants, seats of a table, seconds allowed.
LARGE = [(300, 2, 2), (500, 2, 2), (1000, 2, 8), (500, 4, 2), (1000, 4, 8), (1000, 8, 20)]
EXACT = [(16, 4, 1), (16, 2, 1), (15, 3, 5), (16, 3, 5), (15, 5, 5), (16, 8, 5)]


def played(settings: Settings, drawn: Seated, byes: Byes, luck: random.Random) -> Round:
    """Results of a round: seed and luck decide."""
    tables = []
    for seats in drawn:
        scale = len(drawn) * settings.size
        order = sorted(seats, key=lambda e: e / scale + luck.gauss(0, 0.5))
        tables.append(Table(seats, tuple(order.index(e) + 1 for e in seats)))
    return Round(tuple(tables), tuple(unpaired(settings, e, Kind.BYE) for e in byes.entrants))


def before_round(entrants: int, size: int, number: int) -> StageRecord:
    """A Swiss whose earlier rounds are drawn and played."""
    settings, luck = resolve({"size": size}), random.Random(1)
    field, rounds = range(1, entrants + 1), list[Round]()
    for earlier in range(1, number):
        before = past(record_with(settings, field, tuple(rounds), field))
        tables, byes = draw_seeds(before, settings, earlier, first=earlier == 1)
        rounds.append(played(settings, tables, byes, luck))
    return record_with(settings, field, tuple(rounds), field)


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Processor seconds, and what came of it."""
    began = time.process_time()
    found = work()
    return time.process_time() - began, found


def report(name: str, spent: float, goal: float, told: str) -> bool:
    kept = spent <= goal
    print(
        f"{name:32} {spent:6.2f} s (goal {goal:g})  {told}{'' if kept else '  TOO SLOW'}",
        flush=True,
    )
    return kept


def large(entrants: int, size: int, goal: float) -> bool:
    """One draw of a large field."""
    snapshot = before_round(entrants, size, ROUND)
    spent, (tables, _) = timed(lambda: draw_seeds(past(snapshot), snapshot.settings, lot=ROUND))
    cost = round_cost(past(snapshot), size, tables)
    told = f"REP {cost.rep}, SHORT {cost.short}, SPREAD {float(cost.spread):.1f}"
    return report(f"{entrants} entrants, tables of {size}", spent, goal, told)


def exact(entrants: int, size: int, goal: float) -> bool:
    """The proved minimum of a small field."""
    before = past(before_round(entrants, size, ROUND))
    whole = problem(before, before.points, size, strict=True)
    sizes = of_round(resolve({"size": size}), entrants).tables
    spent, tables = timed(lambda: cheapest_tables(whole, sizes))
    saved = Fraction(whole.total(cut(whole, sizes)) - whole.total(tables), whole.unit)
    return report(f"{entrants} proved, tables of {size}", spent, goal, f"saves {float(saved):.0f}")


def main() -> None:
    kept = [exact(*row) for row in EXACT] + [large(*row) for row in LARGE]
    sys.exit(not all(kept))


if __name__ == "__main__":
    main()
