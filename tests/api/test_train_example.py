"""The example of the documentation that asks a bot at every place to train on."""

import re
import subprocess
import sys

import pytest

from games.lab.training.places import shipped
from tests.site import Site
from warsite.local.processes import ROOT

pytestmark = pytest.mark.outer
EXAMPLE = ROOT / "docs" / "examples" / "train.py"
PATIENCE_S = 300
SAID = r"([\d.]+) points a choice, give or take [\d.]+, at (\d+) places\n"


def test_it_says_what_a_choice_costs(tmp_path):
    site = Site(tmp_path / "home", LIMITS="off")
    try:
        site.start("--no-demo")
        command = [sys.executable, EXAMPLE, site.url]
        asked = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    finally:
        site.close()
    told = re.fullmatch(SAID, asked.stdout)
    assert told, asked.stderr
    known = sum(place.game == "ww3" for place in shipped().values())
    assert 0 < float(told[1]) < 50 and known - int(told[2]) in (0, 1)  # that of the day
