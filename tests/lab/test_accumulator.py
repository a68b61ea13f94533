"""Compiled counts against plain ones, chunks against the whole, and the known numbers of 1.12."""

import random

import pytest

from games.lab.counting import war
from games.lab.counting.accumulator import ENDLESS, Sums
from games.lab.runs import statistics
from games.lab.runs.engine import Chunk, play_plainly
from games.lab.runs.spec import read_spec
from games.rules.war.options import Options
from games.rules.war.state import End, Table, leaders
from tests.rules.war import whole
from tests.rules.war.strategies import random_options

EVEN = 0  # no slaps to decide


def counted(engine, games, *, first=0, **asked):
    return engine.play(read_spec(game="war", games=games, **asked), Chunk(0, first, games))


def test_compiled_counts_are_the_plain_ones_for_random_house_rules(engine):
    rng = random.Random(4)
    for number in range(40):
        spec = read_spec(
            game="war",
            games=100,
            seed=number,
            options=random_options(rng),
            policies=rng.choice([["even"], ["sergeant"], ["general"]]),
        )
        compiled = engine.play(spec, Chunk(0, 7, 12))
        plain = play_plainly(spec, 7, 12)
        assert compiled == plain, spec


def test_parts_in_any_order_give_the_bytes_of_the_whole(engine):
    whole = counted(engine, 500, seed=3)
    total = Sums()
    for first in (300, 0, 100, 400, 200):
        total.add(counted(engine, 100, first=first, seed=3))
    assert total.packed() == whole.packed()
    assert Sums.unpacked(total.packed()) == whole


def test_a_counted_game_is_the_game_of_the_rules():
    o = Options(slap=3, players=3)
    t, same = Table(), Table()
    war.DRIVE.count(t, war.GameStats(), Sums(), o, EVEN, 11, 5)
    whole.play(same, o, 11, 5)
    assert t == same


@pytest.mark.parametrize(
    ("order", "mean", "median", "p99"), [("random", 281.5, 212, 1117), ("winner", 191.2, 148, 726)]
)
def test_the_known_lengths_of_classic_war(engine, order, mean, median, p99):
    said = statistics.length(counted(engine, 60_000, seed=2026, options=f"order={order}"))
    assert said.mean == pytest.approx(mean, rel=0.012)
    assert said.median == pytest.approx(median, rel=0.02)
    assert said.p99 == pytest.approx(p99, rel=0.03)


def test_with_seat_order_many_games_are_proven_endless_apart_from_those_cut_short(engine):
    sums = counted(engine, 8000, seed=1, options="order=seat")
    endless, cut = sums.ends[ENDLESS] / sums.games, sums.ends[End.CAP] / sums.games
    assert endless == pytest.approx(0.34, abs=0.02)
    assert cut == pytest.approx(0.13, abs=0.02)
    assert sums.lengths[3000] == sums.ends[End.CAP]


def test_an_automatic_two_makes_it_short(engine):
    said = statistics.length(counted(engine, 40_000, seed=5, options="auto=2"))
    assert said.mean == pytest.approx(89.3, rel=0.02)


def test_no_seat_of_two_has_an_advantage(engine):
    sums = counted(engine, 60_000, seed=6)
    assert not statistics.bias(sums.wins[:2]).found
    one, two = statistics.wins(sums, 2)
    assert one.low < 0.5 < one.high
    assert two.low < 0.5 < two.high


def test_quicker_hands_win_more_slaps(engine):
    sums = counted(engine, 4000, options="slap=5", policies=["recruit", "general"])
    assert sums.wins[1] > 1.5 * sums.wins[0]


def test_every_count_covers_every_game(engine):
    sums = counted(engine, 300, options="players=3;auto=2")
    assert sums.games == sum(sums.lengths) == sum(sums.ends) == sum(sums.changes) == 300
    assert sum(sums.aces) == sum(sums.strengths) == 900
    assert sum(sums.aces_won) == sum(sums.wins) == sum(sums.strengths_won)
    for game, _ in statistics.remarkable(sums, war.ADAPTER.terms).values():
        assert 0 <= game < 300


@pytest.mark.parametrize("options", ["order=seat", "players=3;auto=2;cap=40", "players=3;slap=5"])
def test_winners_are_those_of_the_rules(options):
    o, sums = read_spec(game="war", games=1, options=options).o, Sums()
    won, shared = [0, 0, 0], [0, 0, 0]
    for game in range(40):
        t = Table()
        war.DRIVE.count(t, war.GameStats(), sums, o, EVEN, 1, game)
        first = leaders(t)
        for seat in first:
            (won if len(first) == 1 else shared)[seat] += 1
    assert (sums.wins[:3], sums.shared[:3]) == (won, shared)
