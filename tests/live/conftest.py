"""Alice opens tables, Bob sits opposite, Charlie is a stranger."""

from collections.abc import Iterator

import pytest

from games.accounts.models import Player
from games.bus import publisher, valkey
from games.live import feeds
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.live import site


@pytest.fixture
def alice(transactional_db) -> Player:
    return Player.objects.create_user("alice", name="Alice")


@pytest.fixture
def bob(transactional_db) -> Player:
    return Player.objects.create_user("bob", name="Bob")


@pytest.fixture
def charlie(transactional_db) -> Player:
    return Player.objects.create_user("charlie", name="Charlie")


@pytest.fixture
def no_reminders(transactional_db) -> Iterator[None]:
    """Remove reminders of other tests' tables from Valkey."""
    publisher.flush()
    redis = valkey.client()
    for key in redis.scan_iter(valkey.key("*")):
        redis.delete(key)
    yield
    publisher.flush()


@pytest.fixture
def dealt(no_reminders, alice, bob) -> Table:
    """Alice and Bob play; the countdown has begun."""
    table = play.open_table(by=alice)
    play.sit(Order(table, bob))
    for player in (alice, bob):
        play.ready(Order(table, player), entropy=bytes(16))
    table.refresh_from_db()
    return table


@pytest.fixture
def base(no_reminders) -> Iterator[str]:
    with site.web() as address:
        yield address


@pytest.fixture
def clock(no_reminders) -> Iterator[None]:
    with site.clock():
        yield


@pytest.fixture
def no_beats(monkeypatch):
    """Stop the beats: every message now comes by a hint."""
    monkeypatch.setattr(feeds, "BEAT_S", 3600.0)
