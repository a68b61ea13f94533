"""Accounts: guests who sign up keep their games; signing in, settings, export, deletion, bans."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from django.contrib.auth import get_user
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.accounts import people
from games.accounts.bots import make_owned
from games.accounts.guests import BACKEND
from games.accounts.models import Player
from games.accounts.tokens import Token, make
from games.table.writer import play
from tests.each import each
from tests.pages.browsing import PASSWORD, SIGN_UP, log_in, words
from tests.pages.stored import person, stored

pytestmark = pytest.mark.django_db


def sign_up(client, **changes):
    return client.post("/account/signup/", SIGN_UP | changes)


# Sign up -------------------------------------------------------------------------------------


def test_a_stranger_signs_up(client):
    assert sign_up(client, email="dora@example.org").status_code == 302
    player = Player.objects.get(name="Dora")
    assert get_user(client) == player and player.is_person and player.email == "dora@example.org"
    assert player.check_password(PASSWORD)


def test_a_guest_who_signs_up_keeps_row_games_and_seat(client, guest, bob):
    game = stored(guest, bob)
    table = play.open_table(by=guest, options="")
    assert "move to your account" in words(client.get("/account/signup/"))
    assert sign_up(client).status_code == 302
    player = get_user(client)
    assert player.pk == guest.pk and not player.is_guest and player.name == "Dora"
    assert list(player.seats.values_list("table", flat=True)) == [game.pk, table.pk]
    assert Player.objects.guests().count() == 0


@each(
    [
        ({"username": "alice"}, "looks like it"),
        ({"username": "АLIСЕ"}, "looks like it|single alphabet"),
        ({"username": "x"}, "2 to 20 characters"),
        ({"username": "<b>Eve</b>"}, "letters, digits"),
        ({"username": "admin"}, "is reserved"),
        ({"username": "Guest 12"}, "are for guests"),
        ({"username": "General"}, "is reserved"),
        ({"password2": "other"}, "same password"),
        ({"password1": "12345678", "password2": "12345678"}, "too common|entirely numeric"),
        ({"email": "no address"}, "valid email"),
    ],
    "client, guest, alice",
)
def test_a_wrong_sign_up_says_why_and_changes_nothing(client, guest, alice, changes, says):
    answer = sign_up(client, **changes)
    assert answer.status_code == 200 and re.search(says, words(answer))
    guest.refresh_from_db()
    assert guest.is_guest and get_user(client) == guest


def test_a_name_taken_in_the_last_moment_is_told(client, guest, monkeypatch):
    person("Dora")
    monkeypatch.setattr("games.pages.account.adapter.usable_name", lambda text, owner=None: text)
    answer = client.post("/account/signup/", SIGN_UP, follow=True)
    assert "This name, or one that looks like it" in words(answer)
    guest.refresh_from_db()
    assert guest.is_guest


# Log in --------------------------------------------------------------------------------------


@each(["Alice", "alice", "alice@example.org"], "client")
def test_name_or_address_opens_the_account(client, name):
    alice = person("Alice", email="alice@example.org")
    answer = log_in(client, name)
    assert answer.status_code == 302 and get_user(client) == alice


def test_a_wrong_password_is_refused_and_the_sixth_try_is_stopped(client, alice):
    for _ in range(5):
        assert "not correct" in words(log_in(client, password="wrong"))
    assert "Too many" in words(log_in(client, password="wrong"))


def test_nobody_can_lock_others_out(client, alice):
    for _ in range(6):
        client.post(
            "/account/login/", {"login": "Alice", "password": "wrong"}, REMOTE_ADDR="10.0.0.1"
        )
    assert log_in(client).status_code == 302


def test_a_changed_password_counts_wrong_guesses_like_a_log_in(client, alice):
    log_in(client)
    form = {"password1": PASSWORD, "password2": PASSWORD}
    for _ in range(5):
        client.post("/account/password/change/", form | {"oldpassword": "wrong"})
    assert "Too many" in words(log_in(Client(), password="wrong"))
    assert client.get("/admin/password_change/")["Location"] == "/account/password/change/"


def test_a_guest_is_told_what_happens_to_his_games(client, guest, alice):
    page = words(client.get("/account/login/"))
    assert guest.name in page and "do not move to the account" in page
    assert log_in(client).status_code == 302
    assert get_user(client) == alice


def test_a_guest_with_a_seat_is_asked_before_he_loses_it(client, guest, alice):
    table = play.open_table(by=guest, options="")
    for answer in (client.get("/account/login/?next=/history/"), log_in(client)):
        assert answer.status_code == 302 and answer["Location"].startswith("/account/seat/")
    assert get_user(client) == guest
    page = words(client.get("/account/seat/?next=/history/"))
    assert f"/t/{table.code}/" in page and 'value="/history/"' in page
    answer = client.post("/account/seat/", {"next": "/history/"})
    assert answer["Location"] == "/account/login/?next=%2Fhistory%2F"
    assert log_in(client, next="/history/")["Location"] == "/history/"
    assert get_user(client) == alice


def test_the_question_leads_nowhere_else(client, guest):
    play.open_table(by=guest, options="")
    answer = client.post("/account/seat/", {"next": "https://evil.example/"})
    assert answer["Location"] == "/account/login/"
    assert client.get("/account/login/").status_code == 200


def test_without_a_seat_there_is_no_question(client, guest):
    assert client.get("/account/seat/")["Location"] == "/account/login/"
    assert client.get("/account/seat/").status_code == 302


def test_who_is_logged_in_needs_no_entrance(client, alice):
    client.force_login(alice, backend=BACKEND)
    for path in ("/account/login/", "/account/signup/"):
        assert client.get(path).status_code == 302


def test_logging_out(client, alice):
    client.force_login(alice, backend=BACKEND)
    assert 'signed in as <bdi translate="no">Alice<' in words(client.get("/account/logout/"))
    client.post("/account/logout/")
    assert not get_user(client).is_authenticated


def test_a_guest_who_logs_out_is_warned(client, guest):
    assert "exists only in this browser" in words(client.get("/account/logout/"))


# Email, password, two-factor, sessions ------------------------------------------------------


def test_a_forgotten_password_is_reset_by_mail(client):
    alice = person("Alice", email="alice@example.org")
    answer = client.post("/account/password/reset/", {"email": "alice@example.org"}, follow=True)
    assert "Check your email" in words(answer)
    link = re.search(r"https?://[^/]+(/account/password/reset/key/\S+)", mail.outbox[0].body)[1]
    page = client.get(link, follow=True)
    form = {"password1": PASSWORD, "password2": PASSWORD}
    answer = client.post(page.request["PATH_INFO"], form, follow=True)
    assert "Password changed" in words(answer)
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


@pytest.mark.parametrize("revoke", [True, False])
def test_a_reset_revokes_tokens_unless_told_otherwise(client, revoke):
    alice = person("Alice", email="alice@example.org")
    bot = make_owned(owner=alice, name="Robo Anna")
    for player in (alice, bot):
        make(player=player, name="x", scopes=[], days=30, now=timezone.now())
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    link = re.search(r"https?://[^/]+(/account/password/reset/key/\S+)", mail.outbox[0].body)[1]
    page = client.get(link, follow=True)
    field = re.search('<input[^>]*name="revoke_tokens"[^>]*>', words(page))[0]
    assert "checked" in field
    form = {"password1": PASSWORD, "password2": PASSWORD} | (
        {"revoke_tokens": "on"} if revoke else {}
    )
    client.post(page.request["PATH_INFO"], form)
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)
    assert Token.objects.count() == (0 if revoke else 2)


@each(
    [
        "/account/email/",
        "/account/password/change/",
        "/account/2fa/",
        "/account/sessions/",
        "/me/",
        "/me/goodbye/",
    ],
    "client, alice",
)
def test_pages_of_an_account_open_for_its_owner_alone(client, alice, path):
    assert client.get(path).status_code == 302
    log_in(client)
    answer = client.get(path)
    assert answer.status_code == 200
    assert 'class="sidenav"' in words(answer) and "Menu:" not in words(answer)


@each(
    [
        ("/account/login/", "Name or email"),
        ("/account/signup/", "Email (optional)"),
        ("/account/password/reset/", "Email"),
        ("/account/password/change/", "Current password"),
        ("/account/email/", "Email"),
    ],
    "client, alice",
)
def test_a_field_is_called_by_our_words_and_once(client, alice, path, label):
    if path not in ("/account/login/", "/account/signup/", "/account/password/reset/"):
        log_in(client)
    page = words(client.get(path))
    assert re.search(rf"<label[^>]*>\s*{re.escape(label)}\s*</label>", page)
    assert "placeholder=" not in page


def test_sessions_name_browsers_as_people_do(client, alice):
    log_in(client)
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    other = Client(headers={"user-agent": firefox})
    log_in(other)
    assert "Firefox on Linux" in words(other.get("/account/sessions/"))


@each(["/account/email/", "/account/2fa/", "/account/sessions/"], "client, guest")
def test_guests_are_sent_to_sign_up(client, guest, path):
    answer = client.get(path, follow=True)
    assert answer.redirect_chain[0][0] == "/account/signup/"
    assert "You need an account" in words(answer)


def test_a_passkey_opens_an_account_whose_password_was_guessed_too_often(
    client, alice, monkeypatch
):
    """The browser's signature is taken for good here; tests of passkeys are in tests/e2e."""
    data = {"name": "Phone", "credential": {}}
    kind = Authenticator.Type.WEBAUTHN
    passkey = Authenticator.objects.create(user=alice, type=kind, data=data)
    monkeypatch.setattr(auth, "parse_authentication_response", lambda response: None)
    monkeypatch.setattr(auth, "extract_user_from_response", lambda response: alice)
    monkeypatch.setattr(auth, "complete_authentication", lambda user, response: passkey)
    for _ in range(6):
        log_in(client, password="wrong")
    assert "Too many" in words(log_in(client))
    client.post("/account/2fa/webauthn/login/", {"credential": '{"id": 1}'})
    assert get_user(client) == alice


