"""Alice owns, Bob sits opposite, Charlie is a stranger."""

import json
import random
import secrets

import pytest

from games.accounts.models import Player
from games.table.models import Move, Seat, Table
from games.table.reading.snapshot import load
from games.table.writer import branches, opening, orders, play
from games.table.writer.orders import Order

NOW = 1_700_000_000_000


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch):
    """The default time is NOW."""
    for module in (branches, orders, opening, play):
        monkeypatch.setattr(module, "now_ms", lambda: NOW)


@pytest.fixture(autouse=True)
def known_luck(monkeypatch):
    """The same secrets, and so the same deals, every time."""
    luck = random.Random(1)
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: luck.randbytes(size))
    monkeypatch.setattr(secrets, "choice", luck.choice)


@pytest.fixture
def alice(db):
    return Player.objects.create_user("alice", name="Alice")


@pytest.fixture
def bob(db):
    return Player.objects.create_user("bob", name="Bob")


@pytest.fixture
def charlie(db):
    return Player.objects.create_user("charlie", name="Charlie")


@pytest.fixture
def opened(alice):
    """Alice sits at a table for two."""
    return play.open_table(by=alice, options="cap=20", now=NOW)


def begin(table, *players, now=NOW):
    """Everyone takes a seat and is ready."""
    for number, player in enumerate(players):
        if not table.seats.filter(player=player).exists():
            play.sit(Order(table, player, now=now))
        play.ready(Order(table, player, now=now), entropy=bytes([number] * 16))
    table.refresh_from_db()
    return table


@pytest.fixture
def running(opened, alice, bob):
    """Alice and Bob play; the cards are dealt at NOW, the countdown is over at NOW + 3000."""
    return begin(opened, alice, bob)


def finish(table, *, now=NOW, limit=5000):
    """Fire every timer, one after the other, until the game is over."""
    for _ in range(limit):
        table = Table.objects.get(pk=table.pk)
        if table.due_ms is None:
            return table
        play.tick(table=table, now=max(now, table.due_ms))
    raise AssertionError("the game does not end")


def seen(table, viewer=None, since=0):
    """Everything this viewer could receive."""
    now = Table.objects.get(pk=table.pk).epoch_ms(0)
    return load(table.pk).text(viewer, since, "en", now=now, watchers=0)


def view_of(table, viewer=None):
    return json.loads(seen(table, viewer))["view"]


def until_phase(table, *phases):
    """Nobody does anything until the game is in one of these phases."""
    while view_of(table)["phase"] not in phases:
        play.tick(table=table, now=Table.objects.get(pk=table.pk).due_ms)
    return Table.objects.get(pk=table.pk)


def call(table, player, act="hold", *, ms=800, command=None):
    """This long after the cards were shown."""
    reveal = view_of(table)["reveal"]
    args = {} if act == "draw" else {"reveal": reveal["id"], "rt": ms}
    now = table.epoch_ms(reveal["show_at"] + ms)
    return play.act(Order(table, player, command, now), name=act, args=args)


def acts(table):
    rows = Move.objects.filter(table=table).order_by("number")
    return [(m.act, m.seat, m.at_ms) for m in rows if m.act != "timer"]


def seat(table, number):
    return Seat.objects.get(table=table, number=number)
