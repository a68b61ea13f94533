"""A wave of an arena: who of those waiting is seated now, and with whom (5.8.2)."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from games.tournaments.pairing.arena.neighbours import Line, Seated, seat
from games.tournaments.pairing.sizes import sizes
from games.tournaments.settings import Settings


@dataclass(frozen=True, slots=True)
class Waiting:
    """An entrant who waits, for so many ms; `last_table` names the table of their last game."""

    entrant: int
    waited: int
    last_table: Hashable = None


@dataclass(frozen=True, slots=True)
class Wave:
    """Tables of entrants: by standing within a table, the table of the best first.

    `duel`: nobody else is active, so these sit together whomever they have played."""

    tables: tuple[tuple[int, ...], ...]
    duel: bool = False


def draw(settings: Settings, pool: Sequence[Waiting], active: int) -> Wave:
    """Seat those waiting, who are given in order of standing; `active` have not paused.

    First come those who have waited `patience`, then as many full tables as can be, then
    neighbours."""
    if len(pool) == active == settings.least:
        return Wave((tuple(one.entrant for one in pool),), duel=True)
    urgent = [one.waited >= settings.patience * 1000 for one in pool]
    crowds = _crowds(pool, urgent)
    line = Line(_apart(pool, urgent), urgent, [one.waited for one in pool])
    best = Seated((), sum(urgent) + 1)  # worse than whatever can be
    for layout in _layouts(settings, len(pool), any(urgent)):
        away = len(pool) - sum(layout)
        if sum(urgent) - sum(layout) < best.urgent_away and _fits(layout, crowds, len(pool)):
            others = [seats for seats in layout if seats != settings.size]
            found = seat(line, settings.size, others, away)
            best = min(best, found or best, key=lambda seated: seated.urgent_away)
        if not best.urgent_away:
            break
    return Wave(tuple(tuple(pool[place].entrant for place in table) for table in best.tables))


def _apart(pool: Sequence[Waiting], urgent: Sequence[bool]) -> list[int]:
    """Who must not sit together: those of the same last table, unless both have waited long."""
    from_table: defaultdict[Hashable, list[int]] = defaultdict(list)
    apart = [0] * len(pool)
    for place, one in enumerate(pool):
        if one.last_table is None:
            continue
        for other in from_table[one.last_table]:
            if not (urgent[other] and urgent[place]):
                apart[other] |= 1 << (place - other - 1)
        from_table[one.last_table].append(place)
    return apart


def _crowds(pool: Sequence[Waiting], urgent: Sequence[bool]) -> list[int]:
    """How many come from each last table who must all be kept apart from each other."""
    tables = Counter(
        one.last_table
        for one, is_urgent in zip(pool, urgent, strict=True)
        if one.last_table is not None and not is_urgent
    )
    return list(tables.values())


def _fits(layout: Sequence[int], crowds: Sequence[int], count: int) -> bool:
    """Is there room to keep every crowd apart?  So many tables take at most so many of each."""
    others = count - sum(crowds)
    largest = sorted(layout, reverse=True)
    return all(
        sum(largest[:tables]) <= others + sum(min(crowd, tables) for crowd in crowds)
        for tables in range(1, max(crowds, default=0) + 1)
    )


def _layouts(settings: Settings, count: int, is_urgent: bool) -> Iterator[tuple[int, ...]]:
    """Sizes of tables, many full ones first; others only if somebody has waited long.

    Full tables that are given up for smaller ones come back as seats: to seat whatever number,
    fewer than `size` need be."""
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
