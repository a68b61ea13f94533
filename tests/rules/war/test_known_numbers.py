"""Known numbers (rules sheet 1.12), and the compiled rules against the plain ones: every byte of
the final state of games with random house rules."""

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import product
from math import sqrt

import pytest

from games.lab.runs.cache import environment
from games.rules.cards import PACK, rank
from games.rules.jit import COMPILED
from games.rules.war import battle
from games.rules.war.options import Options
from games.rules.war.state import Table
from tests.rules.war import whole
from tests.rules.war.compiled import SEED, STATES, digest, rule_sets


@pytest.fixture(scope="module")
def compiled() -> dict:
    """Results of the compiled rules."""
    env = os.environ | environment()
    command = [sys.executable, "-m", "tests.rules.war.compiled"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_first_battle_ties_with_3_in_51():
    o = Options()
    ties = Counter(rank(a) == rank(b) for a, b in product(PACK, PACK) if a != b)
    assert ties[True] * 51 == sum(ties.values()) * 3
    assert not any(battle.beats(r, r, o) for r in range(13))


def test_the_first_battle_of_dealt_games_ties_so_often(compiled):
    """Wars of the first battle: one with probability 3/51, and sometimes another on top of it."""
    games = compiled["first_games"]
    tie = 3 / 51
    mean = compiled["first_tie"] / games
    assert mean == pytest.approx(tie / (1 - tie), abs=5 * sqrt(tie / games))


def test_the_mean_length_of_a_classic_game_with_shuffled_packets(compiled):
    assert compiled["random"] == pytest.approx(281.5, abs=1.5)


def test_the_mean_length_with_the_winners_cards_first(compiled):
    assert compiled["winner"] == pytest.approx(191.2, abs=1.0)


def test_with_seat_order_nearly_half_of_the_games_never_end(compiled):
    assert compiled["endless"] == pytest.approx(0.447, abs=0.02)


def test_no_seat_has_an_advantage(compiled):
    one, two, three = compiled["wins"]
    assert three == 0
    assert one / (one + two) == pytest.approx(0.5, abs=0.005)


def test_compiled_rules_end_in_the_same_bytes(compiled):
    assert not COMPILED
    plain = []
    for o, game in rule_sets():
        t = Table()
        whole.play(t, o, SEED, game)
        plain.append(digest(t.to_bytes()))
    differ = [n for n, (a, b) in enumerate(zip(plain, compiled["states"], strict=True)) if a != b]
    assert differ == []
    assert len(set(plain)) > STATES // 2
