"""The places that are shipped for the trainer."""

import json
from collections import Counter

from games.lab.chances.course import course_of_simulated
from games.lab.chances.decisions import word_of
from games.lab.counting.adapter import find
from games.lab.runs.games import Simulated
from games.lab.training.places import Answer, Origin, TrainingPlace, packed, read, shipped, written
from games.rules.catalogue import find as find_rules


def test_all_places_are_of_todays_rules_and_their_best_act_is_sure():
    assert len(shipped()) >= 100
    for place in shipped().values():
        assert place.is_of_today and place.is_sure
        assert all(answer.games == 6_400 for answer in place.answers)


def test_their_acts_are_those_that_were_possible():
    for place in shipped().values():
        rules, decisions = find_rules(place.game), find(place.game).decisions
        o = rules.options(place.options)
        acts = decisions.choices(place.table, o, place.seat - 1)
        assert [word_of(place.game, act) for act in acts] == [
            answer.act for answer in place.answers
        ]


def test_no_answer_is_always_right():
    best = Counter(place.best.act for place in shipped().values())
    assert max(best.values()) <= 100 and len(best) > 2


def test_they_come_from_the_games_that_are_shown():
    for place in [*shipped().values()][::40]:
        course = course_of_simulated(Simulated(place.run, place.origin.game))
        frame = course.index(place.origin.at)
        assert packed(course.position(frame, str(place.seat)).start.state) == place.state


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
