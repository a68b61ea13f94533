"""Tokens: made once, kept as hashes, limited by scope, gone when revoked."""

import json
import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.accounts import tokens
from games.accounts.bots import make_owned
from games.accounts.models import Player
from games.accounts.tokens import Token
from games.limits.declared import READING
from tests.each import each
from tests.pages.stored import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(db):
    alice = person("Alice")
    EmailAddress.objects.create(user=alice, email="a@example.org", primary=True, verified=True)
    return alice


def made(player, *scopes, days=30, now=None):
    return tokens.make(
        player=player, name="mine", scopes=list(scopes), days=days, now=now or timezone.now()
    )


def call(text, path="me/token", body=None, **more):
    client = Client(headers={"Authorization": f"Bearer {text}"}, **more)
    if body is None:
        return client.get(f"/api/v1/{path}")
    return client.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json")


def test_a_token_is_shown_once_and_kept_as_a_hash(alice):
    page = Client()
    page.force_login(alice)
    assert page.get("/me/tokens/").status_code == 200
    form = {"name": "My bot", "scopes": ["me:read", "lab:run"], "days": "90"}
    answer = page.post("/me/tokens/", form)
    assert answer.status_code == 302 and "/reauthenticate/" in answer["Location"]
    alice.set_password("correct horse 7")
    alice.save()
    page.force_login(alice)
    page.post("/account/reauthenticate/", {"password": "correct horse 7"})
    answer = page.post("/me/tokens/", form)
    (text,) = re.findall(r"warsite_p_\w{46}", answer.content.decode())
    assert "no-store" in answer["Cache-Control"]
    listed = page.get("/me/tokens/").content.decode()
    assert text not in listed and "Never used" in listed and listed.count("data-local") == 1
    row = Token.objects.values().get()
    assert text not in str(row) and row["prefix"] == text[:16]
    (sent,) = mail.outbox
    assert text[:16] in sent.body and text not in sent.body and "My bot" not in sent.body
    assert call(text).json()["scopes"] == ["lab:run", "me:read"]
    assert call(text, "me").json()["name"] == "Alice"


def test_a_mistyped_token_costs_no_query(alice, django_assert_num_queries):
    _token, text = made(alice)
    wrong = text[:20] + ("a" if text[20] != "a" else "b") + text[21:]
    with django_assert_num_queries(0):
        answer = call(wrong)
    assert (answer.status_code, answer.json()["code"]) == (401, "BAD_TOKEN")
    assert answer["WWW-Authenticate"] == "Bearer"


@each(["Basic YWxpY2U6eA==", "Bearer", "0"], "alice, client")
def test_no_session_helps_a_wrong_token(alice, client, sent):
    client.force_login(alice)
    answer = client.get("/api/v1/games", headers={"Authorization": sent})
    assert (answer.status_code, answer.json()["code"]) == (401, "BAD_TOKEN")


def test_it_ends_when_revoked_expired_unused_or_its_player_is_banned(alice):
    now = timezone.now()
    _token, late = made(alice, now=now - timedelta(days=31))
    assert call(late).status_code == 401
    _token, text = made(alice, days=0, now=now - timedelta(days=366))  # and never used
    assert call(text).status_code == 401
    token, text = made(alice)
    assert call(text).status_code == 200
    page = Client()
    page.force_login(person("Bob"))
    assert page.post(f"/me/tokens/{token.pk}/revoke/").status_code == 404
    page.force_login(alice)
    page.post(f"/me/tokens/{token.pk}/revoke/")
    assert call(text).status_code == 401
    _token, text = made(alice)
    alice.is_active = False
    alice.save()
    assert call(text).status_code == 401


def test_there_are_ten_and_guests_have_none(alice, client):
    for _number in range(tokens.MOST):
        made(alice)
    with pytest.raises(tokens.BadToken, match="Revoke one first"):
        made(alice)
    client.get("/play/?game=war")
    assert client.get("/me/tokens/").status_code == 302


def test_scopes_are_asked_for(alice):
    _token, text = made(alice, "me:read")
    body = {"game": "war", "games": 1000}
    answer = call(text, "lab/runs", body)
    assert (answer.status_code, answer.json()["code"]) == (403, "SCOPE")
    _token, text = made(alice, "lab:run")
    answer = call(text, "lab/runs", body)  # no cookie, no protection against forgery
    assert answer.status_code == 201
    assert alice.simulations.get().code == answer.json()["code"]
    answer = Client().get("/api/v1/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "TOKEN_NEEDED")


def test_a_token_in_an_address_is_refused(alice, client):
    _token, text = made(alice, "me:read")
    answer = client.get(f"/api/v1/me?token={text}")
    assert (answer.status_code, answer.json()["code"]) == (400, "TOKEN_IN_ADDRESS")


def test_cookies_are_not_looked_at(alice):
    browser = Client()
    browser.force_login(person("Bob"))
    _token, text = made(alice, "me:read")
    answer = browser.get("/api/v1/me", headers={"Authorization": f"Bearer {text}"})
    assert answer.json()["name"] == "Alice"


PAGES = (
    *("/me/tokens/", "/me/bots/", "/me/preferences/", "/account/email/", "/admin/"),
    "/moderation/",
)


@each(PAGES, "alice")
def test_a_token_opens_no_page(alice, path):
    """Not even one of somebody who may do everything, nor one of their bot."""
    Player.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    robo = make_owned(owner=alice, name="Robo")
    for player in (alice, robo):
        _token, text = made(player, *tokens.Scope.values)
        answer = Client(headers={"Authorization": f"Bearer {text}"}).get(path)
        sent_to_sign_in = answer.status_code == 302 and "/login/" in answer["Location"]
        assert sent_to_sign_in or answer.status_code == 404  # moderation is unknown to others


def test_no_log_has_a_token(alice, caplog, capfd):
    """Wherever it is sent, and whatever becomes of it."""
    _token, text = made(alice, "tables:read")
    wrong = text[:-1] + ("a" if text[-1] != "a" else "b")
    caplog.set_level("DEBUG")
    for key in (text, wrong):
        call(key)
        call(key, "tables", {"game": "chess"})
        call(key, f"games?player={key}")
        Client().get(f"/history/?player={key}")
    assert "request_finished" in caplog.text, "nothing is logged any more"
    logged = caplog.text + "".join(capfd.readouterr())
    assert text not in logged and wrong not in logged


def test_each_token_has_its_own_limit(alice, monkeypatch):
    monkeypatch.setattr(READING, "most", 1)
    _token, first = made(alice)
    _token, other = made(alice)
    answers = [call(first), call(first), call(other)]
    assert [answer.status_code for answer in answers] == [200, 429, 200]
    assert answers[0]["RateLimit-Policy"] == '"reading";q=1;w=60'


def test_the_description_names_tokens(client):
    schema = client.get("/api/v1/openapi.json").json()
    assert schema["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    assert schema["paths"]["/api/v1/me"]["get"]["security"] == [{"token": []}]
