"""Python can call only drivers of the compiled rules."""

import os
import subprocess
import sys
from pathlib import Path
from resource import RLIMIT_FSIZE, setrlimit

import pytest

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


def run(folder, **how):
    """Run the program with compiled rules that are kept in this folder."""
    program = folder / "program.py"  # the cache is named by the source file
    program.write_text(PROGRAM)
    own = {"PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(folder)}
    return subprocess.run(
        [sys.executable, str(program)],
        env=os.environ | environment() | own,
        capture_output=True,
        text=True,
        **how,
    )


def test_a_driver_is_called_and_a_rule_by_itself_is_refused(tmp_path):
    done = run(tmp_path)
    assert (done.stdout.split(), done.returncode) == ([str(mix(7)), "refused"], 0), done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")
def test_compiled_rules_that_cannot_be_kept_are_used_all_the_same(tmp_path):
    most = 2000  # bytes of a file
    done = run(tmp_path, preexec_fn=lambda: setrlimit(RLIMIT_FSIZE, (most, most)))
    assert (done.stdout.split(), done.returncode) == ([str(mix(7)), "refused"], 0), done.stderr
    kept = [path.stat().st_size for path in tmp_path.rglob("*.nb?")]
    assert max(kept, default=0) <= most
