"""A wave of an arena: which waiting entrants are seated now, and with whom (5.8.2)."""

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from games.tournaments.pairing.byes import sizes
from games.tournaments.settings import Settings


@dataclass(frozen=True, slots=True)
class Waiting:
    """A waiting entrant.  `waited`: in ms; `last_table`: identifies the table of the entrant's last
    game."""

    entrant: int
    waited: int
    last_table: Hashable = None


@dataclass(frozen=True, slots=True)
class Wave:
    """Tables of entrants, each in order of standing, the table with the best entrant first.

    `duel`: nobody else is active, so these entrants play each other even if they have just done
    so."""

    tables: tuple[tuple[int, ...], ...]
    duel: bool = False


def draw(settings: Settings, pool: Sequence[Waiting], active: int) -> Wave:
    """Seat the waiting entrants, given in order of standing; `active` is the number of those who
    have not paused.

    Entrants who have waited for `patience` have priority, then as many full tables as possible,
    then neighbours in the standing."""
    if len(pool) == active == settings.least:
        return Wave((tuple(one.entrant for one in pool),), duel=True)
    urgent = [one.waited >= settings.patience * 1000 for one in pool]
    crowds = _crowds(pool, urgent)
    line = Line(_apart(pool, urgent), urgent, [one.waited for one in pool])
    best = Seated((), sum(urgent) + 1)  # worse than any possible sum
    for layout in _layouts(settings, len(pool), any(urgent)):
        away = len(pool) - sum(layout)
        if sum(urgent) - sum(layout) < best.urgent_away and _fits(layout, crowds, len(pool)):
            others = [seats for seats in layout if seats != settings.size]
            better = seat(line, settings.size, others, away) or best
            best = min(best, better, key=lambda seated: seated.urgent_away)
        if not best.urgent_away:
            break
    return Wave(tuple(tuple(pool[place].entrant for place in table) for table in best.tables))


def _apart(pool: Sequence[Waiting], urgent: Sequence[bool]) -> list[int]:
    """For each entrant the bits of the entrants to keep apart from: those from the same last table,
    unless both have waited long."""
    from_table: defaultdict[Hashable, list[int]] = defaultdict(list)
    apart = [0] * len(pool)
    for place, waiting in enumerate(pool):
        if waiting.last_table is None:
            continue
        for other in from_table[waiting.last_table]:
            if not (urgent[other] and urgent[place]):
                apart[other] |= 1 << (place - other - 1)
        from_table[waiting.last_table].append(place)
    return apart


def _crowds(pool: Sequence[Waiting], urgent: Sequence[bool]) -> list[int]:
    """The sizes of the crowds.  A crowd is the set of entrants from the same last table who must
    all be kept apart from each other."""
    tables = Counter(
        entrant.last_table
        for entrant, is_urgent in zip(pool, urgent, strict=True)
        if entrant.last_table is not None and not is_urgent
    )
    return list(tables.values())


def _fits(layout: Sequence[int], crowds: Sequence[int], count: int) -> bool:
    """Whether there are enough tables to keep every crowd apart: a table takes at most one entrant
    of a crowd."""
    others = count - sum(crowds)
    largest = sorted(layout, reverse=True)
    return all(
        sum(largest[:tables]) <= others + sum(min(crowd, tables) for crowd in crowds)
        for tables in range(1, max(crowds, default=0) + 1)
    )


def _layouts(settings: Settings, count: int, is_urgent: bool) -> Iterator[tuple[int, ...]]:
    """The possible sizes of all tables together, layouts with many full tables first.  Smaller
    tables occur only if an entrant has waited long.

    Smaller tables take the place of some full ones: fewer than `size` full tables must give way to
    seat any number of entrants."""
    size, most_full = settings.size, count // settings.size
    for full in range(most_full, -1, -1):
        if full:
            yield (size,) * full
        if not is_urgent or full <= most_full - size:
            continue
        rest = count - full * size
        for seated in range(rest, settings.least - 1, -1):
            byes, others = sizes(seated, size, settings.least, settings.most)
            if not byes and size not in others:
                yield (size,) * full + others


