"""The compiled games of every game of the lab against the plain ones: whole states at the end and
in the middle, and the sums, over hundreds of random rule sets and players."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.lab.counting.adapter import ADAPTERS
from games.lab.runs.cache import environment
from games.rules.events import KINDS
from tests.depth import WHOLE, share
from tests.lab.compiled import STATES, plain, specs

ROOT = Path(__file__).parents[2]
# What bots never or hardly ever do, what is told before the first act, and what is too rare.
UNTOLD = {"resign", "late", "false_slap", "agree", "disagree", "deal", "deadlock"}


@pytest.mark.xdist_group("compiled")
def test_tests_of_a_group_are_in_one_process(request):
    """pytest 9.2 hides the groups from pytest-xdist 3.8, which then shares their tests out."""
    assert "PYTEST_XDIST_WORKER" not in os.environ or request.node.nodeid.endswith("@compiled")


@pytest.mark.timeout(600)
@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize("game", share(ADAPTERS))
def test_compiled_games_end_in_the_states_of_the_plain_ones(game):
    command = [sys.executable, "-m", "tests.lab.compiled", game]
    env = os.environ | environment() | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True)
    told = json.loads(done.stdout)
    runs, events = specs(game), set[str]()
    assert len(told) == len(runs) == STATES[game]
    for run, compiled in zip(runs, told, strict=True):
        assert plain(run, events) == compiled, run
    assert len({states[0] for states in told}) > len(told) // 2
    if WHOLE:  # a quarter of the rule sets has no room for what is rare
        assert set(KINDS[game]) - events <= UNTOLD
