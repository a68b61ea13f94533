"""Fixtures of all tests of the API."""

import pytest

from games.live import commands


@pytest.fixture(autouse=True)
def limited(settings):
    settings.LIMITS = True


@pytest.fixture(autouse=True)
def unknown_players():
    """Another test's player may have had the same key."""
    commands.find_player.cache_clear()
