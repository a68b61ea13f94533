"""Python can call only drivers of the compiled rules."""

import os
import subprocess
import sys
from pathlib import Path

from games.lab.runs.cache import environment
from games.rules.rng import mix

ROOT = Path(__file__).parents[2]
PROGRAM = """
from games.rules.jit import COMPILED, U64, driver
from games.rules.rng import mix

@driver
def mixed(z: int) -> int:
    return mix(z)

assert COMPILED
print(mixed(U64(7)))
try:
    mix(U64(7))
except (TypeError, ValueError):
    print("refused")
"""


def test_a_driver_is_called_and_a_rule_by_itself_is_refused(tmp_path):
    program = tmp_path / "program.py"  # the cache is named by the source file
    program.write_text(PROGRAM)
    own = {"PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, str(program)],
        env=os.environ | environment() | own,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.stdout.split(), done.returncode) == ([str(mix(7)), "refused"], 0), done.stderr
