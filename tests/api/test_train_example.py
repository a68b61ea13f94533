"""The example of the documentation that asks a bot at every place to train on."""

import re
import subprocess
import sys
from collections import Counter

import pytest

from games.lab.training.places import shipped
from tests.site import Site
from warsite.local.processes import ROOT

pytestmark = pytest.mark.outer
EXAMPLE = ROOT / "docs" / "examples" / "train.py"
PATIENCE_S = 300
SAID = r"(\w+): ([\d.]+) points a choice, give or take [\d.]+, at (\d+) places"


def test_it_says_what_a_choice_costs(tmp_path):
    site = Site(tmp_path / "home", LIMITS="off")
    try:
        site.start("--no-demo")
        command = [sys.executable, EXAMPLE, site.url]
        asked, one = (
            subprocess.run([*command, *game], capture_output=True, text=True, timeout=PATIENCE_S)
            for game in ([], ["ultimate"])
        )
    finally:
        site.close()
    told = [re.fullmatch(SAID, line) for line in asked.stdout.splitlines()]
    assert len(told) == 2 and all(told), asked.stderr
    known = Counter(place.game for place in shipped().values())
    assert all(0 < float(line[2]) < 50 for line in told)
    left = sum(known[line[1]] - int(line[3]) for line in told)
    assert left in (0, 1)  # that of the day
    assert one.stdout.splitlines() == [asked.stdout.splitlines()[-1]]
