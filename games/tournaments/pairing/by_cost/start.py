"""Where the search begins: the order of points, cut into tables."""

from collections.abc import Sequence

from games.tournaments.pairing.by_cost.problem import Problem, Tables


def cut(problem: Problem, sizes: Sequence[int]) -> Tables:
    """Neighbours in the order of points at one table, the short tables where they cost least.

    `sizes` differ by at most 1.  ways[t, l]: the cheapest way to fill t tables, l of them long.
    """
    short, long = min(sizes), max(sizes)
    longs = sum(size == long for size in sizes) if long > short else 0
    ways: dict[tuple[int, int], tuple[int, int]] = {(0, 0): (0, 0)}  # cost, size of the last table
    for tables in range(1, len(sizes) + 1):
        for used in range(max(0, longs - len(sizes) + tables), min(longs, tables) + 1):
            ways[tables, used] = min(
                (ways[before][0] + problem.cost(range(end - size, end), size < long), size)
                for before, size in (
                    ((tables - 1, used), short),
                    ((tables - 1, used - 1), short + 1),
                )
                if before in ways
                for end in [tables * short + used]
            )
    return _walk_back(ways, len(sizes), longs, short)


def _walk_back(
    ways: dict[tuple[int, int], tuple[int, int]], tables: int, longs: int, short: int
) -> Tables:
    found = []
    while tables:
        size = ways[tables, longs][1]
        end = tables * short + longs
        found.append([*range(end - size, end)])
        tables, longs = tables - 1, longs - (size - short)
    return found[::-1]
