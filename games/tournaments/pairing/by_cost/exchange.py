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


def cheapest_exchange(
    past: Past, tables: Sequence[Sequence[int]], number: int, size: int, strict: bool
) -> Exchange | None:
    """The cheapest exchange of two entrants (seeds) that changes the table of this index; None if
    there is none that keeps forbidden pairs apart."""
    whole = problem(past, [seed for table in tables for seed in table], size, strict)
    index = {seed: place for place, seed in enumerate(whole.seeds)}
    seating = Seating(whole, [[index[seed] for seed in table] for table in tables])
    exchanges = (
        (seating.change(one, other), one, other)
        for one in seating.tables[number]
        for other in range(len(whole.seeds))
        if seating.table_of[other] != number
    )
    _, one, other = min(exchanges, default=(0, 0, 0))
    if one == other:
        return None
    found = whole.seeds[one], whole.seeds[other]
    before = [tables[number], tables[seating.table_of[other]]]
    after = [[found[seed == found[0]] if seed in found else seed for seed in t] for t in before]
    if any(set(pair) <= set(table) for table in after for pair in past.forbidden):
        return None
    most = max(map(len, tables))

    def cost(pair: Sequence[Sequence[int]]) -> Cost:
        return sum((table_cost(past, size, table, len(table) < most) for table in pair), Cost())

    return Exchange(*found, cost(after) - cost(before))
