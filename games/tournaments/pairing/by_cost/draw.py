"""A round of a Swiss at tables of k, or of a large field of two, at the least cost (5.7)."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

from games.tournaments.pairing.by_cost.cost import Past, Problem, Tables, past, problem
from games.tournaments.pairing.by_cost.search import cheapest_exchanges, search
from games.tournaments.pairing.byes import Byes, byes, of_round
from games.tournaments.pairing.draw import Draw, NoDraw
from games.tournaments.pairing.explanation import weighed
from games.tournaments.pairing.seats import seating
from games.tournaments.scoring.record import StageRecord
from games.tournaments.settings import Settings

Seated = tuple[tuple[int, ...], ...]


def draw(record: StageRecord, lot: int, method: str = "cost") -> Draw:
    """Draw the next round.  `lot` seeds the search and decides between equal seats: the same record
    and lot give the same round.  A first round goes by seeds and has no exchanges.

    Raises NoDraw, naming entrants."""
    before, s = past(record), record.settings
    entrants = dict(enumerate(record.field, 1))
    try:
        tables, out = draw_seeds(before, s, lot, first=not record.rounds)
    except NoDraw as refused:
        raise NoDraw([(entrants[a], entrants[b]) for a, b in refused.pairs]) from None
    is_strict, may_exchange = s.repeats == "strict", record.rounds and len(tables) > 1
    return weighed(
        record,
        method,
        [[entrants[seed] for seed in table] for table in tables],
        Byes(*(tuple(entrants[seed] for seed in seeds) for seeds in out)),
        cheapest_exchanges(before, tables, s.size, is_strict) if may_exchange else (),
    )


def draw_seeds(
    before: Past, settings: Settings, lot: int, first: bool = False
) -> tuple[Seated, Byes]:
    """Draw the tables in order of their numbers, with seeds in order of their seats, and the byes.
    `before` contains exactly the entrants who are present."""
    present = sorted(before.points)
    sizes = of_round(settings, len(present))
    out = byes(sizes.byes, present, before.byes, before.points)
    seated = [seed for seed in present if seed not in set(out.entrants)]
    if not seated:
        return (), out
    strict = settings.repeats == "strict"
    whole = problem(before, seated, settings.size, strict)
    start = first_round(len(seated), len(sizes.tables)) if first else cut(whole, sizes.tables)
    filled = _fill(whole, start, lot, strict)
    tables = [[whole.seeds[index] for index in table] for table in filled]
    _verify(before, tables)
    return _numbered(before, tables, lot), out


def _fill(whole: Problem, start: Tables, lot: int, strict: bool) -> Tables:
    """The cheapest tables of a small field; for a larger one, cheap tables that a search finds."""
    if whole.total(start) == 0:
        return start
    if len(whole.seeds) <= MOST_SEATED:
        return cheapest_tables(whole, [len(table) for table in start])
    return search(whole, start, lot, strict)


def _verify(before: Past, tables: Tables) -> None:
    together = {pair for table in tables for pair in combinations(sorted(table), 2)}
    broken = sorted(together.intersection(before.forbidden))
    if broken:
        raise NoDraw(broken)


def _numbered(before: Past, tables: Tables, lot: int) -> Seated:
    """The tables in order (5.7.5), each entrant in a seat they have seldom had (3.6)."""
    points, luck = before.points, Random(lot)

    def order(table: Sequence[int]) -> tuple[Fraction, Fraction, int]:
        best = min(table, key=lambda seed: (-points[seed], seed))
        return -points[best], -sum((points[seed] for seed in table), Fraction(0)), best

    ordered = sorted(tables, key=order)
    return tuple(seating(table, before.seats, luck.getrandbits(64)).seats for table in ordered)


def first_round(seated: int, tables: int) -> list[list[int]]:
    """The tables of a first round for entrants 0, 1, 2 ..., best seed first.  Of T tables the first
    gets 0, T, 2T ..., the second 1, T+1, 2T+1 ..., so short tables are the last ones."""
    return [list(range(first, seated, tables)) for first in range(tables)]


def cut(problem: Problem, sizes: Sequence[int]) -> Tables:
    """Tables of neighbours in the order of points, the short tables where they cost least.

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
    return _cut_back(ways, len(sizes), longs, short)


def _cut_back(
    ways: dict[tuple[int, int], tuple[int, int]], tables: int, longs: int, short: int
) -> Tables:
    groups = []
    while tables:
        size = ways[tables, longs][1]
        end = tables * short + longs
        groups.append([*range(end - size, end)])
        tables, longs = tables - 1, longs - (size - short)
    return groups[::-1]


MOST_SEATED = 16


def cheapest_tables(problem: Problem, sizes: Sequence[int]) -> Tables:
    """Find tables of the least total cost.  The next table always seats the first entrant without a
    table, so every seating is one path through sets of seated entrants.  Of all paths to a set only
    the cheapest is continued, so the minimum is found without trying every seating."""
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
    """All possible tables of a size with their costs, listed by the first entrant of the table.  A
    table is a set of bits."""
    count = len(problem.seeds)
    tables: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for table in combinations(range(count), size):
        tables[table[0]].append((sum(1 << e for e in table), problem.cost(table, short)))
    return tables


def _sizes_left(long: int, short: int, longs: int, tables: int) -> list[int]:
    """The sizes the next table may have, when `longs` of the `tables` left are long."""
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
