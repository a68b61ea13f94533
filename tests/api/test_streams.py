"""Long answers over a real connection: finished games in bulk, and a lab run until it ends."""

import http.client
import json
import time
from contextlib import closing
from datetime import timedelta
from urllib.parse import urlencode, urlsplit

import pytest
from django.utils import timezone

from games.accounts import tokens
from games.accounts.tokens import Token
from games.api import lab
from games.api.reading import export
from games.bus import valkey
from games.lab.runs import run
from games.limits.declared import RUN_STREAMS
from games.table.models import Seat, Table
from tests.lab.counted import played as run_played
from tests.live.site import web
from tests.live.waiting import PATIENCE_S, wait_for
from tests.pages.stored import START, person, played, stored

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def address():
    with web() as base:
        yield urlsplit(base).netloc


@pytest.fixture(autouse=True)
def fast(monkeypatch):
    monkeypatch.setattr(export, "WITHOUT", 10**6)
    monkeypatch.setattr(export, "SHARE", 1)
    monkeypatch.setattr(lab, "EVERY_S", 0.01)


class Lines:
    """An answer, line by line."""

    def __init__(self, address, path, token="", **query):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.connection = http.client.HTTPConnection(address, timeout=PATIENCE_S)
        self.connection.request("GET", f"/api/v1/{path}?{urlencode(query)}", None, headers)
        self.answer = self.connection.getresponse()

    def __iter__(self):
        return map(json.loads, self.answer)

    def close(self):
        self.connection.close()


def lines(address, path, **query):
    with closing(Lines(address, path, **query)) as answer:
        return list(answer)


def many(count):
    """Finished games of two players, some of which ended at the same moment."""
    pair = [person("Alice"), person("Bob")]
    rows = Table.objects.bulk_create(
        Table(
            **{"game": "war", "preset": "classic", "players": 2, "status": "finished"},
            **{"end": "all", "result": "1", "length": n, "secret": b"", "commitment": ""},
            ended_at=START + timedelta(seconds=n // 3),
        )
        for n in range(count)
    )
    Seat.objects.bulk_create(
        Seat(table=row, number=seat, player=player, ended_at=row.ended_at)
        for row in rows
        for seat, player in enumerate(pair, 1)
    )
    return rows


@pytest.mark.outer
def test_an_export_that_was_cut_goes_on_where_it_ended(address):
    codes = [row.code for row in many(3500)]
    with closing(Lines(address, "games/export")) as cut:
        assert cut.answer.headers["Content-Type"] == "application/x-ndjson"
        first = [told["code"] for told, _n in zip(cut, range(3000), strict=False)]
    wait_for(lambda: not valkey.client().exists(valkey.key("open", "export of 127.0.0.1")))
    whole = lines(address, "games/export", game="war", since="2026-03-01")
    rest = lines(address, "games/export", after=first[-1])
    assert whole.pop() == {"end": True, "games": 3500, "next": None}
    assert rest.pop() == {"end": True, "games": 500, "next": None}
    assert [told["code"] for told in whole] == codes
    assert first + [told["code"] for told in rest] == codes


def test_lines_are_the_games_of_the_other_addresses(address, client):
    alice, bob = person("Alice"), person("Bob")
    played(alice, bob)
    stored(alice, bob, number=1, preset="peace")
    stored(alice, bob, private=True)
    (game, _end) = lines(address, "games/export", preset="peace")
    assert [game] == client.get("/api/v1/games?preset=peace").json()["games"]
    real = Table.objects.get(deal__gt="")
    (game, _end) = lines(address, "games/export", with_moves="true", shortest=1, longest=20)
    assert game == client.get(f"/api/v1/games/{real.code}").json() and game["moves"]
    assert len(lines(address, "games/export")) == 3


def test_it_keeps_its_pace_and_says_how_to_go_on(address, monkeypatch):
    codes = [row.code for row in many(30)]
    monkeypatch.setattr(export, "WITHOUT", 100)
    monkeypatch.setattr(export, "PORTION", 10)
    begun = time.monotonic()
    assert len(lines(address, "games/export")) == 31
    assert time.monotonic() - begun >= 0.3
    monkeypatch.setattr(export, "LONGEST_S", 0.05)
    (*games, end) = lines(address, "games/export")
    assert end == {"end": True, "games": 10, "next": codes[9]} and len(games) == 10


def test_a_caller_has_one_at_a_time_while_its_token_is_valid(address, monkeypatch):
    many(30)
    now, ann = timezone.now(), person("Ann")
    token, text = tokens.make(player=ann, name="", scopes=["me:read"], days=30, now=now)
    monkeypatch.setattr(export, "CHECK_S", 0.1)
    monkeypatch.setattr(export, "WITH_TOKEN", 10)
    with closing(Lines(address, "games/export", text)) as mine:
        messages = iter(mine)
        next(messages)
        with closing(Lines(address, "games/export", text)) as second:
            assert second.answer.status == 429
            assert json.loads(second.answer.read())["code"] == "TOO_MANY_STREAMS"
        assert len(lines(address, "games/export")) == 31  # another caller
        Token.objects.filter(pk=token.pk).delete()
        assert not any("next" in row for row in messages)


@pytest.mark.parametrize(
    ("query", "field"), [({"after": "NOPE2345"}, "after"), ({"result": "won"}, "result")]
)
def test_wrong_values_are_named(client, query, field):
    answer = client.get("/api/v1/games/export", query)
    assert answer.status_code == 422 and list(answer.json()["fields"]) == [field]


def test_a_run_is_told_until_it_ends(address, client):
    done = run_played(options="auto=2")
    (last,) = lines(address, f"lab/runs/{done.code}/stream")
    assert last == client.get(f"/api/v1/lab/runs/{done.code}").json()
    going = run.start(spec=done.spec._replace(seed=99))
    with closing(Lines(address, f"lab/runs/{going.code.lower()}/stream")) as answer:
        rows = iter(answer)
        assert next(rows)["status"] == "running"
        run.cancel(simulation=going)
        assert [row["status"] for row in rows] == ["cancelled"]
    assert client.get("/api/v1/lab/runs/NOTHING2/stream").status_code == 404


def test_so_many_runs_are_followed_at_once(address, monkeypatch):
    monkeypatch.setattr(RUN_STREAMS, "most", 1)
    going = run.start(spec=run_played().spec._replace(seed=99))
    with closing(Lines(address, f"lab/runs/{going.code}/stream")) as answer:
        next(iter(answer))
        with closing(Lines(address, f"lab/runs/{going.code}/stream")) as second:
            assert second.answer.status == 429
