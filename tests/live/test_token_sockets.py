"""A table's websocket for programs, who come with a token."""

import json
from contextlib import closing
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.test import Client as Browser
from django.utils import timezone
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from games.accounts.bots import make_owned
from games.accounts.tokens import Token
from games.api.problems import PROBLEM_JSON
from games.limits.declared import COMMANDS, CONNECTIONS
from games.moderation.models import SeatNetwork
from games.table.models import Move
from games.table.writer import orders, play
from games.table.writer.orders import Order
from tests.live.client import Client, Stream, bearer, token_of
from tests.table.slaps import until_a_slap
from tests.valkeys import end


@pytest.fixture
def robo(alice):
    return make_owned(owner=alice, name="Robo")


@pytest.fixture
def table(alice):
    return play.open_table(by=alice, outside_bots=True)


def handshake(base, path, token="", **headers):
    """The answer of one that is refused."""
    with pytest.raises(InvalidStatus) as refused:
        connect(base + path, additional_headers=bearer(token) | headers, legacy=True)
    return refused.value.response


def refused(base, path, token=""):
    answer = handshake(base, path, token)
    assert answer.headers["Content-Type"] == PROBLEM_JSON
    return answer.status_code, json.loads(answer.body)["code"]


def test_a_program_plays_as_its_player_whatever_its_cookies_and_origin(base, table, alice, robo):
    token, foreign = token_of(robo), "https://evil.example"
    with Client(base, table.code, alice, token=token, origin=foreign) as bot:
        bot.hello()
        assert bot.do("sit")["ack"] and bot.ready()["ack"]
        play.ready(Order(table, alice), entropy=bytes(16))
        told = bot.see(lambda m: m["view"])
        assert told["view"]["you"] == 2
        assert [seat["you"] for seat in told["table"]["seats"]] == [False, True]
    with Client(base, table.code, token=token_of(alice)) as person:
        assert person.hello()["view"]["you"] == 1


def test_the_network_of_a_rated_seat_is_noted(base, alice):
    token, address = token_of(alice), urlsplit(base).netloc
    heard, played = (
        play.open_table(by=alice, game="ww3", options="seats=2", rated=True) for _ in range(2)
    )
    with closing(Stream(address, heard.code, token)) as stream:
        stream.next()
    with Client(base, played.code, token=token) as program:
        program.hello()
    noted = SeatNetwork.objects.filter(player=alice)
    assert set(noted.values_list("table", flat=True)) == {heard.pk, played.pk}


def test_who_may_not_come_is_told_so_before_the_websocket_opens(base, table, alice, robo):
    token, here = token_of(robo), f"/ws/table/{table.code}/"
    wrong = token[:20] + ("a" if token[20] != "a" else "b") + token[21:]
    assert refused(base, here, wrong) == (401, "BAD_TOKEN")
    assert refused(base, here, token_of(robo, "me:read")) == (403, "SCOPE")
    assert refused(base, f"{here}?token={token}") == (400, "TOKEN_IN_ADDRESS")
    assert refused(base, "/ws/tournaments/", token) == (404, "NOT_FOUND")
    hidden = play.open_table(by=alice, private=True)
    unknown = handshake(base, "/ws/table/NOPE2345/", token)
    answer = handshake(base, f"/ws/table/{hidden.code}/", token)
    assert answer.status_code == unknown.status_code == 404 and answer.body == unknown.body
    with Client(base, hidden.code, token=token_of(alice)) as own:
        assert own.hello()["table"]["private"]
    Token.objects.update(expires_at=timezone.now())
    assert refused(base, here, token) == (401, "BAD_TOKEN")
    assert handshake(base, here, Cookie="x=1").status_code == 403  # a browser, from nowhere


def test_a_token_that_may_only_read_does_nothing(base, dealt, alice):
    with Client(base, dealt.code, token=token_of(alice, "tables:read")) as reader:
        seen = reader.hello()
        assert seen["view"]["you"] == 1
        told = reader.do("resign")
        assert (told["code"], told["v"]) == ("SCOPE", seen["v"])
    dealt.refresh_from_db()
    assert dealt.status == "running"


