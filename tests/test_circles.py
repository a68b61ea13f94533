"""The circles of tests: what `make test` leaves out, some other test of the same folder still covers."""

from pathlib import Path

TESTS = Path(__file__).parent
OUTER = "mark.outer"


def test_every_folder_has_tests_in_the_inner_circle():
    folders = {path.parent for path in TESTS.rglob("test_*.py")} - {TESTS}
    inner = {path.parent for path in TESTS.rglob("test_*.py") if OUTER not in path.read_text()}
    assert folders <= inner