# Tables of neighbours in a line: the smallest sum of (last - first) over the tables.
#
# The line is walked from its head.  Everybody joins an open table, opens one or stays away.  What
# can still come of it depends only on how many seats the open tables have left and whom they must
# not take; of all ways that agree in this the best is kept (dynamic programming), and of those that
# do not agree a bounded number.  So the tables are the best for short lines, close to it for long
# ones, and always the same for the same line.
WAYS = 8_000  # kept in all, over the length of the line
LEAST_WAYS = 16  # kept at each place of the line

Table = tuple[int, ...]  # places in the line, in order


@dataclass(frozen=True, slots=True)
class Line:
    """The waiting entrants, by their place in the line from 0.

    `apart`: bit d is set if the entrant must not sit with the entrant d + 1 places further down.
    `urgent`: the entrant has waited so long that seating them has priority.  `waited`: in ms."""

    apart: Sequence[int]
    urgent: Sequence[bool]
    waited: Sequence[int]

    def are_apart(self, a: int, b: int) -> bool:
        """Whether these two entrants must not sit together."""
        first, last = min(a, b), max(a, b)
        return bool(self.apart[first] >> (last - first - 1) & 1)

    def clashes(self, table: Sequence[int]) -> int:
        """The number of pairs at this table that must not sit together."""
        return sum(self.are_apart(a, b) for a, b in combinations(table, 2))


class Open(NamedTuple):
    """A table that is being filled: the number of free seats, and the entrants who must not sit
    there, as in `Line.apart`."""

    left: int
    barred: int


class Ahead(NamedTuple):
    """The part of a partial seating that matters for the entrants further down: the open tables in
    order, the sizes of tables still to be opened besides full ones, and the number of entrants who
    may still stay away."""

    tables: tuple[Open, ...]
    sizes: tuple[int, ...]
    away: int


Chain = tuple["Chain", Table] | None  # complete tables, from the last one back


class Way(NamedTuple):
    """A partial seating: the number of urgent entrants who stay away, the length of the tables, the
    waiting time (ms) of those who stay away, the members of the open tables, and the complete
    tables."""

    urgent_away: int
    length: int
    waited: int
    members: tuple[Table, ...] = ()
    complete: Chain = None


Ways = dict[Ahead, Way]


@dataclass(frozen=True, slots=True)
class Seated:
    """Tables in order of their first entrants, and the number of urgent entrants who stay away."""

    tables: tuple[Table, ...]
    urgent_away: int


