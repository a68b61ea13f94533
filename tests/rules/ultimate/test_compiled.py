"""The compiled rules against the plain ones: every byte of the state of games with random acts and
house rules, at the end and in the middle."""

import json
import os
import subprocess
import sys

from games.lab.runs.cache import environment
from games.rules.jit import COMPILED
from tests.rules.ultimate.compiled import GAMES, plain, rows


def test_compiled_rules_end_in_the_same_bytes():
    assert not COMPILED
    command = [sys.executable, "-m", "tests.rules.ultimate.compiled"]
    env = os.environ | environment()
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    states = json.loads(done.stdout)
    mine = [plain(*row) for row in rows()]
    assert [n for n, (a, b) in enumerate(zip(mine, states, strict=True)) if a != b] == []
    assert len(set(mine)) > GAMES * 9 // 10
