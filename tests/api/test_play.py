"""Playing by HTTP: with a token, one sees and does what a seat may."""

import json
import uuid
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from games.accounts import answers
from games.accounts.bots import make_owned
from games.live import commands
from games.table.models import Table
from games.table.writer import play
from tests.api.program import Program
from tests.pages.stored import person, played

pytestmark = pytest.mark.django_db
KEY = "6f1c1d3e-0000-4000-8000-000000000001"
NOBODY = "NOPE2345"


@pytest.fixture
def ann(db):
    return Program("Ann")


def test_a_game_is_opened_and_played(ann):
    opened = ann.post("tables", {"game": "war", "bots": ["recruit"]}, 201)
    code = opened["code"]
    (mine,) = [seat["number"] for seat in opened["seats"] if seat["name"] == "Ann"]
    acked = ann.act(code, "ready", entropy="0" * 32)
    body = ann.get(f"tables/{code}", **{"as": "me"})
    assert body["view"]["you"] == mine and body["v"] >= acked["v"]
    assert ann.get(f"tables/{code}")["view"]["you"] is None
    ann.act(code, "resign")
    assert Table.objects.get(code=code).status == "finished"


def test_people_talk_and_bots_do_not(ann):
    code = ann.post("tables", {"game": "war", "chat": "text"}, 201)["code"]
    assert "ack" in ann.act(code, "say", room="seats", text="Hello!")
    assert ann.act(code, "say", 422, room="seats", text="evil.example")["code"] == "NO_LINKS"
    ann.act(code, "say", room="seats", text="How are you?")
    body = ann.act(code, "say", 429, room="seats", text="Anybody?")
    assert body["code"] == "SLOW_DOWN" and body["retry_after_s"] >= 1
    assert "Hello!" not in str(ann.get(f"tables/{code}", **{"as": "me"}))


def test_a_command_belongs_to_who_sent_it_first(ann):
    bob = Program("Bob")
    code = ann.post("tables", {"game": "war"}, 201)["code"]
    bob.act(code, "sit")
    ann.act(code, "ready", key=KEY, entropy="0" * 32)
    body = bob.act(code, "ready", 409, key=KEY, entropy="0" * 32)
    assert body["code"] == "NOT_YOUR_COMMAND" and not bob.answer.has_header("Idempotent-Replay")


def test_a_command_without_an_answer_may_be_sent_again(ann, monkeypatch):
    code = ann.post("tables", {"game": "war"}, 201)["code"]
    with monkeypatch.context() as broken:
        broken.setattr(commands, "dispatch_command", Mock(side_effect=OperationalError))
        body = ann.act(code, "leave", 503, key=KEY)
    assert (body["code"], ann.answer["Retry-After"]) == ("TRY_AGAIN", "1")
    assert ann.act(code, "leave", key=KEY)["ack"] == KEY


def test_the_same_command_counts_once(ann):
    code = ann.post("tables", {"game": "war", "bots": ["recruit"]}, 201)["code"]
    key = str(uuid.uuid4())
    first = ann.act(code, "ready", key=key, entropy="0" * 32)
    assert ann.act(code, "ready", key=key, entropy="0" * 32) == first
    assert ann.answer["Idempotent-Replay"] == "true"
    refused = str(uuid.uuid4())
    for again in (False, True):
        assert ann.act(code, "sit", 409, key=refused)["code"] == "ALREADY_SEATED"
        assert ann.answer.has_header("Idempotent-Replay") == again
    assert ann.act(code, "ready", 409, entropy="0" * 32)["code"] == "STARTED"


def test_refusals_say_what_and_at_which_version(ann):
    code = ann.post("tables", {"game": "war", "bots": ["recruit"]}, 201)["code"]
    assert ann.act(code, "ready", 422, entropy="xyz")["code"] == "BAD_ENTROPY"
    ann.act(code, "ready", entropy="0" * 32)
    refused = ann.act(code, "sit", 409)
    assert (
        refused["code"] == "ALREADY_SEATED" and refused["v"] == Table.objects.get(code=code).version
    )
    body = ann.post(f"tables/{code}/commands", {"id": "1", "act": "turn"}, 422)
    assert body["fields"] == {"id": ["The id of a command must be a UUID in lower case."]}
    assert ann.post("tables", {"game": "chess"}, 422)["code"] == "UNKNOWN_GAME"
    assert ann.post("tables", {"game": "war", "bots": ["genius"]}, 422)["code"] == "UNKNOWN_LEVEL"


