"""Valkey is gone: games go on and can be read, but nothing is counted, so nobody writes more."""

import pytest
from django.test import Client

from games.accounts.tokens import Token
from games.bus import valkey
from games.table.models import Table
from games.table.writer import play
from tests.api.test_play import Program
from tests.pages.stored import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(db):
    return Program("Ann", "tables:read", "tables:play", "me:read", "lab:run")


@pytest.fixture
def without_valkey(settings, tmp_path):
    def leave():
        nobody = f"unix://{tmp_path}/nobody"
        settings.REDIS_URL = nobody
        settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": nobody}}
        valkey.client.cache_clear()

    yield leave
    valkey.client.cache_clear()


def test_only_running_games_go_on(ann, without_valkey):
    running, waiting = (play.open_table(by=ann.player, bots=["recruit"]) for _ in range(2))
    play.ready(table=running, player=ann.player, entropy=bytes(16))
    free = play.open_table(by=person("Bob"))
    without_valkey()
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
    assert ann.act(running.code, "resign")["v"]
    assert Table.objects.get(pk=running.pk).status == "finished"


def test_nobody_makes_a_token(ann, without_valkey):
    page = Client()
    ann.player.set_password("correct horse 7")
    ann.player.save()
    page.force_login(ann.player)
    page.post("/account/reauthenticate/", {"password": "correct horse 7"})
    without_valkey()
    answer = page.post("/me/tokens/", {"name": "mine", "days": "30"})
    assert answer.status_code == 400 and b"Only running games go on" in answer.content
    assert Token.objects.count() == 1
