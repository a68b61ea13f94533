"""Differences between runs: in pairs where the deals are the same, otherwise as independent."""

from math import sqrt
from statistics import mean, stdev

import pytest

from games.lab.counting.accumulator import BATCHES, SEATS, Sums
from games.lab.runs import comparison
from games.lab.runs.comparison import Side, are_paired, length_difference, win_difference
from games.lab.runs.engine import Chunk, play_plainly
from games.lab.runs.spec import read_spec

GAMES = 20 * BATCHES


def side(engine=None, games=GAMES, **asked):
    spec = read_spec(game=asked.pop("game", "war"), games=games, **asked)
    play = engine.play(spec, Chunk(0, 0, games)) if engine else Sums()
    return Side(spec, play)


def test_which_runs_are_paired(engine):
    base = side(engine)
    assert are_paired(base, side(engine, options="auto=2"))
    assert not are_paired(base, side(engine, seed=2))
    assert not are_paired(base, side(engine, options="players=3"))
    assert not are_paired(base, side(engine, games=GAMES + 1))
    assert not are_paired(base, side())  # nothing counted yet
    small = side(engine, games=BATCHES)
    assert not are_paired(small, small)


def test_a_run_does_not_differ_from_itself(engine):
    base = side(engine)
    assert length_difference(base, base) == (0, 0, 0, True)
    assert win_difference(base, base, 1) == (0, 0, 0, True)


def test_batches_hold_every_game_by_its_number():
    spec = read_spec(game="war", games=130, options="auto=2")
    sums = play_plainly(spec, 0, 130)
    lengths = [0] * BATCHES
    for game in range(130):
        one = play_plainly(spec, game, 1)
        lengths[game % BATCHES] += one.lengths.index(1)
    assert sums.batches == lengths
    assert [sum(sums.batch_wins[seat::SEATS]) for seat in range(SEATS)] == sums.wins
    assert sum(comparison.batch_sizes(130)) == 130


def test_the_interval_is_that_of_the_batches(engine):
    base, other = side(engine), side(engine, options="auto=2")
    found = length_difference(base, other)
    pairs = zip(base.sums.batches, other.sums.batches, strict=True)
    means = [(b - a) / 20 for a, b in pairs]
    assert found.gap == pytest.approx(mean(means))
    assert found.high - found.gap == pytest.approx(1.998 * stdev(means) / sqrt(BATCHES))
    assert found.clear
    assert found.gap < -100


@pytest.mark.outer
def test_pairs_are_narrower_where_the_deal_decides(engine):
    """A General with two Sergeants against three Sergeants: the same cards, and nearly the same
    games."""
    games = 40_000
    asked = {"game": "ww3", "options": "hold=secret"}
    base = side(engine, games, policies=["sergeant"], **asked)
    other = side(engine, games, policies=["general", "sergeant", "sergeant"], **asked)
    later = side(engine, games, policies=["general", "sergeant", "sergeant"], seed=2, **asked)
    near, far = win_difference(base, other, 0), win_difference(base, later, 0)
    assert near.paired
    assert not far.paired
    assert near.gap > 0
    assert near.clear
    assert near.high - near.low < far.high - far.low
