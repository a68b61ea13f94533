"""Curves: what is played next, what they say of a game, and how they are stored."""

import csv
import json
from io import StringIO

import pytest

from games.lab.chances import work
from games.lab.chances.course import course_of_simulated
from games.lab.chances.curve import Curve, Part, Place, next_parts, with_played
from games.lab.chances.curves import empty_curve
from games.lab.chances.tally import Playouts, Tally
from games.lab.counting.driver import Start
from games.lab.runs.games import Simulated
from games.lab.runs.spec import read_spec
from tests.each import each

WAR = Playouts("war", "", ("even", "even"), 1)


def course_of(game="war", options="", index=0, policies=()):
    spec = read_spec(game=game, games=10, options=options, policies=policies, seed=11)
    return course_of_simulated(Simulated(spec, index))


def curve_of(*chances, games=400, last=None):
    """A curve for two with these chances of seat 1 in hundredths."""
    tallies = [
        Tally(games, (games * won // 100, games - games * won // 100), (0, 0), (0, 0))
        for won in chances
    ]
    tallies += [last] if last else []
    places = [Place(str(number), tally) for number, tally in enumerate(tallies)]
    return Curve(WAR, "all", tuple(places))


def computed(course, view, games, budget=200):
    """A curve computed by plain rules."""
    starts = work.starts_of(course, view)
    curve = empty_curve(course.playouts(), view, [at for at, _ in starts])
    while parts := next_parts(curve, budget, games):
        played = [
            (index, curve.playouts.tally(starts[index][1], first, more))
            for index, first, more in parts
        ]
        curve = with_played(curve, played)
    return curve


# What is played next -------------------------------------------------------------------------


def test_every_place_is_played_first_and_then_both_sides_of_the_largest_changes():
    curve = curve_of(50, 50, 51, 80, 80)
    untouched = curve._replace(places=(*curve.places, Place("5", Tally.empty(2))))
    assert next_parts(untouched, 10_000) == [Part(5, 0, 400)]
    sure = curve_of(50, 50, 51, 80, 80, games=1600)
    assert not next_parts(sure, 10_000)
    many = curve_of(*[50] * 20, 20, *[50] * 20)
    largest = many.places[19:22]
    assert next_parts(many, 100_000)[0][1:] == (400, 1200)
    while parts := next_parts(many, 100_000):
        (part,) = parts
        tally = many.places[part.place].tally
        more = Tally(part.games, tuple(3 * won for won in tally.wins), (0, 0), (0, 0))
        many = with_played(many, [(part.place, more)])
    played = [place for place in many.places if place.tally.games == 1600]
    assert {place.at for place in largest} <= {place.at for place in played}
    assert len(played) <= 20


def test_a_part_has_about_as_many_games_as_are_asked_for():
    curve = empty_curve(WAR, "all", "0123456789")
    assert [part.place for part in next_parts(curve, 1000)] == [0, 1, 2]
    assert [part.place for part in next_parts(curve, 1)] == [0]


def test_what_is_exact_or_played_most_often_is_left_alone():
    over = Tally(1, (1, 0), (0, 0), (0, 0), exact=True)
    assert [part.place for part in next_parts(curve_of(50, last=over), 1000)] == [0]
    assert not next_parts(curve_of(50, 10, games=4800), 1000, first=300)


def test_it_is_done_when_the_largest_changes_are_sure():
    curve = computed(course_of(options="cap=20"), "watcher", games=10)
    largest = sorted(curve.changes, key=lambda change: -change.size)[:10]
    for change in largest:
        for place in curve.places[change.place - 1 : change.place + 1]:
            tally = place.tally
            assert tally.exact or tally.games == 160 or tally.half_width(0) <= 0.03
    assert {place.tally.games for place in curve.places} <= {1, 10, 40, 160}


@pytest.mark.outer
def test_parts_of_any_size_and_asking_again_give_the_same():
    course = course_of("ww3", "cap=10;seats=2")
    once = computed(course, "2", games=2)
    assert once == computed(course, "2", games=2, budget=1)
    starts = dict(work.starts_of(course, "2"))
    for place in once.places:
        if not place.tally.exact:
            start = Start.unpacked(course.game.table, starts[place.at].packed())
            again = once.playouts.tally(start, 0, place.tally.games)
            assert again == place.tally


# What they say -------------------------------------------------------------------------------


def test_chances_of_all_seats_are_one_together():
    tally = Tally(10, (3, 1, 2), (4, 2, 3), (1540, 700, 1120))
    assert sum(tally.chances) == pytest.approx(1)
    assert tally.chances == pytest.approx((0.48333, 0.18333, 0.33333), abs=1e-4)
    assert Tally.empty(2).chances == (0, 0) and Tally.empty(2).half_width(0) == 0


def test_turning_points_and_where_it_was_decided():
    over = Tally(1, (0, 1), (0, 0), (0, 0), exact=True)
    curve = curve_of(50, 52, 90, 40, 12, 5, 11, 3, last=over)
    assert curve.winner == 2
    assert [(c.at, c.seat) for c in curve.turning_points] == [
        ("2", 1), ("3", 1), ("4", 1), ("5", 1), ("6", 1), ("7", 1)
    ]  # fmt: skip
    assert curve.decided_at == "7"
    assert curve.comeback == ("2", pytest.approx(0.1))
    assert curve.luck_of_the_deal == (0.5, 0.5)
    assert curve.exact_from == "8"
    assert curve_of(50, 40).winner is None and curve_of(50, 40).decided_at is None


def test_with_nothing_left_to_chance_one_game_is_enough():
    course = course_of(options="order=winner")
    curve = computed(course, "all", games=400)
    assert all(place.tally.exact and place.tally.games == 1 for place in curve.places)
    assert curve.exact_from == curve.places[0].at == "0"
    assert not curve.turning_points and curve.decided_at is None
    assert curve.winner == course_result(course)
    starts = work.starts_of(course, "watcher")
    first, last = (curve.playouts.tally(starts[n][1], 0, 2) for n in (0, -1))
    assert not first.exact and last == curve.places[-1].tally


def course_result(course):
    state = course.game.load(course.states[-1])
    return course.game.result(state, course.o).winners[0]


@each([("war", "players=3;slap=5"), ("ww3", ""), ("ultimate", "clock=300000")])
def test_the_last_place_is_the_result(game, options):
    course = course_of(game, options)
    starts = work.starts_of(course, "1")
    tally = course.playouts().tally(starts[-1][1], 0, 400)
    assert tally.exact and tally.games == 1
    assert tally.wins.index(1) + 1 == course_result(course)


# Places --------------------------------------------------------------------------------------


def test_long_games_are_thinned_evenly_and_keep_every_large_war():
    course = course_of(options="order=seat", index=2)
    assert len(course.places) > 800
    shown = [course.places[index] for index in work.places_of(course)]
    assert len(shown) == work.MOST_PLACES
    assert shown[0] == 0 and shown[-1] == course.places[-1]
    moved = {
        place: abs(course.front[place][0] - course.front[place - 1][0])
        for place in range(1, len(course.front))
    }
    assert {place for place, cards in moved.items() if cards > 5.2} | set(course.wars) <= set(shown)
    gaps = [after - before for before, after in zip(shown, shown[1:], strict=False)]
    assert max(gaps) <= 3 * len(course.front) / work.MOST_PLACES + 1


def test_the_places_of_each_game():
    war = course_of(options="cap=20")
    assert [at for at, _ in work.starts_of(war, "all")] == [str(n) for n in range(21)]
    ww3 = course_of("ww3", "cap=10")
    phases = {ww3.game.load(ww3.states[index]).phase.name for index in work.places_of(ww3)}
    assert phases == {"DEALT", "TURN", "ROUND_END", "OVER"} or phases > {"TURN", "ROUND_END"}
    assert not phases & {"DRAW", "HOLD", "JOKER"}
    ultimate = course_of("ultimate", "clock=300000")
    seconds = [ultimate.places[index] for index in work.places_of(ultimate)]
    assert set(ultimate.wars) & set(ultimate.places) <= set(seconds)
    between = zip(seconds, seconds[1:], strict=False)
    shown = set(ultimate.places)
    assert all(not shown & set(range(a + 2, b)) for a, b in between)


# Stored and downloaded -----------------------------------------------------------------------


def test_a_curve_of_a_long_game_for_eight_takes_less_than_8_kb():
    playouts = Playouts("ultimate", "seats=8", ("hunter",) * 8, 203)
    places = []
    for number in range(400):
        wins = [(number * 7919 * (seat + 3)) % 190 for seat in range(8)]
        places.append(
            Place(
                f"{3 * number}",
                Tally(1600, tuple(wins), (number % 3,) * 8, (105 * (number % 3),) * 8),
            )
        )
    curve = Curve(playouts, "watcher", tuple(places))
    assert len(curve.packed()) <= 8_000
    assert Curve.unpacked(playouts, "watcher", curve.packed()) == curve


def test_starts_are_stored_as_they_are():
    for game in ("war", "ww3", "ultimate"):
        options = {"ultimate": "clock=300000"}.get(game, "cap=20")
        starts = [start for _, start in work.starts_of(course_of(game, options), "1")]
        again = work.unpacked(game, work.packed(starts))
        assert [one.packed() for one in again] == [one.packed() for one in starts]
        assert [list(one.cells) for one in again] == [list(one.cells) for one in starts]


def test_downloads():
    curve = curve_of(50, 25)._replace(view="watcher")
    told = json.loads(json.dumps(curve.serialise()))
    assert told["policies"] == ["even", "even"] and told["rules_version"] == 1
    assert told["places"][1] == {
        "at": "1", "games": 400, "wins": [100, 300], "shared": [0, 0], "parts": [0, 0],
        "exact": False,
    }  # fmt: skip
    rows = list(csv.DictReader(StringIO(curve.csv)))
    assert rows[1]["chance_1"] == "25.00" and rows[1]["wins_2"] == "300"
    assert float(rows[1]["plus_minus_1"]) == pytest.approx(4.2, abs=0.1)
