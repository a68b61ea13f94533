"""The circles of tests: some test of each folder is in the inner one, which `make test` runs."""

from pathlib import Path

TESTS = Path(__file__).parent
OUTER = "mark.outer"


def test_every_folder_has_tests_in_the_inner_circle():
    folders = {path.parent for path in TESTS.rglob("test_*.py")} - {TESTS}
    inner = {path.parent for path in TESTS.rglob("test_*.py") if OUTER not in path.read_text()}
    assert folders <= inner