def test_a_revoked_token_ends_its_sockets(base, dealt, alice, bob, monkeypatch):
    monkeypatch.setattr("games.live.sessions.CHECK_S", 0.2)
    lost, kept = token_of(alice), token_of(bob)
    with Client(base, dealt.code, token=lost) as one, Client(base, dealt.code, token=kept) as two:
        one.hello()
        Token.objects.filter(player=alice).delete()
        assert one.closed() == (4401, "REVOKED")
        two.say({"ping": 1})
        assert two.until(lambda m: m.get("pong") == 1)


def test_streams_and_sockets_of_a_token_are_counted_together(base, dealt, alice, monkeypatch):
    monkeypatch.setattr(CONNECTIONS, "most", 2)
    token, address = token_of(alice), urlsplit(base).netloc
    with (
        Client(base, dealt.code, token=token) as one,
        closing(Stream(address, dealt.code, token)) as two,
    ):
        one.hello(), two.next()
        third = refused(base, f"/ws/table/{dealt.code}/", token)
        assert third == (429, "TOO_MANY_STREAMS")
        with closing(Stream(address, dealt.code, token)) as third:
            assert third.answer.status == 429
        with Client(base, dealt.code, token=token_of(alice)) as other:
            other.hello()


def test_commands_of_a_token_are_counted_on_all_ways(base, dealt, alice, monkeypatch, settings):
    settings.LIMITS = True
    monkeypatch.setattr(COMMANDS, "most", 2)
    monkeypatch.setattr(COMMANDS, "period_s", 10**9)
    token = token_of(alice)
    body = {"id": str(uuid4()), "act": "dance"}
    browser = Browser(headers=bearer(token))
    address = f"/api/v1/tables/{dealt.code}/commands"
    assert browser.post(address, body, "application/json").json()["code"] == "UNKNOWN_ACT"
    with Client(base, dealt.code, token=token) as bot:
        assert bot.do("dance")["code"] == "UNKNOWN_ACT"
        assert bot.do("dance")["code"] == "SLOW_DOWN"
    assert browser.post(address, body, "application/json").status_code == 429


def test_without_valkey_only_running_games_go_on(own_valkey, base, dealt, alice, bob):
    waiting = play.open_table(by=bob)
    with (
        Client(base, dealt.code, token=token_of(alice)) as running,
        Client(base, waiting.code, token=token_of(alice)) as here,
    ):
        running.hello(), here.hello()
        end(own_valkey)
        for one, act, args in (
            (here, "sit", {}),
            (here, "ready", {"entropy": "0" * 32}),
            (here, "say", {"room": "seats", "quick": "hello"}),
            (running, "say", {"room": "seats", "quick": "hello"}),
        ):
            assert one.do(act, **args)["code"] == "UNAVAILABLE", act
        assert "ack" in running.do("resign")


@pytest.mark.parametrize("is_invited", [False, True])
def test_a_program_is_never_judged_faster_than_anyone_can_be(
    base, alice, robo, monkeypatch, is_invited
):
    """Neither its claims nor a measured socket make a program faster, nor does an invitation to a
    table at which programs do not sit down by themselves."""
    rules = "slap=2,3;auto=A;cap=40"
    table = play.open_table(by=alice, options=rules, outside_bots=not is_invited)
    play.sit(Order(table, robo), invited=is_invited)
    for player in (alice, robo):
        play.ready(Order(table, player), entropy=bytes(16))
    play.note_rtt(table=table, player=robo, rtt_ms=200)
    slap = until_a_slap(table)
    table.refresh_from_db()
    shown = table.epoch_ms(slap["show_at"])
    for module in (play, orders):
        monkeypatch.setattr(module, "now_ms", lambda: shown + 60)
    with Client(base, table.code, token=token_of(robo)) as bot:
        assert "ack" in bot.do("slap", reveal=slap["reveal"], rt=40)
    args = Move.objects.get(table=table, act="slap").args
    assert (args["rt"], args["arr"], args["credit"]) == (250, 250, 0)
