"""Wishes over the API: made, kept, listed, cancelled, and what is wrong with one."""

import pytest

from games.accounts.bots import make_owned
from games.lobby.models import Wish
from games.relations import changes
from tests.api.program import Program
from tests.each import each
from tests.pages.stored import person

pytestmark = pytest.mark.django_db
BOTH = {"game": "war", "preset": "peace", "options": "cap=9"}
ASKED = {"kinds": [{"game": "ww3", "seats": [2, 4]}]}


@pytest.fixture
def ann(db):
    return Program("Ann")


@pytest.fixture
def robo(db):
    return Program("", player=make_owned(owner=person("Ben"), name="Robo"))


def put(program, body, status=200):
    answer = program.client.put("/api/v1/wishes/mine", body, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_a_program_looks_and_stops(ann, robo):
    ann.get("wishes/mine", 404)
    body = put(ann, ASKED)
    assert (body["player"], body["end"], body["table"]) == ("Ann", "", None)
    assert (body["kinds"][0]["low"], body["kinds"][0]["high"]) == (2, 4)
    assert body["until"] - body["since"] == 300_000
    assert put(ann, ASKED)["since"] == body["since"]  # still there
    (seen,) = robo.get("wishes")
    assert seen["player"] == "Ann" and ann.get("wishes") == []
    assert ann.client.delete("/api/v1/wishes/mine").json()["end"] == "cancelled"
    assert ann.get("wishes/mine")["end"] == "cancelled" and robo.get("wishes") == []


def test_a_bot_is_matched_with_those_who_let_bots_play(robo):
    assert put(robo, ASKED)["outside_bots"]


def test_whom_the_caller_blocks_is_left_out_and_cannot_tell(ann, robo):
    put(robo, ASKED)
    put(ann, ASKED)
    before = robo.get("wishes")
    assert before and ann.get("wishes")
    changes.block(player=ann.player, other=robo.player.owner)
    assert ann.get("wishes") == []
    assert robo.get("wishes") == before


@each(
    [
        ({"kinds": []}, "BAD_VALUE", "kinds"),
        ({"kinds": [{"game": "chess"}]}, "UNKNOWN_GAME", "kinds"),
        ({"kinds": [{"game": "ww3", "seats": [2]}]}, "BAD_VALUE", "seats"),
        ({"kinds": [{"game": "ww3", "seats": [2, 9]}]}, "BAD_SEATS", "seats"),
        ({"kinds": [{"game": "war"}], "rated": True}, "NOT_RATABLE", "rated"),
        ({"kinds": [{"game": "ww3"}], "rated": True, "bots": 10}, "BAD_BOTS", "bots"),
        ({"kinds": [BOTH]}, "BAD_VALUE", "options"),
    ],
    "ann",
)
def test_what_is_wrong_is_named(ann, body, code, field):
    problem = put(ann, body, 422)
    assert problem["code"] == code and field in problem["fields"]
    assert not Wish.objects.exists()


def test_it_needs_the_scope_to_play(ann):
    reader = Program("", "tables:read", player=ann.player)
    assert put(reader, ASKED, 403)["code"] == "SCOPE"
    assert reader.get("wishes", 403)["code"] == "SCOPE"
