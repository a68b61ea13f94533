"""Bots of accounts: players of their own, for whom their owner answers."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from games.accounts import people, personal_data, tokens
from games.accounts.bots import MOST_OWNED, bot_player, make_owned
from games.accounts.models import Player
from games.accounts.names import BadName
from tests.pages.stored import person

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
    shown = page.post(made["Location"], form).context["text"]
    assert shown.startswith("warsite_b_") and robo.tokens.get().expires_at is None
    (mail,) = mailoutbox  # to the owner
    assert mail.to == ["a@example.org"] and "warsite_b_" in mail.body
    told = Client(headers={"Authorization": f"Bearer {shown}"}).get("/api/v1/me").json()
    assert told == {"name": "Robo", "bot": True, "owner": "Alice", "address": "/p/robo/"}
    assert "bot of Alice" in " ".join(page.get("/p/robo/").content.decode().split())
    refused = page.post(made["Location"], form | {"scopes": ["lab:run"]})
    assert refused.status_code == 400  # runs are for people
    stranger = Client()
    stranger.force_login(person("Bob"))
    assert stranger.get(made["Location"]).status_code == 404
    page.post(f"/me/tokens/{robo.tokens.get().pk}/revoke/")
    assert status_of(shown) == 401


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
    assert bot_player("recruit") != robo and not robo.is_house_bot
    answer = Client().post("/account/login/", {"login": robo.username, "password": ""})
    assert answer.status_code == 200 and not answer.context["user"].is_authenticated
