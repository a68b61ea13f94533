"""The cheapest tables of at most 16 entrants, proved (5.7.4)."""

from collections.abc import Sequence
from itertools import combinations

from games.tournaments.pairing.by_cost.problem import Problem, Tables

MOST_SEATED = 16


def cheapest_tables(problem: Problem, sizes: Sequence[int]) -> Tables:
    """Tables of the least total cost.  Every way to fill the tables is one path through sets of
    seated entrants, as the next table always seats the first entrant who has none; of all paths
    to one set only the cheapest goes on.  So the minimum is found without trying each way.
    """
    long, short = max(sizes), min(sizes)
    longs = sum(size == long for size in sizes)
    tables = {size: _by_first(problem, size, size < long) for size in {long, short}}
    layers: list[dict[int, tuple[int, int]]] = [{0: (0, 0)}]  # seated: (cost, last table)
    for count in range(len(sizes)):
        layer: dict[int, tuple[int, int]] = {}
        for seated, (cost, _) in layers[-1].items():
            first = (~seated & (seated + 1)).bit_length() - 1
            used = seated.bit_count() - count * short if long > short else 0
            for size in _sizes_left(long, short, longs - used, len(sizes) - count):
                for table, price in tables[size][first]:
                    if not table & seated:
                        known = layer.get(table | seated)
                        if known is None or cost + price < known[0]:
                            layer[table | seated] = cost + price, table
        layers.append(layer)
    return _walk_back(layers)


def _by_first(problem: Problem, size: int, short: bool) -> list[list[tuple[int, int]]]:
    """All tables of a size as sets of bits with their cost, by the first entrant in them."""
    count = len(problem.seeds)
    tables: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for table in combinations(range(count), size):
        tables[table[0]].append((sum(1 << e for e in table), problem.cost(table, short)))
    return tables


def _sizes_left(long: int, short: int, longs: int, tables: int) -> list[int]:
    """Sizes the next table may have, when `longs` of the `tables` left are long."""
    if long == short:
        return [long]
    return [size for size, left in ((long, longs), (short, tables - longs)) if left]


def _walk_back(layers: list[dict[int, tuple[int, int]]]) -> Tables:
    (seated,) = layers[-1]
    tables = []
    for layer in reversed(layers[1:]):
        table = layer[seated][1]
        tables.append([e for e in range(table.bit_length()) if table >> e & 1])
        seated ^= table
    return tables