def test_passkeys_come_without_inline_scripts(client, alice):
    log_in(client)
    assert client.get("/account/2fa/webauthn/add/")["Location"].startswith("/account/reauth")
    client.post("/account/reauthenticate/", {"password": "correct horse"})
    for path in ("/account/2fa/webauthn/add/", "/account/2fa/totp/activate/"):
        answer = client.get(path)
        assert answer.status_code == 200
        scripts = re.findall(r"<script(?![^>]*\bsrc=)([^>]*)>", words(answer))
        assert all("application/json" in attributes for attributes in scripts)
    assert 'src="/static/mfa/js/webauthn.js"' in words(client.get("/account/2fa/webauthn/add/"))


# Bans ----------------------------------------------------------------------------------------


def test_a_banned_player_learns_why_when_he_logs_in(client, alice):
    people.ban(player=alice, reason="slaps by machine")
    answer = log_in(client)
    assert answer["Location"] == "/account/inactive/"
    assert "slaps by machine" in words(client.get("/account/inactive/"))
    assert "slaps by machine" not in words(Client().get("/account/inactive/"))


def test_a_wrong_password_does_not_tell_of_a_ban(client, alice):
    people.ban(player=alice, reason="slaps by machine")
    assert "not correct" in words(log_in(client, password="wrong"))