def test_a_rated_table_is_opened_by_a_person_alone(ann):
    """A request that cannot be rated gets the name of the wrong field."""
    robo = Program("", player=make_owned(owner=ann.player, name="Robo"))
    asked = {"game": "ww3", "rated": True}
    for program, more, field in (
        (robo, {}, "rated"),
        (ann, {"bots": ["recruit"]}, "bots"),
        (ann, {"private": True}, "private"),
        (ann, {"preset": "solo"}, "options"),
    ):
        body = program.post("tables", asked | more, 422)
        assert body["code"] == "NOT_RATABLE" and body["fields"] == {field: [body["detail"]]}
    opened = ann.post("tables", asked, 201)
    assert opened["rated"] and Table.objects.get().code == opened["code"]


def test_others_tables_are_not_reached(ann):
    """A private one is to a stranger, byte for byte, like one that does not exist."""
    bob = Program("Bob")
    opened = ann.post("tables", {"game": "war", "private": True, "bots": ["recruit"]}, 201)
    over = played(ann.player, person("Cem"), private=True).code
    hidden = opened["code"]
    for path in ("tables/{}", "tables/{}?as=me", "tables/{}/stream", "games/{}", "games/{}.wsn"):
        answers = [
            bob.client.get("/api/v1/" + path.format(code)) for code in (hidden, over, NOBODY)
        ]
        assert {answer.status_code for answer in answers} == {404}
        assert len({answer.content for answer in answers}) == 1
    for act in ("sit", "ready", "flip"):
        answers = [bob.act(code, act, 404, key=KEY) for code in (hidden, over, NOBODY)]
        assert answers[0]["code"] == "NOT_FOUND" and answers == answers[:1] * 3
    answers = [bob.get("games/export", 422, after=code) for code in (hidden, over, NOBODY)]
    assert answers == answers[:1] * 3
    assert ann.get(f"tables/{hidden}?as=me")["table"]["code"] == hidden
    public = ann.post("tables", {"game": "war"}, 201)["code"]
    assert bob.act(public, "ready", 409, entropy="0" * 32)["code"] == "NOT_YOUR_SEAT"
    assert bob.get(f"tables/{public}?as=me", 409)["code"] == "NOT_YOUR_SEAT"
    bob.act(public, "sit")
    assert bob.get(f"tables/{public}?as=me")["table"]["code"] == public


def test_playing_needs_its_scopes(ann):
    reader, stranger = Program("Rea", "tables:read"), Client()
    assert reader.post("tables", {"game": "war"}, 403)["code"] == "SCOPE"
    body = json.dumps({"game": "war"})
    answer = stranger.post("/api/v1/tables", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "TOKEN_NEEDED")
    table = play.open_table(by=reader.player, options="")
    assert reader.get(f"tables/{table.code}?as=me")["view"] is None
    assert reader.act(table.code, "leave", 403)["code"] == "SCOPE"


def test_a_table_is_opened_once_for_a_key(ann):
    key, body = {"Idempotency-Key": str(uuid.uuid4())}, {"game": "war", "bots": ["recruit"]}
    first = ann.post("tables", body, 201, **key)
    assert not ann.answer.has_header("Idempotent-Replay")
    ann.act(first["code"], "ready", entropy="0" * 32)  # the answer stays what it was
    assert ann.post("tables", body, 201, **key) == first
    assert ann.answer["Idempotent-Replay"] == "true"
    assert ann.post("tables", {"game": "ww3"}, 422, **key)["code"] == "KEY_REUSED"
    assert Program("Bob").post("tables", body, 201, **key)["code"] != first["code"]  # keys are own
    assert ann.post("tables", body, 422, **{"Idempotency-Key": "1"})["code"] == "BAD_VALUE"
    later = timezone.now() + answers.KEPT + timedelta(seconds=1)
    answers.forget(at=later)
    assert ann.post("tables", body, 201, **key)["code"] != first["code"]


def test_a_refusal_is_not_kept_for_its_key(ann):
    key = {"Idempotency-Key": str(uuid.uuid4())}
    codes = [ann.post("tables", {"game": "war"}, 201)["code"] for _table in range(5)]
    assert ann.post("tables", {"game": "war"}, 409, **key)["code"] == "TOO_MANY_TABLES"
    ann.act(codes[0], "leave")
    Table.objects.filter(code=codes[0]).update(status="aborted")
    ann.post("tables", {"game": "war"}, 201, **key)
