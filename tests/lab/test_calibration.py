"""The shipped calibration of the chances, and how it is judged."""

import random

import pytest

from games.lab.chances.calibration import Calibration, Tenth, calibration_of, shipped
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
        assert not views[0].fault  # with all cards known nothing but luck is left


def test_chances_that_are_right_pass_and_others_do_not():
    luck = random.Random(5)
    chances = [luck.random() for _ in range(4_000)]

    def judged(truth, drift=0.0):
        looks = [Look(chance, chance, float(luck.random() < truth(chance))) for chance in chances]
        return calibration(tenths_of(looks), drift).fault

    assert judged(lambda chance: chance) == ""
    assert judged(lambda chance: 0.9 * chance) == "high"
    assert judged(lambda chance: 0.9 * chance + 0.1) == "low"
    assert judged(lambda chance: 0.85 * chance + 0.075) == "bold"
    assert judged(lambda chance: min(1, max(0, 1.2 * chance - 0.1))) == "cautious"
    assert judged(lambda chance: chance, drift=0.004) == "other"


def test_a_small_error_everywhere_is_found_though_no_tenth_shows_it():
    rows = [Tenth(n, 200, 20.0 * n + 10, 20.0 * n + 16, 30.0) for n in range(10)]
    row = calibration(rows)
    assert row.p > 0.2 and row.fault == "low"
    assert row.level_errors == pytest.approx(60 / 300**0.5)


def test_what_is_wrong_today_is_told():
    faults = {(game, row.view): row.fault for game, views in shipped() for row in views}
    assert {key: fault for key, fault in faults.items() if fault} == {
        ("ww3", "seat"): "high",
        ("ultimate", "watcher"): "cautious",
        ("ultimate", "seat"): "low",
    }
    assert calibration_of("ww3", "2").fault == "high" and not calibration_of("ww3", "all").fault


def test_a_tenth_says_what_was_given_and_won():
    tenth = Tenth(number=6, positions=100, given=65.0, won=60.0, spread=22.75)
    assert (tenth.low, tenth.high) == (60, 70)
    assert (tenth.mean_given, tenth.mean_won) == (0.65, 0.6)
    assert tenth.half_width == pytest.approx(0.0935, abs=1e-4)
    assert calibration([tenth]).chi2 == pytest.approx(1.099, abs=1e-3)
