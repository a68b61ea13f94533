"""News of tournaments: players are called wherever they are, readers hear of changes."""

import json
import time

import pytest
from django.contrib.sessions.models import Session

from games.bus import presence, valkey
from games.live import feeds, tournaments
from games.table.clock import now_ms
from games.tournaments.models import Tournament
from games.tournaments.writer import automation, entries, life
from games.tournaments.writer.orders import Order
from tests.live.client import Client
from tests.live.personal import Line
from tests.live.waiting import PATIENCE_S, wait_for
from tests.tournaments.conftest import WAR, new_director


@pytest.fixture
def no_beats(monkeypatch):
    """Stop the beats: every message now comes by a hint."""
    for module in (feeds, tournaments):
        monkeypatch.setattr(module, "BEAT_S", 3600.0)


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


def draw(evening):
    automation.advance(tournament=evening.pk, now=now_ms())


def test_a_player_is_called_on_any_page_and_a_reader_hears_of_the_change(
    base, no_beats, evening, alice
):
    with Line(base, alice, calls=True) as player, Line(base, tournament=evening.code) as reader:
        assert "The first round will be drawn soon." in player.hear("calls")
        first = reader.message("version")
        assert first["within"] == 2000
        draw(evening)
        called = player.message("calls")
        assert all(part in called["calls"] for part in ("Round 1, table 1, seat", "Bob"))
        assert "data-sounds" in called["calls"] and abs(called["now"] - now_ms()) < 60_000
        second = reader.message("version")
        assert second["version"] > first["version"] and "calls" not in second


def test_one_connection_tells_everything_that_its_page_shows(base, no_beats, evening, alice):
    with Line(base, alice, lobby=True, calls=True, tournament=evening.code) as line:
        keys = set()
        while not keys >= {"me", "lobby", "calls", "version"}:
            keys |= json.loads(line.socket.recv(PATIENCE_S)).keys()
    wait_for(lambda: not valkey.client().zcard(valkey.key("open", f"line{alice.pk}")))


def test_a_table_tells_calls_over_its_own_socket(base, no_beats, evening, dealt, alice):
    with Client(base, dealt.code, alice) as table:
        table.say({"hello": 0, "me": {"calls": True, "tournament": evening.code}})
        table.until(lambda message: "The first round" in message.get("calls", ""))
        draw(evening)
        table.until(lambda message: "Round 1, table 1, seat" in message.get("calls", ""))
        assert presence.visitors(valkey.client(), evening.pk, now_ms()) == {alice.pk}


def test_a_lost_hint_costs_one_beat(base, monkeypatch, evening, alice):
    for module in (feeds, tournaments):
        monkeypatch.setattr(module, "BEAT_S", 0.4)
    end = time.monotonic() + 60
    with Line(base, alice, calls=True, tournament=evening.code) as line:
        line.hear("calls")
        monkeypatch.setattr("games.live.hints.publish", lambda delivery: None)
        before = Tournament.objects.get(pk=evening.pk).version
        draw(evening)
        heard = {"version": 0}
        while "Round 1, table 1, seat" not in heard.get("calls", "") or heard["version"] <= before:
            heard |= json.loads(line.socket.recv(PATIENCE_S))
            assert time.monotonic() < end


def test_who_is_on_the_page_is_there_for_the_arena(base, evening, alice, bob):
    with (
        Line(base, alice, calls=True, tournament=evening.code) as here,
        Line(base, bob, calls=True) as elsewhere,
    ):
        here.hear("calls"), elsewhere.hear("calls")
        wait_for(lambda: presence.visitors(valkey.client(), evening.pk, now_ms()) == {alice.pk})


def test_drafts_are_not_there(base, no_reminders, alice):
    draft = life.create(by=new_director("dora"), name="Secret plans", stages=[WAR])
    for code in (draft.code, "NOTTHERE"):
        with Line(base, alice, tournament=code) as line:
            assert line.closed() == 4404


def test_pages_of_the_release_before_are_served_until_they_are_loaded_again(
    base, no_beats, evening, alice
):
    """Their scripts set their clock by each message."""
    path = "/ws/tournaments/"
    with (
        Line(base, alice, path=path) as player,
        Line(base, path=f"{path}{evening.code}/") as reader,
    ):
        for line, kinds in ((player, {"me", "calls"}), (reader, {"version"})):
            while kinds:
                message = json.loads(line.socket.recv(PATIENCE_S))
                assert abs(message["now"] - now_ms()) < 60_000
                kinds -= message.keys()


def test_calls_end_with_the_session(base, evening, alice, monkeypatch):
    monkeypatch.setattr("games.live.sessions.CHECK_S", 0.2)
    with Line(base, alice, calls=True) as line:
        line.hear("calls")
        Session.objects.all().delete()
        assert line.closed() == 4401
