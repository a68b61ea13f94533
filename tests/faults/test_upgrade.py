"""An upgrade by the documents, while games are played behind the proxy."""

import subprocess
import sys

import pytest

from tests.caddy import IS_THERE
from tests.site import ROOT

pytestmark = [
    pytest.mark.outer,
    pytest.mark.services,
    pytest.mark.sqlite,
    pytest.mark.timeout(900),
    pytest.mark.skipif(not IS_THERE, reason="there is no Caddy here"),
]


def test_people_are_answered_throughout_an_upgrade():
    command = [sys.executable, "-m", "tests.faults.upgrade"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
