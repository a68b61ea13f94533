"""Bots of accounts: players of their own, for whom their owner answers."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from games.accounts import people, personal_data, tokens
from games.accounts.bots import MOST_OWNED, bot_player, make_owned
from games.accounts.models import Player
from games.accounts.names import BadName
from games.rules.catalogue import find
from games.table.models import Move, Seat, Table
from games.table.refusals import Refused
from games.table.writer import play, seats
from games.table.writer.orders import Order
from games.work import tables
from tests.api.program import Program
from tests.pages.browsing import text
from tests.pages.stored import person
from tests.table.conftest import NOW, begin
from tests.table.slaps import until_a_slap

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(db):
    alice = person("Alice")
    alice.set_password("correct horse 7")
    alice.save()
    EmailAddress.objects.create(user=alice, email="a@example.org", primary=True, verified=True)
    return alice


def token_of(player, *, days=30):
    now = timezone.now()
    return tokens.make(player=player, name="", scopes=["me:read"], days=days, now=now)[1]


def status_of(text, path="me"):
    return Client(headers={"Authorization": f"Bearer {text}"}).get(f"/api/v1/{path}").status_code


def test_a_bot_is_made_and_gets_its_token_on_the_pages(alice, mailoutbox):
    page = Client()
    page.force_login(alice)
    page.post("/account/reauthenticate/", {"password": "correct horse 7"})
    made = page.post("/me/bots/", {"name": "Robo"})
    robo = alice.owned_bots.get()
    assert made["Location"] == f"/me/bots/{robo.pk}/"
    form = {"name": "at home", "scopes": ["me:read"], "days": "0"}
    token_text = page.post(made["Location"], form).context["text"]
    assert token_text.startswith("warsite_b_") and robo.tokens.get().expires_at is None
    (mail,) = mailoutbox  # to the owner
    assert mail.to == ["a@example.org"] and "warsite_b_" in mail.body
    body = Client(headers={"Authorization": f"Bearer {token_text}"}).get("/api/v1/me").json()
    assert body == {"name": "Robo", "bot": True, "owner": "Alice", "address": "/p/robo/"}
    assert "bot of Alice" in text(page.get("/p/robo/"))
    refused = page.post(made["Location"], form | {"scopes": ["lab:run"]})
    assert refused.status_code == 400  # runs are for people
    stranger = Client()
    stranger.force_login(person("Bob"))
    assert stranger.get(made["Location"]).status_code == 404
    page.post(f"/me/tokens/{robo.tokens.get().pk}/revoke/")
    assert status_of(token_text) == 401


def test_an_account_has_three_and_their_names_are_names(alice):
    for number in range(MOST_OWNED):
        make_owned(owner=alice, name=f"Robo {number}x")
    with pytest.raises(BadName, match="Delete one first"):
        make_owned(owner=alice, name="Robo more")
    bob = person("Bob")
    with pytest.raises(BadName, match="taken"):
        make_owned(owner=bob, name="Rob0 1x")
    personal_data.erase(alice.owned_bots.first())
    make_owned(owner=alice, name="Robo more")


def test_tokens_of_bots_count_for_their_owner(alice):
    robo = make_owned(owner=alice, name="Robo")
    for number in range(tokens.MOST):
        token_of((alice, robo)[number % 2])
    for player in (alice, robo):
        with pytest.raises(tokens.BadToken, match="Revoke one first"):
            token_of(player)


def test_a_ban_holds_for_the_bots_and_is_lifted_with_it(alice):
    robo, rogue = make_owned(owner=alice, name="Robo"), make_owned(owner=alice, name="Rogue")
    text = token_of(robo, days=0)
    people.ban(player=rogue, reason="flooding")
    people.ban(player=alice, reason="cheating")
    assert status_of(text) == 401
    alice.refresh_from_db()
    people.unban(player=alice)
    assert status_of(text) == 200
    rogue.refresh_from_db()
    assert not rogue.is_active


def test_who_is_erased_takes_their_bots_along(alice):
    text = token_of(make_owned(owner=alice, name="Robo"), days=0)
    exported = personal_data.as_export(alice)
    assert [bot["name"] for bot in exported["bots"]] == ["Robo"]
    personal_data.erase(alice)
    assert status_of(text) == 401
    assert not Player.objects.filter(name="Robo").exists()


def test_the_house_never_seats_them_and_nobody_signs_in_as_one(alice):
    robo = make_owned(owner=alice, name="Robo")
    assert bot_player("recruit") != robo and not robo.is_site_bot
    answer = Client().post("/account/login/", {"login": robo.username, "password": ""})
    assert answer.status_code == 200 and not answer.context["user"].is_authenticated


# At tables -----------------------------------------------------------------------------------


@pytest.fixture
def robo(alice):
    return Program("", player=make_owned(owner=alice, name="Robo"))


def test_a_bot_sits_where_it_may(robo):
    bob = person("Bob")
    closed = play.open_table(by=bob)
    assert robo.act(closed.code, "sit", 403)["code"] == "NO_OUTSIDE_BOTS"
    open_to_bots = play.open_table(by=bob, outside_bots=True)
    robo.act(open_to_bots.code, "sit")
    (entry,) = [row for row in robo.get("tables") if row["code"] == open_to_bots.code]
    assert entry["seats"][1] == {
        **{"number": 2, "name": "Robo", "bot": True, "owner": "Alice"},
        **{"place": None, "won": False},
    }
    seat = Seat.objects.get(player=robo.player)
    assert not seat.bot and not seat.ready  # its program says when, and decides
    assert "bot of Alice" in text(Client().get(f"/t/{open_to_bots.code}/"))
    rated = play.open_table(by=bob, outside_bots=True)
    Table.objects.filter(pk=rated.pk).update(rated=True)
    assert robo.act(rated.code, "sit", 409)["code"] == "NOT_RATABLE"


def test_fast_tables_are_for_bots(robo):
    ann = Program("Ann")
    assert ann.post("tables", {"game": "war", "fast": True}, 403)["code"] == "BOTS_ONLY"
    opened = robo.post("tables", {"game": "war", "fast": True}, 201)
    assert opened["fast"] and opened["outside_bots"]
    assert ann.act(opened["code"], "sit", 403)["code"] == "BOTS_ONLY"
    assert opened["code"] not in Client().get("/").content.decode()
    robo.act(opened["code"], "bot", level="general")
    robo.act(opened["code"], "ready", entropy="0" * 32)
    table = Table.objects.get(code=opened["code"])
    assert table.status == "running" and table.among_bots


@pytest.mark.parametrize(("game", "level"), [("war", "recruit"), ("ww3", "sergeant")])
def test_bots_of_the_house_decide_at_once_for_programs_at_a_fast_table(robo, game, level):
    waits, others = {}, [level] * (find(game).options("").players - 1)
    for fast in (True, False):
        table = play.open_table(
            by=robo.player, game=game, bots=others, outside_bots=True, fast=fast
        )
        play.ready(Order(table, robo.player), entropy=bytes(16))
        for _tick in range(5):  # the cards are dealt before anyone is asked
            table.refresh_from_db()
            if plans := tables.plans_of(table.pk):
                break
            play.tick(table=table, now=table.due_ms)
        state = find(game).load(bytes(table.state))
        asked = table.epoch_ms(max(state.since, state.show_at))
        waits[fast] = plans[0].due_ms - asked
        alone = tables.plans(tables.seats_of(table))  # the program has left
        waits[fast, "left"] = min(one.due_ms for one in alone if one.seat.bot) - asked
    assert waits[True] == 20 < waits[False]
    assert waits[True, "left"] > 20


def test_games_among_bots_are_found_only_when_asked_for(robo):
    body = {"game": "war", "bots": ["recruit"], "fast": True}
    code = robo.post("tables", body, 201)["code"]
    robo.act(code, "ready", entropy="0" * 32)
    robo.act(code, "resign")
    for query, is_listed in (
        ({}, False),
        ({"bots": "with"}, True),
        ({"bots": "only"}, True),
        ({"player": "Robo"}, True),
        ({"player": "Robo", "bots": "without"}, False),
    ):
        found = [row["code"] for row in robo.get("games", **query)["games"]]
        assert found == [code] * is_listed, query
        assert (code in Client().get("/history/", query).content.decode()) == is_listed, query
    assert code not in Client().get("/").content.decode()


def test_a_bot_plays_at_so_many_tables(robo, monkeypatch):
    monkeypatch.setattr(seats, "MOST_AMONG_PEOPLE", 1)
    monkeypatch.setattr(seats, "MOST_FAST", 2)
    for fast, most in ((False, 1), (True, 2)):
        for _number in range(most):
            robo.post("tables", {"game": "war", "fast": fast}, 201)
        body = robo.post("tables", {"game": "war", "fast": fast}, 409)
        assert body["code"] == "BOT_BUSY"
    table = play.open_table(by=person("Bob"), outside_bots=True)
    with pytest.raises(Refused, match="BOT_BUSY"):
        play.sit(Order(table, robo.player))
    assert Table.objects.filter(opened_by=robo.player).count() == 3


def test_a_program_is_never_faster_than_anyone_can_be(robo):
    """Neither its claims nor a short line make a program faster."""
    bob = person("Bob")
    opened = play.open_table(by=robo.player, options="slap=2,3;auto=A;cap=40", now=NOW)
    table = begin(opened, robo.player, bob)
    play.note_rtt(table=table, player=robo.player, rtt_ms=200)
    slap = until_a_slap(table)
    said, shown = {"reveal": slap["reveal"], "rt": 40}, NOW + slap["show_at"]
    play.act(Order(table, robo.player, now=shown + 60), name="slap", args=said)
    args = Move.objects.get(table=table, act="slap").args
    assert (args["rt"], args["arr"], args["credit"]) == (250, 250, 0)
