"""Chunks against the whole, and the known numbers of 1.12."""

import struct
import zlib
from math import sqrt

import pytest

from games.lab.counting import war
from games.lab.counting.accumulator import ENDLESS, WHOLE, Sums
from games.lab.runs import statistics
from games.lab.runs.engine import Chunk
from games.lab.runs.spec import read_spec
from games.rules.war.options import Options
from games.rules.war.state import End, Table, leaders
from tests.each import each
from tests.rules.war import whole

EVEN = 0  # no slaps to decide


def counted(engine, games, *, first=0, **asked):
    return engine.play(read_spec(game="war", games=games, **asked), Chunk(0, first, games))


def test_parts_in_any_order_give_the_bytes_of_the_whole(engine):
    whole = counted(engine, 500, seed=3)
    total = Sums()
    for first in (300, 0, 100, 400, 200):
        total.add(counted(engine, 100, first=first, seed=3))
    assert total.packed() == whole.packed()
    assert Sums.unpacked(total.packed()) == whole


@pytest.mark.parametrize(("options", "off"), [("cap=20", 0), ("cap=20;players=3", 0.02)])
def test_sums_without_parts_of_shared_wins_are_read_with_an_estimate(engine, options, off):
    sums = counted(engine, 500, seed=3, options=options)
    assert sum(sums.shared) > 0
    stored, parts = sums.to_bytes(), struct.pack("<8q", *sums.parts)
    assert stored.count(parts) == 1
    older = zlib.compress(bytes.fromhex("089c3fff") + stored[4:].replace(parts, b""))
    read = Sums.unpacked(older)
    assert read.parts == pytest.approx(sums.parts, abs=off * WHOLE * 500)
    read.parts = sums.parts
    assert read == sums


def test_a_counted_game_is_the_game_of_the_rules():
    o = Options(slap=3, players=3)
    t, notes = war.ADAPTER.fresh(o, EVEN, 11, 5)
    war.play_on(t, notes, Sums(), o, EVEN, 5)
    same = Table()
    whole.play(same, o, 11, 5)
    assert t == same


@pytest.mark.parametrize(
    ("order", "mean", "median", "p99"), [("random", 281.5, 212, 1117), ("winner", 191.2, 148, 726)]
)
def test_the_known_lengths_of_classic_war(engine, order, mean, median, p99):
    said = statistics.length(counted(engine, 100_000, seed=2026, options=f"order={order}"))
    assert said.mean == pytest.approx(mean, rel=0.0055)
    assert said.median == pytest.approx(median, rel=0.02)
    assert said.p99 == pytest.approx(p99, rel=0.03)


def test_with_seat_order_many_games_are_proven_endless_apart_from_those_cut_short(engine):
    sums = counted(engine, 8000, seed=1, options="order=seat")
    endless, cut = sums.ends[ENDLESS] / sums.games, sums.ends[End.CAP] / sums.games
    assert endless == pytest.approx(0.34, abs=0.02)
    assert cut == pytest.approx(0.13, abs=0.02)
    assert sums.lengths[3000] == sums.ends[End.CAP]


def test_with_seat_order_nearly_half_of_the_games_never_end(engine):
    run = read_spec(game="war", games=8000, seed=2026, options="order=seat")
    sums = engine.play(run, Chunk(0, 0, 8000), cap=10_000)
    without_end = sums.ends[ENDLESS] + sums.ends[End.CAP]
    assert without_end / sums.games == pytest.approx(0.447, abs=0.02)


def test_the_first_battle_of_dealt_games_ties_so_often(engine):
    """Wars of the first battle: one with probability 3/51, and sometimes another on top of it."""
    run = read_spec(game="war", games=400_000, seed=2026)
    sums = engine.play(run, Chunk(0, 0, 400_000), cap=1)
    tie = 3 / 51
    mean = sums.wars / sums.games
    assert mean == pytest.approx(tie / (1 - tie), abs=5 * sqrt(tie / sums.games))


def test_an_automatic_two_makes_it_short(engine):
    said = statistics.length(counted(engine, 40_000, seed=5, options="auto=2"))
    assert said.mean == pytest.approx(89.3, rel=0.02)


def test_no_seat_of_two_has_an_advantage(engine):
    sums = counted(engine, 100_000, seed=6)
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


@each(["order=seat", "players=3;auto=2;cap=40", "players=3;slap=5"])
def test_winners_are_those_of_the_rules(options):
    o, sums = read_spec(game="war", games=1, options=options).o, Sums()
    won, shared = [0, 0, 0], [0, 0, 0]
    for game in range(40):
        t, notes = war.ADAPTER.fresh(o, EVEN, 1, game)
        war.play_on(t, notes, sums, o, EVEN, game)
        first = leaders(t)
        for seat in first:
            (won if len(first) == 1 else shared)[seat] += 1
    assert (sums.wins[:3], sums.shared[:3]) == (won, shared)
