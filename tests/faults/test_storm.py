"""A small storm, a cut line, a small tournament and a few programs; those of `make faults` and
`make bots` are big."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.faults import link, postgres
from warsite.local.processes import ROOT

pytestmark = pytest.mark.outer

SHORT = "--game ww3 --options cap=10;seats=2 --kills 1"


@pytest.mark.services
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(
            "storm --games 4 --kills 3 --given",
            marks=[
                pytest.mark.sqlite,
                pytest.mark.skipif(
                    bool(os.environ.get("DATABASE_URL")) and postgres.is_installed(),
                    reason="the next storm kills PostgreSQL, too",
                ),
            ],
        ),
        pytest.param(
            "storm --games 4 --kills 6",  # on a PostgreSQL of its own
            marks=pytest.mark.skipif(not postgres.is_installed(), reason="without PostgreSQL"),
        ),
        pytest.param(
            "cut",
            marks=pytest.mark.skipif(not link.is_possible(), reason=link.NEEDED),
        ),
        pytest.param("tournament --entrants 8 --away 2", marks=pytest.mark.sqlite),
        pytest.param("wishes", marks=pytest.mark.sqlite),
        f"programs --games 3 --tables 3 {SHORT}",
        pytest.param(
            f"programs --bot bot.mjs --games 1 --tables 1 {SHORT}",
            marks=pytest.mark.skipif(not shutil.which("node"), reason="without Node.js"),
        ),
    ],
)
def test_nothing_is_lost_or_done_twice_and_play_goes_on(asked):
    given = {k: v for k, v in os.environ.items() if not k.startswith(("TEST_", "REDIS_URL"))}
    ended = subprocess.run(
        [sys.executable, "-m", *f"tests.faults.{asked}".split()],
        cwd=ROOT,
        env=given,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert " 0 faults" in ended.stdout