def test_an_open_session_of_a_banned_player_says_so_once(client, alice):
    log_in(client)
    people.ban(player=alice, reason="slaps by machine")
    answer = client.get("/history/")
    assert answer.status_code == 403 and "slaps by machine" in words(answer)
    assert client.get("/history/").status_code == 200


def test_the_limits_of_accounts_lead_to_our_page(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {"signup": "1/m/ip"}
    sign_up(client, username="x")
    answer = sign_up(client)
    assert answer.status_code == 429 and "Wait a minute" in words(answer)


def test_a_reset_does_not_tell_whether_there_is_an_account():
    person("Alice", email="alice@example.org")

    def asked(address):
        visitor = Client()
        answer = visitor.post("/account/password/reset/", {"email": address})
        page = words(visitor.get(answer["Location"]))
        return answer.status_code, answer.headers, re.sub(r"csrf[^>]*>", "", page)

    assert asked("alice@example.org") == asked("nobody@example.org")
    assert len(mail.outbox) == 2


def test_mails_speak_for_the_site(client):
    person("Alice", email="alice@example.org")
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    letter = mail.outbox[0]
    assert letter.subject == "warsite: Choose a new password"
    assert "Choose one here:" in letter.body
    client.post("/account/password/reset/", {"email": "nobody@example.org"})
    assert mail.outbox[1].subject == "warsite: No account with this email address"
    sign_up(client, email="dora@example.org")
    assert "/account/confirm-email/" in mail.outbox[2].body


def test_an_address_belongs_to_one_account(client):
    person("Alice", email="alice@example.org")
    """Nobody learns of it: the second account can never confirm the address."""
    answer = sign_up(client, email="alice@example.org")
    assert answer.status_code == 302 and Player.objects.count() == 2
    assert mail.outbox[0].to == ["alice@example.org"]


def test_a_new_password_is_told_by_mail_and_ends_other_sessions(client):
    alice = person("Alice", email="alice@example.org")
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    elsewhere = Client()
    for browser in (client, elsewhere):
        log_in(browser)
    form = {"oldpassword": "correct horse", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/account/password/change/", form)
    assert mail.outbox[0].to == ["alice@example.org"] and "changed" in mail.outbox[0].subject
    assert get_user(client).is_authenticated and not get_user(elsewhere).is_authenticated
