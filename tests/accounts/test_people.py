"""Accounts: names are unique, guests become people, bans, export, erasure."""

import json
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from games.accounts import people, personal_data
from games.accounts.bots import bot_player
from games.accounts.guests import guest_for, new_guest
from games.accounts.models import Player
from games.accounts.names import BadName

SIGNUP = {
    "username": "Wilhelmina",
    "email": "wilhelmina@example.org",
    "password1": "correct horse 7",
    "password2": "correct horse 7",
}
pytestmark = pytest.mark.django_db


@pytest.fixture
def alice():
    return Player.objects.create_user("alice", "alice@example.org", "correct horse", name="Alice")


def test_a_name_that_looks_like_another_is_taken(alice):
    for name in ("alice", "AIice", "A-lice"):
        with pytest.raises(BadName, match="looks like it"):
            people.verify_name(name)
    assert people.verify_name("ALICE", owner=alice) == "ALICE"


def test_the_database_refuses_it_too(alice):
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create_user("other", name="AL1CE")


def test_a_slug_finds_the_player(alice):
    people.rename(player=alice, name="Alice O'Hara")
    assert alice.slug == "alice-o-hara"
    assert Player.objects.named(alice.slug).get() == alice


def test_createsuperuser_works():
    boss = Player.objects.create_superuser("boss", "", "x")
    assert (boss.name, boss.is_staff, boss.is_person) == ("boss", True, True)


def test_a_guest_is_made_once_and_logged_in(rf):
    request = rf.get("/")
    request.user, request.session = AnonymousUser(), SessionStore()
    guest = guest_for(request)
    assert guest.is_guest and guest.name.startswith("Guest ")
    assert not guest.has_usable_password()
    assert guest_for(request) == guest
    assert Player.objects.guests().count() == 1


def test_a_guest_who_signs_up_is_the_same_row():
    guest = new_guest()
    guest.set_password("horse battery")
    people.introduce(guest, "Bob")
    bob = Player.objects.get(pk=guest.pk)
    assert (bob.name, bob.is_guest, bob.is_person) == ("Bob", False, True)
    assert Client().login(username="Bob", password="horse battery")


def test_bots_are_made_when_they_are_needed():
    first = bot_player("recruit")
    assert (first.name, first.level, first.is_bot) == ("Recruit", "recruit", True)
    assert bot_player("recruit") == first
    second = bot_player("recruit", exclude=[first.pk])
    assert second.name == "Recruit 2"
    assert bot_player("general").name == "General"
    with pytest.raises(KeyError):
        bot_player("emperor")


def test_a_banned_player_cannot_log_in(alice):
    people.ban(player=alice, reason="shouting")
    assert not Client().login(username="alice", password="correct horse")
    assert list(Player.objects.banned()) == [alice]
    people.unban(player=alice)
    assert Client().login(username="alice", password="correct horse")


def test_the_export_is_json_with_what_is_known(alice):
    told = json.loads(json.dumps(personal_data.as_export(alice)))
    assert told["player"]["email"] == "alice@example.org"
    assert told["games"] == told["runs"] == []


def test_an_erased_player_leaves_only_a_number(alice):
    client = Client()
    client.force_login(alice)
    personal_data.erase(alice)
    alice.refresh_from_db()
    assert alice.name == f"Deleted player {alice.pk}"
    assert "alice" not in " ".join(str(value) for value in vars(alice).values()).lower()
    assert not Client().login(username=alice.username, password="correct horse")
    assert not alice.is_active
    assert people.verify_name("Alice") == "Alice"


def test_nothing_is_left_of_an_erased_person(client, admin_user):
    """Every text of every table is searched, with sessions decoded."""
    client.post("/account/signup/", SIGNUP)
    wilhelmina = Player.objects.get(name="Wilhelmina")
    address = wilhelmina.emailaddress_set.get()
    for entry in (wilhelmina, address):
        LogEntry.objects.log_actions(admin_user.pk, [entry], 2, "Banned: Wilhelmina cheats")
    login = {"login": "Wilhelmina", "password": "correct horse 7"}
    Client().post("/account/login/", login)  # a session that ends with the new password
    form = {"password1": "another horse 7", "password2": "another horse 7"}
    client.post("/account/password/change/", form | {"oldpassword": "correct horse 7"})
    assert Session.objects.count() == 1
    Client().post("/account/login/", login | {"password": "another horse 7"})
    assert "wilhelmina" in stored_text()
    personal_data.erase(wilhelmina)
    assert "wilhelmina" not in stored_text()
    assert LogEntry.objects.count() == 2


def stored_text():
    rows = [row for model in apps.get_models() for row in model.objects.values_list()]
    sessions = [session.get_decoded() for session in Session.objects.all()]
    return json.dumps(rows + sessions, default=str).lower()


def test_forgotten_guests_are_those_nobody_misses(alice):
    guest, fresh = new_guest(), new_guest()
    now = timezone.now()
    long_ago = now - timedelta(days=31)
    Player.objects.filter(pk__in=[guest.pk, alice.pk]).update(
        date_joined=long_ago, last_login=long_ago
    )
    assert list(Player.objects.forgotten(at=now)) == [guest]
    assert fresh not in Player.objects.forgotten(at=now)
