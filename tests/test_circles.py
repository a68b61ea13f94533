"""The circles of tests: some test of each folder is in the inner one, which `make test` runs, and
CONTRIBUTING says when to run those that are left out."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests"
OUTER = {path for path in TESTS.rglob("test_*.py") if "mark." + "outer" in path.read_text()}


def test_every_folder_has_tests_in_the_inner_circle():
    whole_sites_that_fail = TESTS / "faults"  # they last minutes
    folders = {path.parent for path in TESTS.rglob("test_*.py")} - {TESTS, whole_sites_that_fail}
    assert folders <= {path.parent for path in {*TESTS.rglob("test_*.py")} - OUTER}


def test_contributing_names_the_suites_that_are_left_out():
    named = set(re.findall(r"tests/[\w./]+", (ROOT / "CONTRIBUTING.md").read_text()))
    places = {ROOT / name.rstrip(".") for name in named}
    assert [place for place in places if not place.exists()] == []
    assert [path for path in OUTER if not places & {path, path.parent}] == []
