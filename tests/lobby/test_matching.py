"""The decision alone: who plays with whom, and when."""

import random
from itertools import combinations

from games.lobby.matching import GameKind, Join, Match, OpenTable, Seeker, match, next_look
from tests.each import each

NOW = 1_000_000
SEEDS = 300


def kind(game="ww3", low=2, high=2, points=0):
    return GameKind(game, "", low, high, points)


def wish(number, *kinds, waited=0, **fields):
    return Seeker(number, number, number, NOW - waited, kinds or (kind(),), **fields)


def table(number=1, size=2, **fields):
    usual = {"free": 1, "rated": False, "since": 0, "people": frozenset({100})}
    return OpenTable(number, "ww3", "", size, **usual | fields)


def parties(*seekers, tables=()):
    return [set(one.wishes) for one in match(seekers, tables, NOW) if isinstance(one, Match)]


def test_two_who_want_the_same_play_at_once():
    assert match([wish(1), wish(2)], [], NOW) == [Match((1, 2), "ww3", "", 2, rated=False)]


def test_the_smallest_most_starts_the_game():
    wants = [kind("ultimate", low=3, high=high) for high in (5, 3, 4)]
    assert parties(*(wish(n, want) for n, want in enumerate(wants))) == [{0, 1, 2}]


def test_after_ten_seconds_fewer_are_enough():
    def three(waited):
        return [wish(n, kind(low=3, high=5), waited=waited - n) for n in range(3)]

    assert parties(*three(9_900)) == [] and parties(*three(10_000)) == [{0, 1, 2}]
    assert next_look(three(9_900), NOW) == NOW + 100


def test_they_play_what_both_like():
    anna, ben = wish(1, kind("war"), kind("ww3")), wish(2, kind("ww3"), kind("ultimate"))
    assert [one.game for one in match([anna, ben], [], NOW)] == ["ww3"]


def test_what_most_others_like_comes_before_the_own_order():
    anna = wish(1, kind("war"), kind("ww3"), waited=9)
    others = [wish(2, kind("war"), waited=3), wish(3), wish(4)]
    assert parties(anna, *others) == [{1, 3}]


def test_an_open_table_is_better_than_a_new_one():
    assert match([wish(1), wish(2)], [table(7)], NOW) == [Join(1, 7)]
    full_sooner = [table(7, size=3, free=2), table(8, size=3)]
    assert match([wish(1, kind(high=3))], full_sooner, NOW) == [Join(1, 8)]
    for unfit in (
        table(free=0),
        table(size=3),
        table(rated=True),
        table(has_bots=True),
        table(has_outside_bots=True),
        table(people=frozenset({1})),
    ):
        assert match([wish(1)], [unfit], NOW) == []


def test_people_with_a_block_never_meet():
    anna, max = wish(1, apart=frozenset({2}), waited=60_000), wish(2, waited=60_000)
    assert parties(anna, max) == [] and parties(anna, max, wish(3)) == [{1, 3}]
    assert match([anna], [table(people=frozenset({2}))], NOW) == []


def test_ratings_are_close_at_first():
    def rated(waited):
        return [
            wish(1, kind(points=1700), rated=True, waited=waited),
            wish(2, kind(points=1500), rated=True),
        ]

    assert parties(*rated(4_000)) == [] and parties(*rated(5_000)) == [{1, 2}]
    assert next_look(rated(4_000), NOW) == NOW + 1000
    assert parties(wish(1, rated=True), wish(2)) == []
    strangers = [wish(1, kind(points=9000), rated=True, waited=60_000), wish(2, rated=True)]
    assert parties(*strangers) == [{1, 2}]


def test_bots_fill_up_when_all_agree():
    anna = wish(1, kind(low=2, high=4), bots_after_ms=10_000, waited=10_000)
    assert match([anna], [], NOW) == [Match((1,), "ww3", "", 2, rated=False, bots=1)]
    waiting = [one._replace(since=NOW - 9_900) for one in [anna]]
    assert match(waiting, [], NOW) == []
    ben = wish(2, kind(low=3, high=4), bots_after_ms=30_000, waited=30_000)
    cem = wish(3, kind(low=3, high=4), waited=9_000)
    assert match([ben, cem], [], NOW) == [Match((2,), "ww3", "", 3, rated=False, bots=2)]


