"""The toy is a game of the site, too."""

from pathlib import Path

import pytest

from games.api.reading.rules import in_language
from games.rules import catalogue
from tests.live.conftest import alice, base, bob, charlie, clock, no_reminders
from tests.tournaments.conftest import director
from tests.toy import ENTRY

__all__ = ["alice", "base", "bob", "charlie", "clock", "director", "no_reminders"]
TEMPLATES = Path(__file__).parents[1] / "toy" / "templates"


@pytest.fixture(autouse=True)
def with_toy(settings, monkeypatch):
    """Register the toy, and find its templates."""
    monkeypatch.setitem(catalogue.ENTRIES, "toy", ENTRY)
    engine, *others = settings.TEMPLATES
    settings.TEMPLATES = [engine | {"DIRS": [*engine["DIRS"], TEMPLATES]}, *others]
    in_language.cache_clear()  # games are known for as long as a process lasts
    yield
    in_language.cache_clear()
