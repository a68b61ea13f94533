"""A table as lines over HTTP: the same truths as a socket, for the same eyes."""

import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from games.accounts.tokens import Token
from games.limits.declared import CONNECTIONS
from games.live import lines, rooms
from games.table.models import Seat, Table
from games.table.reading.snapshot import load
from games.table.writer import play
from games.table.writer.orders import Order
from tests.live.client import Stream, token_of
from tests.live.site import server, web
from tests.live.waiting import wait_for
from tests.pages.stored import person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def address():
    with web() as base:
        yield urlsplit(base).netloc


@pytest.fixture
def ann(db):
    return person("Ann")


@pytest.fixture
def token(ann):
    return token_of(ann, "tables:read")


def test_a_seat_hears_what_its_socket_hears(address, ann, token):
    table = play.open_table(by=ann, options="", bots=["recruit"])
    with closing(Stream(address, table.code, token)) as mine:
        assert mine.answer.headers["Content-Type"] == "application/x-ndjson"
        assert mine.answer.headers["Content-Encoding"] is None
        assert mine.answer.headers["Cache-Control"] == "no-store"
        assert mine.answer.headers["X-Accel-Buffering"] == "no"
        assert mine.next()["view"] is None
        play.ready(Order(table, ann), entropy=bytes(16))
        told = mine.next()
        assert told["view"]["you"] == 1
        snapshot = load(table.pk)
        seat = snapshot.seat_of(ann.pk)
        while told["v"] < snapshot.table.shown:
            told = mine.next()
        assert told["view"] == json.loads(json.dumps(snapshot.view(seat)))
    with closing(Stream(address, table.code)) as anybody:
        assert anybody.next()["view"]["you"] is None
    with closing(Stream(address, table.code, token, since=told["v"])) as again:
        assert again.next()["v"] >= told["v"]


def test_who_listens_is_present_and_hears_beats(address, ann, token, monkeypatch):
    monkeypatch.setattr(rooms, "BEAT_S", 0.5)
    table = play.open_table(by=ann, options="", bots=["recruit"])
    Seat.objects.filter(player=ann).update(away_ms=table.moved_ms)
    with closing(Stream(address, table.code, token)) as mine:
        told = mine.next()
        beat = mine.next("beat")["beat"]
        assert beat.keys() == {"v", "now", "watchers"} and beat["v"] >= told["v"]
        wait_for(lambda: Seat.objects.get(player=ann).away_ms is None)


def test_a_stream_that_was_cut_goes_on_where_it_was(address, ann, token):
    """Nothing that happened meanwhile is lost (case 57)."""
    table = play.open_table(by=ann, options="", bots=["recruit"])
    play.ready(Order(table, ann), entropy=bytes(16))
    with closing(Stream(address, table.code, token)) as mine:
        seen = mine.next()["v"]
    for _move in range(3):
        table.refresh_from_db()
        play.tick(table=table, now=table.due_ms)
    with closing(Stream(address, table.code, token, since=seen)) as again:
        told = again.next()
        assert (told["from"], told["v"]) == (seen, Table.objects.get(pk=table.pk).shown)
        numbers = {event["n"] for event in told["events"]}
        assert numbers <= {*range(seen + 1, told["v"] + 1)} and told["v"] in numbers
        assert told["table"]["rules_version"] == table.rules_version


def test_it_ends_with_the_game_and_with_the_token(address, ann, token):
    table = play.open_table(by=ann, options="", bots=["recruit"])
    play.ready(Order(table, ann), entropy=bytes(16))
    with closing(Stream(address, table.code, token)) as mine:
        mine.next()
        play.resign(Order(table, ann))
        assert mine.next("bye")["bye"] == "OVER"
    other = play.open_table(by=ann, options="")
    with closing(Stream(address, other.code, token)) as mine:
        mine.next()
        Token.objects.all().delete()
        assert mine.next("bye")["bye"] == "REVOKED"


def test_after_an_hour_it_goes_on_from_the_last_version(address, ann, token, monkeypatch):
    monkeypatch.setattr(lines, "LONGEST_S", 0.5)
    table = play.open_table(by=ann, options="", bots=["recruit"])
    with closing(Stream(address, table.code, token)) as mine:
        told = mine.next("bye")
        assert told["bye"] == "HOUR"
        seen = told["since"]
    play.ready(Order(table, ann), entropy=bytes(16))
    with closing(Stream(address, table.code, token, since=seen)) as again:
        told = again.next()
        assert told["from"] == seen and told["v"] > seen


def test_private_tables_and_too_many_streams_are_refused(address, ann, token, monkeypatch):
    hidden = play.open_table(by=ann, options="", private=True)
    with closing(Stream(address, hidden.code)) as anybody:
        assert anybody.answer.status == 404
    monkeypatch.setattr(CONNECTIONS, "most", 1)
    with closing(Stream(address, hidden.code, token)) as mine:
        mine.next()
        with closing(Stream(address, hidden.code, token)) as second:
            assert second.refusal() == (429, "TOO_MANY_STREAMS")


def test_when_the_site_stops_a_stream_says_where_to_go_on(ann, token):
    table = play.open_table(by=ann, options="")
    with web() as base:
        mine = Stream(urlsplit(base).netloc, table.code, token)
        seen = mine.next()
    with closing(mine):
        assert mine.next("bye") == {"bye": "RESTART", "since": seen["v"]}
        assert mine.answer.read() == b""


def test_when_the_site_stops_sockets_close_in_portions(ann, monkeypatch):
    monkeypatch.setattr("warsite.web.PORTION", 1)
    monkeypatch.setattr("warsite.web.PAUSE_S", 0.5)
    code = play.open_table(by=ann, options="").code

    def closed(one) -> float:
        with pytest.raises(ConnectionClosed) as ended:
            while True:
                one.recv()
        assert ended.value.rcvd.code == 1012
        return time.monotonic()

    with ThreadPoolExecutor(3) as threads:
        with server() as (_, base):
            address, origin = f"{base}/ws/table/{code}/", base.replace("ws", "http")
            sockets = [connect(address, origin=origin, legacy=True) for _ in range(3)]
            for one in sockets:
                one.send('{"hello": 0}')
                one.recv()
            ends = [threads.submit(closed, one) for one in sockets]
        moments = [end.result() for end in ends]
    assert max(moments) - min(moments) > 0.4


def test_who_never_reads_is_cut_and_keeps_nothing(ann, token, monkeypatch):
    monkeypatch.setattr("warsite.limits.SEND_S", 0.1)
    monkeypatch.setattr("warsite.web.UNREAD_TICKS", 1)
    monkeypatch.setattr(CONNECTIONS, "most", 1)
    table = play.open_table(by=ann, options="", bots=["recruit"])
    play.ready(Order(table, ann), entropy=bytes(16))
    with server(send_buffer=4096) as (running, base), socket.socket() as lazy:
        address = urlsplit(base).netloc
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        host, port = address.split(":")
        lazy.connect((host, int(port)))
        asked = f"GET /api/v1/tables/{table.code}/stream HTTP/1.1", f"Host: {address}"
        head = (*asked, f"Authorization: Bearer {token}", "", "")
        lazy.sendall("\r\n".join(head).encode())

        wait_for(lambda: running.server_state.connections)

        def play_on_until_it_is_cut():
            table.refresh_from_db()
            play.tick(table=table, now=table.due_ms)
            return not running.server_state.connections

        wait_for(play_on_until_it_is_cut)
        with closing(Stream(address, table.code, token)) as again:
            assert again.answer.status == 200
