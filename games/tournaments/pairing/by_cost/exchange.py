"""What it would cost to seat a table otherwise (8.2)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.tournaments.pairing.by_cost.cost import Cost, table_cost
from games.tournaments.pairing.by_cost.past import Past
from games.tournaments.pairing.by_cost.problem import problem
from games.tournaments.pairing.by_cost.seating import Seating


class Exchange(NamedTuple):
    """`one` of a table and some `other` change places, and the round costs so much more."""

    one: int
    other: int
    more: Cost


def cheapest_exchanges(
    past: Past, tables: Sequence[Sequence[int]], size: int, strict: bool
) -> list[Exchange | None]:
    """For each table the cheapest exchange of two entrants (seeds) that changes it; None if there
    is none that keeps forbidden pairs apart."""
    whole = problem(past, [seed for table in tables for seed in table], size, strict)
    index = {seed: place for place, seed in enumerate(whole.seeds)}
    seating = Seating(whole, [[index[seed] for seed in table] for table in tables])
    found: list[Exchange | None] = []
    for number in range(len(tables)):
        pair = _cheapest(seating, number)
        if pair is None:
            found.append(None)
            continue
        other_table = tables[seating.table_of[pair[1]]]
        seeds = whole.seeds[pair[0]], whole.seeds[pair[1]]
        most = max(map(len, tables))
        found.append(_exchange(past, seeds, (tables[number], other_table), size, most))
    return found


def _cheapest(seating: Seating, number: int) -> tuple[int, int] | None:
    """Whoever changes places at the least cost; clashes are counted only where that can matter."""
    best: tuple[int, int, int] | None = None
    repeat, clashes = seating.problem.repeat, seating.clashes
    for one in seating.tables[number]:
        for other, its_table in enumerate(seating.table_of):
            if its_table == number:
                continue
            rest = seating.rest_change(one, other)
            if best and rest - repeat * (clashes[number] + clashes[its_table]) >= best[0]:
                continue
            change = rest + repeat * sum(seating.clash_changes(one, other))
            best = min(best or (change, one, other), (change, one, other))
    return best and best[1:]


def _exchange(
    past: Past, pair: tuple[int, int], before: Sequence[Sequence[int]], size: int, most: int
) -> Exchange | None:
    """What it costs exactly; None if it would seat a forbidden pair together."""
    turn = {pair[0]: pair[1], pair[1]: pair[0]}
    after = [[turn.get(seed, seed) for seed in table] for table in before]
    if any({*pair} <= {*table} for table in after for pair in past.forbidden):
        return None

    def cost(tables: Sequence[Sequence[int]]) -> Cost:
        return sum((table_cost(past, size, table, len(table) < most) for table in tables), Cost())

    return Exchange(*pair, cost(after) - cost(before))
