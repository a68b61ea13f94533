"""Points of places (7.1-7.3)."""

from fractions import Fraction
from itertools import product

from games.tournaments.scoring.points import is_ranking, of_kind, of_places, of_table, places_by
from games.tournaments.scoring.record import Kind, Table
from games.tournaments.settings import resolve
from tests.each import each

RANKINGS = {
    size: sorted(
        {
            tuple(places_by(dict(enumerate(worth))).values())
            for worth in product(range(size), repeat=size)
        }
    )
    for size in range(2, 6)
}  # every way to share places


@each(range(2, 6))
def test_shared_places_keep_the_sum(size: int) -> None:
    own = [str(points) for points in (9, 7, 4, 1, 0)[:size]]
    for given in ({"size": size}, {"size": size, "points": {str(size): own}}):
        settings = resolve(given)
        for places in RANKINGS[size]:
            points = of_places(settings, places)
            assert sum(points) == sum(settings.points[size])
            assert all((point * 840).denominator == 1 for point in points)
            assert [p for _, p in sorted(zip(places, points, strict=True))] == sorted(points)[::-1]


@each(range(2, 9))
def test_a_short_table_has_the_same_best_worst_and_mean(size: int) -> None:
    full = resolve({"size": size}).points[size]
    for points in resolve({"size": size}).points.values():
        assert (points[0], points[-1]) == (full[0], full[-1])
        assert Fraction(sum(points), len(points)) == Fraction(sum(full), len(full))


def test_who_did_not_come_gets_nothing_and_the_table_counts_those_who_came() -> None:
    settings = resolve({"size": 4})
    assert of_places(settings, [1, None, 2, 3]) == (3, 0, Fraction(3, 2), 0)
    assert of_places(settings, [None, 1, None, None]) == (0, 3, 0, 0)
    assert of_places(settings, [None] * 4) == (0, 0, 0, 0)


def test_a_void_table_gives_half_a_win_and_an_annulled_one_nothing() -> None:
    settings = resolve({"size": 4})
    seats, nobody = (1, 2, 3, 4), (None,) * 4
    assert set(of_table(settings, Table(seats, nobody, kind=Kind.VOID))) == {Fraction(3, 2)}
    assert set(of_table(settings, Table(seats, nobody, kind=Kind.ANNULLED))) == {0}


@each(
    [
        ({}, {"bye": "1", "half": "1/2", "full": "1", "absent": "0", "withdrawn": "0"}),
        ({"points": {"2": ["3", "0"]}, "draw": "1"}, {"bye": "3", "half": "1", "void": "1"}),
        ({"size": 4}, {"bye": "3", "half": "3/2", "full": "3", "free": "0"}),
        ({"size": 4, "points": "winner"}, {"bye": "1", "half": "1/4"}),
        ({"bye": "1/2"}, {"bye": "1/2", "full": "1"}),
    ]
)
def test_rounds_without_a_table(given, expected) -> None:
    settings = resolve(given)
    assert {kind: str(of_kind(settings, Kind(kind))) for kind in expected} == expected


def test_a_ranking_counts_who_is_better() -> None:
    for places in RANKINGS[4]:
        assert is_ranking(places)
        assert is_ranking((None, *places))
    for wrong in [(2, 2), (1, 1, 2), (1, 3), (0, 1), (1, 2, 2, 3)]:
        assert not is_ranking(wrong)
