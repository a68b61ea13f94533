"""Invitations over the API: a bot learns of them, answers, and what is not its own is not found."""

import pytest

from games.accounts.bots import make_owned
from games.accounts.preferences import choose
from games.lobby import invitations
from games.lobby.models import Invitation
from games.relations import changes
from games.table.writer import play
from tests.api.program import Program
from tests.pages.stored import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(db):
    return Program("Ann")


@pytest.fixture
def ben(db):
    return person("Ben")


@pytest.fixture
def robo(ben):
    return Program("", player=make_owned(owner=ben, name="Robo"))


def test_a_bot_sits_where_a_person_invites_it(ann, robo):
    asked = {"game": "ww3", "private": True, "invite": ["robo"]}
    opened = ann.post("tables", asked, 201)
    (row,) = robo.get("invitations")
    assert (row["by"], row["table"]) == ("Ann", opened["code"])
    accepted = robo.post(f"invitations/{row['id']}/accept", {})
    assert accepted == {"table": opened["code"]} and robo.get("invitations") == []
    seats = ann.get(f"tables/{opened['code']}", **{"as": "me"})["table"]["seats"]
    assert {seat["name"] for seat in seats} == {"Ann", "Robo"}
    assert robo.post(f"invitations/{row['id']}/accept", {}, 409)["code"] == "INVITATION_OVER"


def test_it_declines_and_is_left_alone(ann, robo):
    table = play.open_table(by=ann.player, game="ww3")
    invitation = invitations.send(table=table, by=ann.player, player=robo.player)
    robo.post(f"invitations/{invitation.pk}/decline", {"reason": "rudely"}, 422)
    robo.post(f"invitations/{invitation.pk}/decline", {"reason": "no"})
    assert Invitation.objects.get().reason == "no"
    body = ann.post("tables", {"game": "ww3", "invite": ["Robo"]}, 409)
    assert body["code"] == "NOT_INVITABLE" and 0 < body["retry_after_s"] <= 300


def test_only_the_sender_withdraws_and_only_the_invited_answer(ann, robo, ben):
    table = play.open_table(by=ann.player, game="ww3")
    invitation = invitations.send(table=table, by=ann.player, player=robo.player)
    bens = Program("", player=ben)
    for act in ("accept", "decline"):
        missing = bens.post(f"invitations/{invitation.pk}/{act}", {}, 404)
        assert missing == bens.post(f"invitations/987654/{act}", {}, 404)
    assert bens.client.delete(f"/api/v1/invitations/{invitation.pk}").status_code == 404
    assert ann.client.delete(f"/api/v1/invitations/{invitation.pk}").status_code == 200
    assert robo.get("invitations") == []
    reader = Program("Cem", "me:read")
    assert reader.get("invitations", 403)["code"] == "SCOPE"


def test_blocked_and_unable_answer_alike_and_unknown_as_any_name(ann, robo, ben):
    changes.block(player=ben, other=ann.player)
    answers = set()
    for name in ("Ben", "Robo", "Ann"):
        ann.post("tables", {"game": "ww3", "invite": [name]}, 409)
        answers.add(ann.answer.content)
    assert len(answers) == 1 and b"NOT_INVITABLE" in answers.pop()
    unknown = ann.post("tables", {"game": "ww3", "invite": ["Zoe"]}, 404)
    assert unknown == ann.get("games/NOSUCHCODE", 404)
    refused = robo.post("tables", {"game": "ww3", "invite": ["Ann"]}, 409)
    assert refused["code"] == "NOT_INVITABLE"
    choose(ben, {"bots_may_invite": True})
    robo.post("tables", {"game": "ww3", "invite": ["Ben"]}, 201)
