"""The websocket of tournaments: players are called wherever they are, readers hear of changes."""

import json

import pytest
from django.contrib.sessions.models import Session
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from games.bus import presence, valkey
from games.table.clock import now_ms
from games.tournaments.writer import clockwork, entries, life
from games.tournaments.writer.orders import Order
from tests.live.client import cookie_of
from tests.tournaments.conftest import WAR, new_director


@pytest.fixture
def evening(no_reminders, alice, bob):
    """Alice and Bob have entered; the first round is not drawn yet."""
    director = new_director("dora")
    made = life.create(by=director, name="Club night", stages=[WAR | {"rounds": 1}])
    life.announce(Order(made.code, director))
    life.open_entries(Order(made.code, director))
    for player in (alice, bob):
        entries.enter(Order(made.code, player), player)
    life.start(Order(made.code, director))
    return made


def listen(base, code="", player=None):
    headers = {"Cookie": cookie_of(player)} if player else {}
    origin = base.replace("ws://", "http://")
    path = f"/ws/tournaments/{code}/" if code else "/ws/tournaments/"
    return connect(base + path, origin=origin, additional_headers=headers, legacy=True)


def hear(socket, key):
    """The first message that has this."""
    while True:
        message = json.loads(socket.recv(5))
        if key in message:
            return message


def test_a_player_is_called_on_any_page_and_a_reader_hears_of_the_change(base, evening, alice):
    with listen(base, player=alice) as player, listen(base, evening.code) as reader:
        assert "The first round will be drawn soon." in hear(player, "calls")["calls"]
        first = hear(reader, "version")
        assert first["within"] == 2000
        clockwork.advance(tournament=evening.pk, now=now_ms())
        call = hear(player, "calls")["calls"]
        assert "Round 1, table 1, seat" in call and "Bob" in call and "data-sounds" in call
        second = hear(reader, "version")
        assert second["version"] > first["version"] and "calls" not in second


def test_who_is_on_the_page_is_there_for_the_arena(base, evening, alice, bob):
    with listen(base, evening.code, alice) as here, listen(base, player=bob) as elsewhere:
        hear(here, "calls"), hear(elsewhere, "calls")
        assert presence.visitors(valkey.client(), evening.pk, now_ms()) == {alice.pk}


def test_drafts_are_not_there_and_nobody_may_speak(base, no_reminders, alice):
    draft = life.create(by=new_director("dora"), name="Secret plans", stages=[WAR])
    for code in (draft.code, "NOTTHERE"):
        with listen(base, code, alice) as socket, pytest.raises(ConnectionClosed) as ended:
            socket.recv(5)
        assert ended.value.rcvd.code == 4404
    with listen(base, player=alice) as socket:
        socket.send("hello")
        with pytest.raises(ConnectionClosed) as ended:
            while True:
                socket.recv(5)
        assert ended.value.rcvd.code == 4400


def test_calls_end_with_the_session(base, evening, alice, monkeypatch):
    monkeypatch.setattr("games.live.sessions.CHECK_S", 0.2)
    with listen(base, player=alice) as socket:
        hear(socket, "calls")
        Session.objects.all().delete()
        with pytest.raises(ConnectionClosed) as ended:
            while True:
                socket.recv(5)
        assert ended.value.rcvd.code == 4401
