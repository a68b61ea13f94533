"""Valkey is gone: games go on and can be read, but nothing is counted, so nobody writes more."""

import pytest
from django.test import Client

from games.accounts.tokens import Token
from games.lobby.models import Invitation
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.api.program import Program
from tests.pages.stored import person
from tests.valkeys import end

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(db):
    return Program("Ann", "tables:read", "tables:play", "me:read", "lab:run")


def test_only_running_games_go_on(own_valkey, ann):
    running, waiting = (play.open_table(by=ann.player, bots=["recruit"]) for _ in range(2))
    play.ready(Order(running, ann.player), entropy=bytes(16))
    free = play.open_table(by=person("Bob"))
    end(own_valkey)
    assert ann.get("me")["name"] == "Ann"
    assert [row["code"] for row in ann.get("tables")] == [free.code, waiting.code, running.code]
    assert ann.get(f"tables/{running.code}", **{"as": "me"})["view"]["you"]
    refused = [
        ann.act(waiting.code, "ready", 503, entropy="0" * 32),
        ann.act(free.code, "sit", 503),
        ann.post("tables", {"game": "war"}, 503),
        ann.post("lab/runs", {"game": "war", "games": 1000}, 503),
        ann.post("invitations/1/accept", {}, 503),
    ]
    assert {one["code"] for one in refused} == {"UNAVAILABLE"}
    assert ann.answer["Retry-After"] == "5"
    body = ann.act(running.code, "say", 503, room="seats", quick="well_played")
    assert (body["code"], ann.answer["Retry-After"]) == ("UNAVAILABLE", "5")
    assert ann.act(running.code, "resign")["v"]
    assert Table.objects.get(pk=running.pk).status == "finished"


def test_nobody_makes_a_token(own_valkey, ann):
    page = Client()
    ann.player.set_password("correct horse 7")
    ann.player.save()
    page.force_login(ann.player)
    page.post("/account/reauthenticate/", {"password": "correct horse 7"})
    end(own_valkey)
    answer = page.post("/me/tokens/", {"name": "mine", "days": "30"})
    assert answer.status_code == 400 and b"Only running games continue" in answer.content
    assert Token.objects.count() == 1


def test_nobody_invites(own_valkey, ann):
    """Neither from a table nor with a new one, which is not opened then."""
    page, table = Client(), play.open_table(by=ann.player)
    person("Bob")
    page.force_login(ann.player)
    end(own_valkey)
    for path, form in (
        (f"/t/{table.code}/invite/", {"name": "Bob"}),
        ("/new/", {"do": "open", "game": "war", "invite": "bob"}),
    ):
        answer = page.post(path, form)
        assert answer.status_code == 503 and b"Only running games continue" in answer.content
    assert Table.objects.count() == 1 and not Invitation.objects.exists()
