"""The shipped calibration of the chances, and how it is judged."""

import random

import pytest

from games.lab.chances.calibration import Calibration, Tenth, shipped
from games.rules.catalogue import GAMES
from tests.bench.bench_chances import Look, tenths_of


def calibration(tenths, drift=0.0):
    return Calibration("war", "", "all", 1, tenths, drift, 0.001)


def test_each_game_was_measured_for_each_viewer_with_the_rules_of_today():
    measured = dict(shipped())
    assert list(measured) == list(GAMES)
    for views in measured.values():
        assert [row.view for row in views] == ["all", "watcher", "seat"]
        assert all(row.positions >= 2_000 for row in views)
        assert views[0].is_right  # with all cards known nothing but luck is left


def test_chances_that_are_right_pass_and_others_do_not():
    luck = random.Random(5)
    chances = [luck.random() for _ in range(4_000)]
    right = [Look(chance, chance, float(luck.random() < chance)) for chance in chances]
    wrong = [Look(chance, chance, float(luck.random() < 0.9 * chance)) for chance in chances]
    assert calibration(tenths_of(right)).is_right
    assert not calibration(tenths_of(wrong)).is_right
    assert not calibration(tenths_of(right), drift=0.004).is_right


def test_a_tenth_says_what_was_given_and_won():
    tenth = Tenth(number=6, positions=100, given=65.0, won=60.0, spread=22.75)
    assert (tenth.low, tenth.high) == (60, 70)
    assert (tenth.mean_given, tenth.mean_won) == (0.65, 0.6)
    assert tenth.half_width == pytest.approx(0.0935, abs=1e-4)
    assert calibration([tenth]).chi2 == pytest.approx(1.099, abs=1e-3)
