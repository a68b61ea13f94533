"""Round robins at tables of k: designs, bounds, seats (5.5)."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

from games.tournaments.pairing.byes import of_round
from games.tournaments.pairing.plans.designs import (
    STORED,
    arithmetic,
    bound,
    coincidences,
    design,
    meetings,
    shared,
)
from games.tournaments.pairing.plans.plan import make_plan, with_equal_seats
from games.tournaments.pairing.plans.search import is_good
from games.tournaments.settings import resolve
from tests.depth import share
from tests.each import each
from tests.tournaments.cases.search import uneven_seats

# Entrants, size and rounds in which nobody need meet anybody twice (5.5.2).
PERFECT = [
    *[(9, 3, 4), (15, 3, 7), (16, 4, 5), (25, 5, 6), (49, 7, 8), (64, 8, 9)],
    *[(18, 3, 6), (24, 4, 4), (30, 5, 3), (27, 3, 13)],
    *[(12, 3, 4), (20, 4, 5), (24, 3, 8), (28, 4, 7), (36, 4, 9), (40, 5, 8), (100, 4, 25)],
]
# A sample of all from 4 to 40 entrants, 3 to 8 seats and 1 to 8 rounds: designs that are too
# short, short tables, byes, one table.
SOME = [
    *[(4, 4, 3), (5, 3, 5), (5, 4, 7), (7, 3, 4), (8, 4, 8), (9, 8, 6), (10, 4, 6)],
    *[(13, 5, 4), (14, 3, 6), (14, 4, 7), (16, 5, 8), (16, 4, 8), (19, 4, 6), (23, 6, 5)],
    *[(26, 3, 8), (30, 7, 4), (33, 8, 5), (40, 4, 8)],
]


@each([1, 2, 3, 4, 5, 8, 9, 16, 25, 27])
def test_every_element_of_a_field_but_0_has_an_inverse(q: int):
    plus, times = arithmetic(q)
    for a in range(q):
        assert plus(a, 0) == plus(0, a) == a and times(a, 0) == times(0, a) == 0
        assert {plus(a, b) for b in range(q)} == set(range(q))
        assert not a or {times(a, b) for b in range(q)} == set(range(q))
    for a, b in combinations(range(q), 2):
        assert times(a, b) == times(b, a)
        assert times(a, plus(b, 1 % q)) == plus(times(a, b), times(a, 1 % q))


@each(PERFECT)
def test_nobody_meets_anybody_twice(entrants: int, size: int, rounds: int):
    plan = make_plan([size] * (entrants // size), 0, rounds)
    assert len(plan) == rounds
    for tables in plan:
        assert sorted(e for table in tables for e in table) == list(range(1, entrants + 1))
    assert coincidences(plan) == 0 == bound(plan, entrants)
    assert uneven_seats(plan) <= 1


@each(STORED)
def test_what_is_stored_is_whole(key: tuple[int, int]):
    entrants, size = key
    plan = design([size] * (entrants // size), rounds=20)
    assert len(plan) == {15: 7, 18: 6, 24: 4, 30: 3}[entrants]


def test_with_a_perfect_design_everybody_meets_everybody():
    for entrants, size, rounds in PERFECT[:6]:
        met = meetings(design([size] * (entrants // size), rounds))
        assert met == dict.fromkeys(combinations(range(1, entrants + 1), 2), 1)


def test_entrants_can_be_left_out_of_a_design():
    plan = design([4, 4, 4, 4, 3], rounds=8)
    assert len(plan) == 5 and coincidences(plan) == 0
    assert {e for tables in plan for table in tables for e in table} == set(range(1, 20))


@each(share(SOME))
def test_a_plan_keeps_what_it_promises(entrants: int, size: int, rounds: int):
    sizes = of_round(resolve({"size": size}), entrants)
    plan = make_plan(sizes.tables, sizes.byes, rounds)
    played = Counter(e for tables in plan for table in tables for e in table)
    for tables in plan:
        assert sorted(map(len, tables), reverse=True) == list(sizes.tables)
        assert max(Counter(e for table in tables for e in table).values()) == 1
    assert is_good(plan, entrants)
    assert sizes.byes or bound(plan, entrants) <= coincidences(plan)
    assert max(played.values()) - min(played[e] for e in range(1, entrants + 1)) <= 1
    assert uneven_seats(plan) <= (1 if len(set(sizes.tables)) == 1 else 2)


def test_the_bound_of_three_rounds_at_two_tables_of_four():
    plan = make_plan([4, 4], 0, 3)
    assert shared(4, 2) == 2 and shared(9, 7) == 2 and shared(7, 3) == 5
    assert bound(plan[:2], 8) == 4 and bound(plan, 8) == Fraction(12)


def test_seats_of_any_full_tables_become_equal():
    always_alike = [[[1, 2, 3, 4], [5, 6, 7, 8]]] * 6 + [[[8, 1, 3, 5], [2, 4, 6, 7]]] * 3
    plan = with_equal_seats(always_alike)
    assert uneven_seats(plan) == 1
    assert meetings(plan) == meetings(always_alike)
    assert always_alike[0][0] == [1, 2, 3, 4]


def test_the_same_arguments_give_the_same_plan():
    assert make_plan([4, 4, 3, 3], 0, 4) == make_plan([4, 4, 3, 3], 0, 4)
