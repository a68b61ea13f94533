"""A table as lines over HTTP: the same truths as a socket, for the same eyes."""

import http.client
import json
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from games.accounts import tokens
from games.accounts.tokens import Token
from games.live import lines
from games.live.snapshot import load
from games.table.writer import play
from tests.live.site import web
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
    now = timezone.now()
    made = tokens.make(player=ann, name="", scopes=["tables:read"], days=30, now=now)
    return made[1]


class Stream:
    def __init__(self, address, code, token="", since=0):
        headers = {"Accept-Encoding": "gzip"}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        self.connection = http.client.HTTPConnection(address, timeout=20)
        self.connection.request("GET", f"/api/v1/tables/{code}/stream?since={since}", None, headers)
        self.answer = self.connection.getresponse()

    def next(self, key="view"):
        """The next line that has this key."""
        while key not in (told := json.loads(self.answer.readline())):
            pass
        return told

    def close(self):
        self.connection.close()


def test_a_seat_hears_what_its_socket_hears(address, ann, token):
    table = play.open_table(by=ann, options="", bots=["recruit"])
    with closing(Stream(address, table.code, token)) as mine:
        assert mine.answer.headers["Content-Type"] == "application/x-ndjson"
        assert mine.answer.headers["Content-Encoding"] is None
        assert mine.next()["view"] is None
        play.ready(table=table, player=ann, entropy=bytes(16))
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


def test_it_ends_with_the_game_and_with_the_token(address, ann, token):
    table = play.open_table(by=ann, options="", bots=["recruit"])
    play.ready(table=table, player=ann, entropy=bytes(16))
    with closing(Stream(address, table.code, token)) as mine:
        mine.next()
        play.resign(table=table, player=ann)
        assert mine.next("bye")["bye"] == "OVER"
    other = play.open_table(by=ann, options="")
    with closing(Stream(address, other.code, token)) as mine:
        mine.next()
        Token.objects.all().delete()
        assert mine.next("bye")["bye"] == "REVOKED"


def test_private_tables_and_too_many_streams_are_refused(address, ann, token, monkeypatch):
    hidden = play.open_table(by=ann, options="", private=True)
    with closing(Stream(address, hidden.code)) as anybody:
        assert anybody.answer.status == 404
    monkeypatch.setattr(lines, "MOST", 1)
    with closing(Stream(address, hidden.code, token)) as mine:
        mine.next()
        with closing(Stream(address, hidden.code, token)) as second:
            assert second.answer.status == 429
            assert json.loads(second.answer.read())["code"] == "TOO_MANY_STREAMS"
