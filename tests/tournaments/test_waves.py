"""Waves of an arena with random pools (5.8.2)."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from games.tournaments.pairing.arena import Waiting, Wave, draw
from games.tournaments.pairing.byes import sizes
from games.tournaments.settings import Settings, resolve
from tests.depth import FIRST_SEED, deep, share
from tests.each import each

LONG, SHORT = 30_000, 29_999  # ms, around the default patience
RULES = [
    resolve({"format": "arena", **seats})
    for seats in (
        {"size": 2},
        {"size": 3},
        {"size": 3, "least": 3},
        {"size": 4, "least": 3},
        {"size": 4, "least": 2, "most": 5},
    )
]


def pool_of(count: int, luck: random.Random, size: int) -> list[Waiting]:
    """Many come from tables that ended together; some have waited long."""
    patient = luck.choice([0, 0, 0.2, 0.7, 1])
    return [
        Waiting(
            entrant=100 + place,
            waited=LONG if luck.random() < patient else luck.randrange(LONG),
            last_table=luck.choice([None, *range(1 + count // size)]),
        )
        for place in luck.sample(range(count), count)
    ]


def are_apart(one: Waiting, other: Waiting) -> bool:
    both_long = min(one.waited, other.waited) >= LONG
    return one.last_table is not None and one.last_table == other.last_table and not both_long


def length(table: tuple[int, ...]) -> int:
    return table[-1] - table[0]


def check(rules: Settings, pool: list[Waiting], wave: Wave) -> None:
    """Nobody twice, sizes in range and small only for those who have waited, the rule of pairs."""
    by_entrant = {one.entrant: one for one in pool}
    seated = [entrant for table in wave.tables for entrant in table]
    assert len(seated) == len(set(seated)) and set(seated) <= set(by_entrant)
    is_urgent = any(one.waited >= LONG for one in pool)
    for table in wave.tables:
        assert rules.least <= len(table) <= rules.most
        assert len(table) == rules.size or is_urgent
        members = [by_entrant[entrant] for entrant in table]
        assert not any(are_apart(a, b) for a, b in combinations(members, 2))
        assert members == sorted(members, key=pool.index)


@each(share(RULES))
def test_waves_keep_the_rules(rules: Settings) -> None:
    luck = random.Random(1 + FIRST_SEED)
    for count in (0, 1, *range(2, 36, 3), 97):
        pool = pool_of(count, luck, rules.size)
        wave = draw(rules, pool, active=count + 2)
        check(rules, pool, wave)
        assert draw(rules, pool, active=count + 2) == wave


@each(RULES)
def test_whoever_has_waited_long_is_seated_once_enough_wait(rules: Settings) -> None:
    luck = random.Random(3)
    for count in (rules.least, 7, 13, 60):
        pool = pool_of(count, luck, rules.size)
        fresh = [replace(one, last_table=None) for one in pool]
        all_long = [replace(one, waited=LONG) for one in pool]
        for all_of in (fresh, all_long):
            tables = draw(rules, all_of, active=count + 2).tables
            seated = {entrant for table in tables for entrant in table}
            away = sum(one.waited >= LONG for one in all_of if one.entrant not in seated)
            long = sum(one.waited >= LONG for one in all_of)
            room = count - sizes(count, rules.size, rules.least, rules.most).byes
            assert away == max(0, long - room)


def seatings(rules: Settings, pool: list[Waiting]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to seat some of the pool, as places in it."""

    def ways(left: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
        if not left:
            yield []
            return
        yield from ways(left[1:])
        for size in range(rules.least, min(rules.most, len(left)) + 1):
            for others in combinations(left[1:], size - 1):
                table = (left[0], *others)
                if any(are_apart(pool[a], pool[b]) for a, b in combinations(table, 2)):
                    continue
                for rest in ways(tuple(one for one in left if one not in table)):
                    yield [table, *rest]

    return ways(tuple(range(len(pool))))


@each(RULES)
def test_small_pools_are_seated_as_well_as_can_be(rules: Settings) -> None:
    """First those who have waited long, then full tables, then neighbours."""
    luck = random.Random(2 + FIRST_SEED)

    def badness(tables: list[tuple[int, ...]], pool: list[Waiting]) -> tuple[int, int]:
        seated = {place for table in tables for place in table}
        away = sum(one.waited >= LONG for i, one in enumerate(pool) if i not in seated)
        return away, -sum(len(table) == rules.size for table in tables)

    for count in [*range(2, 9)] * deep(4):
        pool = pool_of(count, luck, rules.size)
        place = {one.entrant: i for i, one in enumerate(pool)}
        wave = draw(rules, pool, active=count + 2)
        found = [tuple(place[entrant] for entrant in table) for table in wave.tables]
        only_full = all(one.waited < LONG for one in pool)
        possible = [
            tables
            for tables in seatings(rules, pool)
            if not only_full or all(len(table) == rules.size for table in tables)
        ]
        assert badness(found, pool) == min(badness(tables, pool) for tables in possible)
        alike = [
            sum(map(length, tables))
            for tables in possible
            if badness(tables, pool) == badness(found, pool)
            and sorted(map(len, tables)) == sorted(map(len, found))
        ]
        assert sum(map(length, found)) == min(alike)


def waiting(*tables: Any, ms: int = 0) -> list[Waiting]:
    return [Waiting(entrant, ms, table) for entrant, table in enumerate(tables, start=1)]


def test_neighbours_sit_together_unless_they_have_just_played() -> None:
    rules = RULES[0]
    assert draw(rules, waiting(None, None, None, None), 9).tables == ((1, 2), (3, 4))
    assert draw(rules, waiting("a", "a", None, None), 9).tables == ((1, 3), (2, 4))
    assert draw(rules, waiting("a", "a"), 9).tables == ()
    assert draw(rules, waiting("a", "a", ms=LONG), 9).tables == ((1, 2),)


def test_two_who_are_alone_play_again_at_once() -> None:
    rules = RULES[0]
    assert draw(rules, waiting("a", "a"), active=2) == Wave(((1, 2),), duel=True)
    assert draw(rules, waiting("a"), active=2) == Wave(())
    assert not draw(rules, waiting("a", "a"), active=3).duel


def test_who_has_waited_long_sits_at_a_small_table() -> None:
    rules = RULES[3]
    assert draw(rules, waiting(None, None, None, ms=SHORT), 9).tables == ()
    assert draw(rules, waiting(None, None, None, ms=LONG), 9).tables == ((1, 2, 3),)
    five = [Waiting(n, LONG if n in (1, 5) else 0) for n in range(1, 6)]
    assert all(n in draw(rules, five, 9).tables[0] for n in (1, 5))
    assert len(draw(rules, waiting(*[None] * 7, ms=LONG), 9).tables) == 2


def test_who_has_waited_longer_is_seated_where_nothing_else_decides() -> None:
    pool = [Waiting(1, 1_000), Waiting(2, 5_000), Waiting(3, 5_000)]
    assert draw(RULES[0], pool, 9).tables == ((2, 3),)
    pool = [Waiting(1, 5_000), Waiting(2, 1_000), Waiting(3, 5_000)]
    assert draw(RULES[0], pool, 9).tables != ((1, 3),)  # neighbours come first
