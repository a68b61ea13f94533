"""The parts of a round around the choice of tables: sizes, byes, seats, who came."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing.byes import Sizes, byes, sizes
from games.tournaments.pairing.seats import seating
from games.tournaments.scoring.points import (
    announced_absence,
    attendance,
    is_annulled,
    may_enter_late,
    missed,
    seat_counts,
)
from games.tournaments.settings import resolve
from tests.depth import examples
from tests.each import each
from tests.tournaments.results import read_rounds

# 3.1 -------------------------------------------------------------------------------------

RANGES = [(2, 2, 2), (3, 2, 3), (4, 3, 4), (4, 3, 5), (5, 3, 5), (6, 4, 6), (8, 5, 8), (8, 8, 8)]


@each(RANGES)
def test_sizes_are_the_best_there_are(size: int, least: int, most: int) -> None:
    for present in range(41):
        expected = min(every_choice(present, size, least, most))
        assert sizes(present, size, least, most) == Sizes(expected[0], expected[3])


def every_choice(present: int, size: int, least: int, most: int):
    """All byes and sizes that differ by at most 1, with what counts first, second, third."""
    for small, few, many in product(range(least, most + 1), range(21), range(21)):
        if many and small == most:
            continue
        tables = (small + 1,) * many + (small,) * few
        byes = present - sum(tables)
        if byes >= 0:
            yield byes, sum((size - s) ** 2 for s in tables), len(tables), tables


# 3.3 -------------------------------------------------------------------------------------


def test_nobody_has_a_second_bye_while_somebody_present_has_none() -> None:
    random, had = Random(5), Counter[int]()
    points = {entrant: Fraction(random.randrange(8), 2) for entrant in range(1, 12)}
    for _ in range(40):
        present = sorted(random.sample(range(1, 12), 9))
        chosen = byes(2, present, had, points).entrants
        rest = set(present) - set(chosen)
        assert len(set(chosen)) == 2
        assert max(had[e] for e in chosen) <= min(had[e] for e in rest)
        had.update(chosen)


def test_the_lowest_has_the_bye_and_those_below_were_passed_over() -> None:
    points = {1: Fraction(3), 2: Fraction(2), 3: Fraction(1), 4: Fraction(1), 5: Fraction(0)}
    assert byes(1, [1, 2, 3, 4, 5], {}, points) == ((5,), ())
    assert byes(1, [1, 2, 3, 4, 5], {5: 1, 4: 1}, points) == ((3,), (5, 4))
    assert byes(2, [1, 2, 3, 4, 5], {4: 1}, points) == ((5, 3), (4,))
    assert byes(0, [1, 2], {}, {}) == ((), ())


# 3.6 -------------------------------------------------------------------------------------


sat = st.integers(2, 5).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, 3), min_size=size, max_size=size), min_size=size, max_size=size
    )
)


@examples(100)
@given(sat, st.randoms(use_true_random=False))
def test_seats_cost_the_least_and_every_cheapest_seating_can_be_drawn(sat, random) -> None:
    counts = dict(enumerate(sat, 1))
    table = list(counts)
    prices = {
        order: sum(counts[e][seat] for seat, e in enumerate(order)) for order in permutations(table)
    }
    least = min(prices.values())
    cheapest = {order for order, price in prices.items() if price == least}
    drawn = [seating(table, counts, draw) for draw in range(len(cheapest))]
    assert {one.seats for one in drawn} == cheapest
    assert all((one.cost, one.ways) == (least, len(cheapest)) for one in drawn)
    mixed = random.sample(table, len(table))
    assert seating(mixed, counts, 2**64 - 1) == seating(table, counts, 2**64 - 1)


def test_in_a_long_tournament_everybody_sits_everywhere() -> None:
    random = Random(3)
    counts = {entrant: [0] * 4 for entrant in range(16)}
    for _ in range(12):
        order = random.sample(range(16), 16)
        for first in range(0, 16, 4):
            found = seating(order[first : first + 4], counts, random.getrandbits(64))
            for seat, entrant in enumerate(found.seats):
                counts[entrant][seat] += 1
    assert all(max(had) - min(had) <= 2 for had in counts.values())


def test_only_played_tables_count_for_seats() -> None:
    stage = resolve({"size": 3})
    rounds = read_rounds(
        stage,
        [
            {"t": [[1, 2, 3]], "p": [[1, 2, 3]]},
            {"t": [[2, 1, 3]], "p": [[None, 1, 2]]},
            {"t": [[3, 1, 2]], "p": [[None, 1, None]]},
            {"t": [[3, 1, 2]], "p": ["void"]},
        ],
    )
    counts = {entrant: had[:3] for entrant, had in seat_counts(rounds).items()}
    assert counts == {1: [1, 1, 0], 2: [0, 1, 0], 3: [0, 0, 2]}


# 2.4, 2.5, 2.9, 6.5, 6.6 --------------------------------------------------------------------


def test_missed_rounds_of_a_late_entrant() -> None:
    points = {
        late: [str(one.points) for one in missed(resolve({"late": late}), 9, 4)]
        for late in ("half-first", "half", "zero")
    }
    assert points == {
        "half-first": ["1/2", "0", "0"],
        "half": ["1/2", "1/2", "1/2"],
        "zero": ["0", "0", "0"],
    }
    assert [number for number in range(1, 9) if may_enter_late(8, number)] == [1, 2, 3, 4, 5]
    assert missed(resolve({}), 9, 1) == []


def test_an_announced_absence_is_half_a_win_but_never_in_the_last_round() -> None:
    stage = resolve({"rounds": 6, "halves": 2})
    kinds = [announced_absence(stage, 1, number, had).kind for number, had in
             [(2, 0), (3, 1), (4, 2), (6, 0)]]  # fmt: skip
    assert kinds == ["half", "half", "absent", "absent"]


@each([(0, 5, True), (2, 5, True), (3, 5, False), (2, 4, False), (1, 4, True)])
def test_leaving_a_round_robin_before_half_of_it_annuls(
    sat: int, tables: int, annuls: bool
) -> None:
    assert is_annulled(sat, tables) == annuls


@each((seats, least) for seats in (2, 3, 4, 5, 8) for least in (2, 3))
def test_whoever_came_plays_in_the_same_order(seats: int, least: int) -> None:
    paired = range(11, 11 + seats)
    for absence in product((False, True), repeat=seats):
        absent = {e for e, away in zip(paired, absence, strict=True) if away}
        came = [e for e in paired if e not in absent]
        told = attendance(paired, absent, least)
        if len(came) < 2:
            assert (told.status, told.winner) == (
                ("walkover", came[0]) if came else ("noshow", None)
            )
            continue
        assert told.status == "play" and len(told.seats) == max(least, len(came))
        assert [e for e in told.seats if e] == came
        assert 0 not in told.seats[: len(came)]
