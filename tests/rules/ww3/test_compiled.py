"""The compiled rules against the plain ones: every byte of the final state of games with random
house rules; and how long games are (rules sheet 3.15)."""

import json
import os
import subprocess
import sys

import pytest

from games.lab.runs.cache import environment
from games.rules.jit import COMPILED
from games.rules.ww3.state import Table
from tests.rules.ww3 import drill
from tests.rules.ww3.compiled import SEED, STATES, digest, rule_sets


@pytest.fixture(scope="module")
def compiled() -> dict:
    """Results of the compiled rules."""
    env = os.environ | environment()
    command = [sys.executable, "-m", "tests.rules.ww3.compiled"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_compiled_rules_end_in_the_same_bytes(compiled):
    assert not COMPILED
    plain = []
    for o, game, sensible in rule_sets():
        t = Table()
        drill.play(t, o, SEED, game, sensible, None)
        plain.append(digest(t.to_bytes()))
    differ = [n for n, (a, b) in enumerate(zip(plain, compiled["states"], strict=True)) if a != b]
    assert differ == []
    assert len(set(plain)) == STATES


def test_a_tape_does_not_change_the_game():
    for o, game, sensible in rule_sets()[:60]:
        told, silent = Table(), Table()
        drill.play(told, o, SEED, game, sensible, [])
        drill.play(silent, o, SEED, game, sensible, None)
        assert told.to_bytes() == silent.to_bytes()


def test_games_of_two_and_three_players_are_as_long_as_they_were_measured(compiled):
    """The policy differs from the sheet's, so lengths are only similar: 23 and 19 rounds there."""
    assert compiled["rounds"]["2"] == pytest.approx(23, abs=4)
    assert compiled["rounds"]["3"] == pytest.approx(19, abs=4)
