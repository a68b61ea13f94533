"""A program's personal messages; and how many connections it may have."""

import json
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus

from games.accounts.tokens import Token
from games.bus import open_connections, valkey
from games.bus.open_connections import Place
from games.limits.declared import CONNECTIONS
from games.live import limits, lines
from games.notices.kinds import Kind
from games.notices.writer import notify
from games.table import clock
from games.table.writer import play
from tests.live.client import Client, Lines, Stream, token_of
from tests.live.personal import Line
from tests.live.waiting import wait_for

pytestmark = pytest.mark.usefixtures("no_beats")


@pytest.fixture
def address(base):
    return urlsplit(base).netloc


def me_of(address, token):
    return Lines(address, "me/stream", token)


def test_socket_and_stream_tell_what_a_browser_is_told(base, address, dealt, alice):
    token = token_of(alice, "me:read")
    with (
        Line(base, alice) as browser,
        Line(base, token=token) as socket,
        closing(me_of(address, token)) as stream,
    ):
        truth = browser.hear()
        assert truth["tables"][0]["code"] == dealt.code
        assert stream.answer.headers["Content-Type"] == "application/x-ndjson"
        assert truth == socket.hear() == stream.next("me")["me"]
        notify(alice, Kind.OVER, "ABCD2345")
        changed = browser.hear()
        assert changed["unread"] == 1 and changed == socket.hear() == stream.next("me")["me"]


def test_a_stream_has_beats_and_ends_with_the_token(base, address, alice, monkeypatch):
    monkeypatch.setattr(lines, "BEAT_S", 0.1)
    monkeypatch.setattr("games.live.sessions.CHECK_S", 0.2)
    token = token_of(alice, "me:read")
    with Line(base, token=token) as socket, closing(me_of(address, token)) as stream:
        assert stream.next("beat")["beat"]["now"] > 0
        Token.objects.all().delete()
        assert stream.next("bye") == {"bye": "REVOKED"}
        assert socket.closed() == 4401


def test_a_token_for_tables_hears_nothing_else(base, address, dealt, alice):
    """Not even one that may: a page's socket tells both, a program's does not."""
    for token in (token_of(alice, "tables:read"), token_of(alice, "tables:read", "me:read")):
        with Client(base, dealt.code, token=token) as bot:
            bot.say({"hello": 0, "me": True})
            notify(alice, Kind.OVER, "ABCD2345")
            bot.say({"ping": 1})
            bot.until(lambda message: "pong" in message)
            assert not any("me" in message for message in bot.told)
    token = token_of(alice, "tables:read")
    with closing(me_of(address, token)) as stream:
        assert stream.refusal() == (403, "SCOPE")
    with pytest.raises(InvalidStatus) as refused:
        Line(base, token=token)
    assert json.loads(refused.value.response.body)["code"] == "SCOPE"
    with closing(me_of(address, "")) as stream:
        assert stream.refusal() == (401, "TOKEN_NEEDED")


def test_a_token_has_two_of_them_beside_its_tables(base, address, dealt, alice):
    token = token_of(alice)
    with (
        Line(base, token=token) as one,
        closing(me_of(address, token)) as two,
        closing(Stream(address, dealt.code, token)) as table,
    ):
        one.hear(), two.next("me"), table.next()
        with closing(me_of(address, token)) as third:
            assert third.refusal() == (429, "TOO_MANY_STREAMS")
        with pytest.raises(InvalidStatus):
            Line(base, token=token)
        with closing(me_of(address, token_of(alice))) as other:
            other.next("me")
    wait_for(lambda: not valkey.client().keys(valkey.key("open", "me of *")))


# How many connections there are, over all processes ---------------------------------------------


def taken(caller, count):
    """Take places as connections of another process do."""
    places = [Place(caller, str(number)) for number in range(count)]
    open_connections.renew(valkey.client(), places, clock.now_ms())


def test_those_of_other_processes_count_until_these_are_gone(address, alice, monkeypatch):
    monkeypatch.setattr(limits, "RENEW_S", 0.1)
    monkeypatch.setattr(open_connections, "LEASE_MS", 1000)
    table, token = play.open_table(by=alice), token_of(alice)
    caller = Token.objects.get().caller
    taken(caller, CONNECTIONS.most - 1)
    with closing(Stream(address, table.code, token)) as mine:
        mine.next()
        with closing(Stream(address, table.code, token)) as second:
            assert second.answer.status == 429
            assert int(second.answer.headers["Retry-After"]) > 0
        # The other process is killed; this one keeps what it holds.
        wait_for(lambda: valkey.client().zcount(valkey.key("open", caller), 0, clock.now_ms()))
        place = Place(caller, "again")
        assert not open_connections.claim(valkey.client(), place, 1, clock.now_ms())
        assert open_connections.claim(valkey.client(), place, 2, clock.now_ms())