def seat(line: Line, size: int, sizes: Sequence[int] = (), away: int = 0) -> Seated | None:
    """Seat the line at tables of `size` and one table of each of the other `sizes`, leaving out
    `away` entrants; the numbers must fit.  Return None if two entrants who must be apart would sit
    together."""
    count = len(line.apart)
    most = max(LEAST_WAYS, WAYS // max(1, count))
    ways: Ways = {Ahead((), tuple(sizes), away): Way(0, 0, 0)}
    for who in range(count):
        ways = _best(
            _step(ways, line, who, size) or _step(ways, line, who, size, ignoring_apart=True), most
        )
    best = min(ways.values(), key=lambda way: way[:3])
    tables = _untangled(line, list(_listed(best.complete)))
    return None if tables is None else Seated(tuple(sorted(tables)), best.urgent_away)


def _step(ways: Ways, line: Line, who: int, size: int, *, ignoring_apart: bool = False) -> Ways:
    """The partial seatings with one more entrant.  Empty if the entrant cannot be placed, unless
    `ignoring_apart`."""
    ways_on: Ways = {}
    for ahead, way in ways.items():
        for new_ahead, new_way in _choices(ahead, way, line, who, size, ignoring_apart):
            known = ways_on.get(new_ahead)
            if known is None or new_way[:3] < known[:3]:
                ways_on[new_ahead] = new_way
    return ways_on


def _choices(
    ahead: Ahead, way: Way, line: Line, who: int, size: int, ignoring_apart: bool
) -> Iterator[tuple[Ahead, Way]]:
    """The ways to place this entrant: to leave the entrant out, at one of the open tables, or at a
    new one."""
    tables, sizes, away = ahead
    urgent_away, length, waited, members, complete = way
    length += len(tables)
    below = tuple([Open(left, barred >> 1) for left, barred in tables])
    if away:
        costs = urgent_away + line.urgent[who], length, waited + line.waited[who]
        yield Ahead(below, sizes, away - 1), Way(*costs, members, complete)
    for t, (left, barred) in enumerate(tables):
        if (barred & 1 and not ignoring_apart) or (t and tables[t] == tables[t - 1]):
            continue
        others = Ahead(below[:t] + below[t + 1 :], sizes, away)
        elsewhere = members[:t] + members[t + 1 :]
        table = (*members[t], who)
        if left == 1:
            yield others, Way(urgent_away, length, waited, elsewhere, (complete, table))
        else:
            grown = Open(left - 1, below[t].barred | line.apart[who])
            yield _with(others, Way(urgent_away, length, waited, elsewhere, complete), grown, table)
    so_far = Way(urgent_away, length, waited, members, complete)
    for seats, rest in _to_open(ahead, len(line.apart) - who, size):
        opened = Open(seats - 1, line.apart[who])
        yield _with(Ahead(below, rest, away), so_far, opened, (who,))


def _with(ahead: Ahead, way: Way, new: Open, table: Table) -> tuple[Ahead, Way]:
    """The partial seating with one more open table, inserted in order."""
    tables, sizes, away = ahead
    members = way.members
    at = bisect(tables, new)
    return (
        Ahead((*tables[:at], new, *tables[at:]), sizes, away),
        Way(*way[:3], (*members[:at], table, *members[at:]), way.complete),
    )


def _to_open(ahead: Ahead, coming: int, size: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The sizes with which a table may be opened, each with the other sizes that then remain."""
    if len(ahead.tables) > size:
        return  # this many are open only if they must be, and then the sum is long
    free = coming - ahead.away - sum(table.left for table in ahead.tables)
    if free - sum(ahead.sizes) >= size:
        yield size, ahead.sizes
    for at, seats in enumerate(ahead.sizes):
        if seats not in ahead.sizes[:at]:
            yield seats, ahead.sizes[:at] + ahead.sizes[at + 1 :]


def _best(ways: Ways, most: int) -> Ways:
    """The `most` most promising partial seatings.  Each seat still to fill will lengthen its table
    by at least one."""
    if len(ways) <= most:
        return ways

    def promise(item: tuple[Ahead, Way]) -> tuple[int, int, int, Ahead]:
        ahead, way = item
        to_fill = sum(left for left, _ in ahead.tables)
        return way.urgent_away, way.length + to_fill, way.waited, ahead

    return dict(sorted(ways.items(), key=promise)[:most])


def _listed(chain: Chain) -> Iterator[Table]:
    while chain:
        chain, table = chain
        yield table


def _untangled(line: Line, tables: list[Table]) -> list[Table] | None:
    """The tables after exchanges that part entrants who must be apart, each with the nearest
    possible entrant.  None if no exchange helps."""
    while tangled := next(filter(line.clashes, tables), None):
        swap = _swap(line, tables, tangled)
        if swap is None:
            return None
        tables = [swap.get(table, table) for table in tables]
    return tables


def _swap(line: Line, tables: Sequence[Table], tangled: Table) -> dict[Table, Table] | None:
    """The two tables of an exchange that leaves fewer clashes, each with the table it becomes; None
    if there is no such exchange."""
    others = [(one, table) for table in tables if table != tangled for one in table]
    for mine in (a for a in tangled for b in tangled if a != b and line.are_apart(a, b)):
        for other, table in sorted(others, key=lambda pair: abs(pair[0] - mine)):
            swap = {
                tangled: tuple(sorted({*tangled, other} - {mine})),
                table: tuple(sorted({*table, mine} - {other})),
            }
            if sum(map(line.clashes, swap.values())) < sum(map(line.clashes, swap)):
                return swap
    return None