def test_bots_of_programs_play_with_whom_lets_them():
    bot = wish(1, is_bot=True, outside_bots=True)
    assert parties(bot, wish(2)) == []
    assert parties(bot, wish(2, outside_bots=True)) == [{1, 2}]
    assert match([bot], [table()], NOW) == []
    assert match([bot], [table(outside_bots=True)], NOW) == [Join(1, 1)]


def test_those_just_matched_come_last():
    anna = wish(1, met=frozenset({2}), waited=9)
    assert parties(anna, wish(2, waited=5), wish(3)) == [{1, 3}]
    assert parties(anna, wish(2)) == [{1, 2}]


# Any wishes ----------------------------------------------------------------------------------


def drawn(seed):
    """Up to ten wishes and three tables."""
    luck = random.Random(seed)
    blocks = [frozenset(luck.sample(range(10), 2)) for _ in range(luck.randrange(6))]

    def kinds():
        for game in luck.sample(["war", "ww3"], luck.randint(1, 2)):
            low = luck.randint(2, 3)
            yield kind(game, low, low + luck.randint(0, 2), luck.choice([1400, 1500, 1700]))

    seekers = []
    for n in range(luck.randint(0, 10)):
        rated = luck.random() < 0.4
        one = wish(
            n,
            *kinds(),
            waited=luck.choice([0, 4_000, 9_999, 10_000, 30_000]),
            rated=rated,
            bots_after_ms=None if rated else luck.choice([None, None, 10_000]),
            apart=frozenset(other for pair in blocks if n in pair for other in pair - {n}),
        )
        seekers.append(one)
    tables = [
        table(n, luck.randint(2, 3), people=frozenset(luck.sample(range(12), 2)))
        for n in range(luck.randrange(4))
    ]
    return seekers, tables


def numbers(decision):
    return decision.wishes if isinstance(decision, Match) else (decision.wish,)


def agree(group, game):
    """Would these play this game with each other?"""
    kinds = [next((k for k in one.kinds if k.game == game), None) for one in group]
    if None in kinds or len({one.rated for one in group}) > 1:
        return False
    for (a, one), (b, other) in combinations(zip(group, kinds, strict=True), 2):
        waited = NOW - min(a.since, b.since)
        if b.person in a.apart:
            return False
        if a.rated and abs(one.points - other.points) > 150 + 10 * (waited // 1000):
            return False
    return True


@each(range(SEEDS))
def test_nobody_is_at_two_tables_and_each_table_suits_all(seed):
    seekers, tables = drawn(seed)
    answers = match(seekers, tables, NOW)
    assert answers == match(seekers[::-1], tables[::-1], NOW)
    matched = [number for answer in answers for number in numbers(answer)]
    assert len(matched) == len(set(matched))
    for answer in answers:
        group = [seekers[number] for number in numbers(answer)]
        if isinstance(answer, Match):
            assert agree(group, answer.game)
            assert len(group) + answer.bots == answer.size
            assert not answer.bots or all(each.has_leave(NOW) for each in group)
            sizes = [k for each in group for k in each.kinds if k.game == answer.game]
            assert all(k.low <= answer.size <= k.high for k in sizes)
        else:
            place = next(each for each in tables if each.table == answer.table)
            assert not group[0].rated and place.size in range(2, 4)


@each(range(SEEDS))
def test_no_full_group_is_left_waiting(seed):
    seekers, _ = drawn(seed)
    matched = {number for one in match(seekers, [], NOW) for number in numbers(one)}
    left = [one for one in seekers if one.wish not in matched]
    for game in ("war", "ww3"):
        for size in range(2, 6):
            for group in combinations(left, size):
                kinds = [k for one in group for k in one.kinds if k.game == game]
                fits = len(kinds) == size and all(k.low <= size <= k.high for k in kinds)
                if not (fits and agree(group, game)):
                    continue
                patient = all(one.since > NOW - 10_000 for one in group)
                assert patient and min(k.high for k in kinds) > size
