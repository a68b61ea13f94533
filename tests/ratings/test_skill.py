"""How results change ratings: people 3.2 and cases 42 and 48 of its last part."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings.skill import Skill, SkillRecord, chances, expected_places, rate
from tests.each import each
from tests.ratings.measures import gumbel, rank_correlation

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SKILLS = st.builds(Skill, st.floats(5, 45), st.floats(2, 25 / 3))


def test_points_are_shown_with_a_margin():
    new = Skill()
    assert (new.points, new.margin) == (1500, 217) and new.is_unsure
    assert Skill(30, 5).points == 1565 and not Skill(30, 5).is_unsure


def test_equals_who_tie_move_equally():
    first, second, third = rate([Skill()] * 3, [1, 1, 3])
    assert first == second and first.mu > 25 > third.mu


@given(st.lists(st.tuples(SKILLS, st.integers(1, 8)), min_size=2, max_size=8), st.randoms())
def test_the_order_of_seats_does_not_matter(seats, luck):
    shuffled = seats[:]
    luck.shuffle(shuffled)
    results = [
        sorted(zip(order, rate([s for s, _ in order], [p for _, p in order]), strict=True))
        for order in (seats, shuffled)
    ]
    for (seat, new), (other, same) in zip(*results, strict=True):
        assert seat == other and new == pytest.approx(same, abs=1e-9)


@given(st.lists(SKILLS, min_size=2, max_size=8))
def test_chances_add_up_and_expected_places_too(skills):
    assert sum(chances(skills)) == pytest.approx(1)
    places = range(1, len(skills) + 1)
    assert sum(expected_places(skills)) == pytest.approx(sum(places))


def test_the_better_player_is_expected_first():
    strong, weak = Skill(32, 3), Skill(20, 3)
    assert chances([weak, strong])[1] > 0.7
    assert expected_places([weak, strong])[1] < 1.3


def test_forecasts_say_what_the_page_says_and_what_a_game_changes():
    strong, weak = Skill(25 + 400 / 13, 3), Skill(25, 3)
    two, three = chances([strong, weak]), chances([strong, weak, weak])
    assert 9 < two[0] / two[1] < 13  # "a lead of 400 points means about ten wins to one loss"
    assert three[0] / three[1] == pytest.approx(two[0] / two[1])
    gain = rate([strong, weak], [1, 2])[0].mu - strong.mu
    loss = strong.mu - rate([strong, weak], [2, 1])[0].mu
    assert two[0] == pytest.approx(loss / (gain + loss), abs=0.001)  # on average nothing changes


def test_who_rests_for_a_year_is_unsure_again_and_off_the_board():
    record = SkillRecord(Skill(30, 5), 40, (1, 2, 3, 4, 5), NOW, 1400.0)
    assert record.listed_until() == NOW + timedelta(days=90)
    later = record.skill_at(NOW + timedelta(days=370))
    assert later.mu == 30 and later.is_unsure
    assert record.skill_at(NOW + timedelta(days=100_000)).sigma == pytest.approx(25 / 3)
    nearly = SkillRecord(Skill(30, 5.9), 40, (1, 2, 3, 4, 5), NOW)
    assert nearly.listed_until() == NOW + timedelta(days=(36 - 5.9**2) / 0.05)


@each([{"games": 29}, {"opponents": (1, 2, 3, 4)}, {"at": None}])
def test_the_board_asks_for_games_and_opponents(missing):
    full = {"skill": Skill(30, 5), "games": 30, "opponents": (1, 2, 3, 4, 5), "at": NOW}
    assert SkillRecord(**full).listed_until() is not None
    assert SkillRecord(**full | missing).listed_until() is None


def test_ratings_find_the_order_of_skill():
    """R6: a hundred players, tables of two to six, ties, skill spread 0.7."""
    luck = random.Random(1)
    truth = [luck.gauss(0, 0.7) for _ in range(100)]
    skills = [Skill()] * 100
    for _ in range(2500):
        table = luck.sample(range(100), luck.randint(2, 6))
        strength = {p: truth[p] + gumbel(luck) for p in table}
        order = sorted(table, key=lambda p: -strength[p])
        places = [order.index(p) + 1 for p in table]
        if luck.random() < 0.2:  # the last two are out together
            places = [min(place, len(table) - 1) for place in places]
        for player, new in zip(table, rate([skills[p] for p in table], places), strict=True):
            skills[player] = new
    assert rank_correlation(truth, [skill.mu for skill in skills]) > 0.9
