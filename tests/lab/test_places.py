"""The places that are shipped for the trainer."""

import json
from collections import Counter

from games.lab.chances.course import course_of_simulated
from games.lab.chances.decisions import decisions_of
from games.lab.counting.adapter import find
from games.lab.runs.games import Simulated
from games.lab.training.places import Answer, Origin, TrainingPlace, packed, read, shipped, written
from games.rules.catalogue import find as find_rules
from tests.each import each


def test_all_places_are_of_todays_rules_and_their_best_act_is_sure():
    assert Counter(place.game for place in shipped().values()) == {"ww3": 200, "ultimate": 50}
    for place in shipped().values():
        assert place.is_of_today and place.is_sure
        assert all(answer.games == 6_400 for answer in place.answers)


def test_their_acts_are_those_that_were_possible():
    for place in shipped().values():
        rules, decisions = find_rules(place.game), find(place.game).decisions
        o = rules.options(place.options)
        choices = decisions.choices(place.table, o, place.seat - 1)
        assert [*map(decisions.word, choices)] == [answer.act for answer in place.answers]


@each([("ww3", 100), ("ultimate", 12)])
def test_no_answer_is_always_right(game, most):
    acts = [place.best.act for place in shipped().values() if place.game == game]
    best = Counter(act.rstrip("0123456789") for act in acts)
    assert max(best.values()) <= most and len(best) > 2


def test_there_are_places_of_ultimate_war_for_any_number_of_players():
    players = [len(place.policies) for place in shipped().values() if place.game == "ultimate"]
    assert min(Counter(players).values()) >= 5 and {*players} == {3, 4, 5, 6}


def test_they_come_from_the_games_that_are_shown():
    for place in [*shipped().values()][::40]:
        course, view = course_of_simulated(Simulated(place.run, place.origin.game)), str(place.seat)
        decisions, frame = decisions_of(course, place.seat - 1), course.index(place.origin.at)
        (made,) = (each for each in decisions if each.frame == frame)
        assert packed(course.position_in(made.state, view).start.state) == place.state


def test_a_place_is_written_as_it_is_read():
    for place in [*shipped().values()][:5]:
        assert read(json.loads(written(place))) == place


def test_what_is_too_near_is_not_sure():
    def place(*answers):
        return TrainingPlace(
            "",
            "ww3",
            "",
            1,
            1,
            ("general",) * 3,
            answers,
            {},
            "",
            Origin(1, 0, ("general",) * 3, "1"),
        )

    draw = Answer("draw", 3_000, 6_400)
    assert place(draw, Answer("hold", 3_300, 6_400)).is_sure
    assert not place(draw, Answer("hold", 3_200, 6_400)).is_sure  # 3 points
    assert not place(Answer("draw", 50, 100), Answer("hold", 70, 100)).is_sure  # 3 errors
