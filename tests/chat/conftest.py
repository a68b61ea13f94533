"""Anna, Ben and Max have accounts and have played; Max does not sit at the table."""

from datetime import UTC, datetime

import pytest

from games.accounts.models import Player
from games.table.writer import play
from games.table.writer.orders import Order
from tests.pages.stored import person, stored

NOW = 2_000_000_000_000  # epoch ms, long after they came


@pytest.fixture
def anna(db):
    return person("Anna")


@pytest.fixture
def ben(db):
    return person("Ben")


@pytest.fixture
def max(db):
    return person("Max")


@pytest.fixture
def table(anna, ben, max):
    """Anna and Ben sit at a public table for two."""
    Player.objects.update(date_joined=datetime(2026, 1, 1, tzinfo=UTC))
    for number in range(3):
        stored(anna, ben, max, number=number)
    return seated(anna, ben)


def seated(*players, **more):
    """A table of War for two with these players."""
    table = play.open_table(by=players[0], now=NOW - 60_000, **more)
    for player in players[1:]:
        play.sit(Order(table, player, now=NOW - 60_000))
    table.refresh_from_db()
    return table
