"""The personal line: a player hears on any page what concerns them, and nobody else does."""

import json
from contextlib import suppress
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from websockets.exceptions import ConnectionClosed

from games.accounts import people, preferences
from games.accounts.guests import new_guest
from games.accounts.sanctions import ConductRule, SanctionKind, impose
from games.bus import open_connections, valkey
from games.bus.open_connections import Place
from games.limits.declared import PERSONAL_OF_GUEST
from games.live import feeds
from games.notices.kinds import Kind
from games.notices.models import Notice
from games.notices.words import SANCTIONS
from games.notices.writer import notify, see_all
from games.sockets import personal
from games.table import clock
from games.table.writer import play
from games.table.writer.orders import Order
from tests.live.client import Client, cookie_of
from tests.live.personal import Line


def test_it_tells_the_whole_truth_and_each_change(base, no_beats, alice, bob):
    table = play.open_table(by=alice, options="cap=20")
    with Line(base, alice) as line:
        first = line.hear()
        assert (first["name"], first["unread"], first["notices"]) == ("Alice", 0, [])
        (row,) = first["tables"]
        del row["title"]
        assert row == {"code": table.code, "status": "open", "asks": False, "away": True}
        notify(alice, Kind.REMATCH, "ABCD2345", {"by": bob.pk})
        told = line.hear(meant=lambda me: me["unread"] == 1)["notices"][0]
        assert told["text"] == "Bob asks you for a rematch."
        assert told["url"] == "/t/ABCD2345/?ready=1"
        see_all(alice)
        assert line.hear(meant=lambda me: me["unread"] == 0)["notices"][0]["seen"]
        people.rename(player=alice, name="Alicia")
        assert line.hear(meant=lambda me: me["name"] == "Alicia")
        play.leave(Order(table, alice))
        assert line.hear(meant=lambda me: me["tables"] == [])


def test_a_sanction_is_told_at_once(base, no_beats, alice):
    with Line(base, alice) as line:
        assert line.hear()["sanctions"] == []
        mute = impose(
            player=alice, kind=SanctionKind.MUTE, rule=ConductRule.ABUSE, lasts=timedelta(hours=1)
        )
        (row,) = line.hear(meant=lambda me: me["sanctions"])["sanctions"]
        until = int(mute.until.timestamp() * 1000)
        assert row == {"kind": "mute", "rule": "abuse", "until": until}


def test_quiet_people_are_told_of_a_warning(base, no_beats, alice):
    preferences.choose(alice, {"quiet": True})
    with Line(base, alice) as line:
        line.hear()
        impose(player=alice, kind=SanctionKind.WARNING, rule=ConductRule.ABUSE)
        (told,) = line.hear(meant=lambda me: me["unread"] == 1)["notices"]
        assert told["text"] == str(SANCTIONS["warning"])


def test_a_lost_hint_costs_one_beat(base, monkeypatch, alice):
    monkeypatch.setattr(feeds, "BEAT_S", 0.4)
    with Line(base, alice) as line:
        line.hear()
        Notice.objects.create(player=alice, kind=Kind.OVER, subject="X", made="2026-01-01T00:00Z")
        assert line.hear()["unread"] == 1
        assert line.hear("beat")["now"] > 0


def test_it_says_where_the_game_waits_and_shows_no_card(base, clock, dealt, alice, bob):
    with Client(base, dealt.code, bob) as other, Line(base, alice) as line:
        other.hello()
        text = json.dumps(line.hear(meant=lambda me: me["tables"][0]["status"] == "running"))
        assert "view" not in text and "top" not in text
        assert line.hear(meant=lambda me: me["tables"][0]["asks"])


def test_nobody_hears_of_others(base, no_beats, alice, bob):
    with Line(base, alice) as own, Line(base, bob) as other:
        assert own.hear()["name"] == "Alice" and other.hear()["name"] == "Bob"
        notify(bob, Kind.OVER, "SECRET23")
        assert other.hear()["unread"] == 1
        notify(alice, Kind.OVER, "MINE2345")
        assert [one["url"] for one in own.hear()["notices"]] == ["/t/MINE2345/"]


def test_it_ends_with_the_session(base, no_beats, alice, monkeypatch):
    monkeypatch.setattr("games.live.sessions.CHECK_S", 0.2)
    with Line(base, alice) as line:
        line.hear()
        Session.objects.all().delete()
        assert line.closed() == 4401
    with Line(base) as stranger:
        assert stranger.closed() == 4401


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "{}", '{"hello": 1}', '{"hello": {"lobby": 1}}', '{"hello": {"tournament": 7}}']
    + ['{"hello": {"games": true}}', '{"ping": "1"}', '{"act": "flip"}']
    + ['{"hello": {"lobby": false}, "pad": "' + "x" * personal.MESSAGE_BYTES + '"}'],
)
def test_what_it_does_not_understand_ends_it(base, alice, text):
    with Line(base, alice) as line:
        line.socket.send(text)
        assert line.closed() == 4400


def test_a_guest_has_ten_and_each_may_send_little(base, no_beats):
    guest = new_guest()
    cookie = cookie_of(guest)
    most = PERSONAL_OF_GUEST.most
    elsewhere = Place(f"line{guest.pk}", "of another process")
    assert open_connections.claim(valkey.client(), elsewhere, most, clock.now_ms() + 60_000)
    lines = [Line(base, cookie=cookie) for _ in range(most - 1)]
    with Line(base, cookie=cookie) as eleventh:
        assert eleventh.closed() == 4429
    with lines[0] as line:
        line.socket.send('{"ping": 7}')
        assert line.hear("pong") == 7
        with suppress(ConnectionClosed):
            for _ in range(60):
                line.socket.send('{"ping": 8}')
        assert line.closed() == 4429
    for line in lines[1:]:
        line.socket.close()


def test_a_table_tells_it_over_its_own_socket_without_itself(base, no_beats, dealt, alice, bob):
    other = play.open_table(by=alice, options="cap=20")
    with Client(base, dealt.code, alice) as own, Client(base, dealt.code) as stranger:
        own.say({"hello": 0, "me": True})
        me = own.until(lambda message: "me" in message)["me"]
        assert [row["code"] for row in me["tables"]] == [other.code]
        notify(alice, Kind.REMATCH, "ABCD2345", {"by": bob.pk})
        assert own.until(lambda message: "me" in message)["me"]["unread"] == 1
        stranger.say({"hello": 0, "me": True})
        assert (
            stranger.closed()[0] == 4401
        )  # the page was loaded by a player whose session has ended
        assert not any("me" in message for message in stranger.told)
