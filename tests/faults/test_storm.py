"""A small storm; `make faults` is a big one."""

import os
import subprocess
import sys

import pytest

from warsite.local.processes import ROOT


@pytest.mark.services
@pytest.mark.sqlite
def test_nothing_acknowledged_is_lost_and_play_goes_on():
    given = {k: v for k, v in os.environ.items() if not k.startswith(("TEST_", "REDIS_URL"))}
    ended = subprocess.run(
        [sys.executable, "-m", "tests.faults.storm", "--games", "4", "--kills", "3"],
        cwd=ROOT,
        env=given,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert " 0 faults" in ended.stdout
