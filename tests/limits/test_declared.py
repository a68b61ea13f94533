"""The table of limits, and what operators read of it."""

from pathlib import Path

from games.limits import declared
from games.limits.counting import Counted, Limit

OPERATIONS = (Path(__file__).parents[2] / "docs" / "operations.md").read_text()
ROWS = {name: row for name, row in vars(declared).items() if isinstance(row, Counted)}
PERIODS = {
    **{0: "at once", 1: "a second", 2: "2 seconds", 30: "30 seconds", 60: "a minute"},
    **{600: "10 minutes", 3600: "an hour", 21_600: "6 hours", 86_400: "a day"},
}


def told():
    """The rows of both tables in the chapter, by name, without what they are in words."""
    chapter = OPERATIONS.split("## Limits\n")[1].split("\n## ")[0]
    lines = [line.strip("| ").split(" | ") for line in chapter.splitlines() if line[:3] == "| `"]
    return {cells[0].strip("`"): [cell.strip() for cell in cells[2:]] for cells in lines}


def numbers(row):
    parts = [row.most] if not isinstance(row, Limit) else [row.person, row.network, row.site]
    parts += [row.share] if isinstance(row, Limit) else []
    return [PERIODS[row.period_s], *("" if part is None else f"{part:,}" for part in parts)]


def test_operators_read_every_row_with_its_numbers():
    weighted = {"SAMPLES": "a sample of a run counts as ten"}  # PLACES, with another weight
    assert told() == {name: numbers(ROWS[name]) for name in ROWS.keys() - weighted.keys()}
    assert all(words in OPERATIONS for words in weighted.values())


def test_no_two_rows_are_counted_together_by_mistake():
    names = [(row.name, row.period_s) for row in ROWS.values() if row is not declared.SAMPLES]
    assert len(names) == len(set(names)) and declared.SAMPLES.name == declared.PLACES.name
