"""One person, however their name is spelled: at sign-up, at sign-in, and wherever others name
them."""

import unicodedata
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth import get_user
from django.test import Client

from games.accounts import people
from games.accounts.models import Player
from games.accounts.names import BadName
from games.table.writer import play
from games.tournaments import lists
from games.tournaments.writer import bulk, life
from tests.each import each
from tests.pages.browsing import PASSWORD, SIGN_UP, log_in, words
from tests.pages.stored import person, stored
from tests.tournaments.conftest import NOW, WAR, new_director

pytestmark = pytest.mark.django_db

# As their owners type them, and other spellings that they may type later.
NAMES = {
    "น้ำฝน": ["น้ําฝน"],  # the vowel AM as one character, and torn apart
    "ນ້ຳຝົນ": ["ນ້ໍາຝົນ"],
    "Ｔａｒｏ": ["Taro", "ｔａｒｏ", "TARO"],
    "ﾀﾛｳ": ["タロウ"],
    "ǆemal": ["džemal", "DŽEMAL", "ǅemal"],
    "İpek": ["ipek", "İPEK", "Ipek", "IPEK"],
    "Işıl": ["ışıl", "IŞIL", "işil"],
    "Weiß": ["weiß", "WEISS", "WEIẞ"],
    "Νίκος": ["νίκος", "ΝΊΚΟΣ", "ΝΙΚΟΣ"],
    "José": ["jose\u0301", "JOSÉ"],
    "Nguyễn Ánh": ["nguyễn ánh", "NGUYỄN  ÁNH"],
}
FORMS = ("NFC", "NFD", "NFKC", "NFKD")


def spellings(name):
    """What somebody may type: each spelling as each kind of system composes it."""
    written = [name, *NAMES[name]]
    return dict.fromkeys(unicodedata.normalize(form, text) for text in written for form in FORMS)


def sign_up(name):
    client = Client()
    answer = client.post("/account/signup/", SIGN_UP | {"username": name})
    assert answer.status_code == 302, words(answer)
    return get_user(client)


def planned(*rows):
    event = life.create(by=new_director("dora"), name="Cup", stages=[WAR], now=NOW)
    return bulk.plan(event, lists.read("\n".join(rows)))


@each(NAMES)
def test_a_name_is_stored_as_typed_and_opens_its_account_in_every_spelling(name):
    player = sign_up(name)
    assert player.name == player.username == unicodedata.normalize("NFC", name)
    for number, text in enumerate(spellings(name)):
        client = Client(REMOTE_ADDR=f"10.0.{number}.1")
        assert log_in(client, text, PASSWORD).status_code == 302, ascii(text)
        assert get_user(client) == player


@each(NAMES, "alice, client")
def test_a_name_is_taken_and_its_owner_is_named_in_every_spelling(alice, client, name):
    player, bob = sign_up(name), person("Bob")
    table = stored(player, bob)
    client.force_login(alice)
    for text in spellings(name):
        with pytest.raises(BadName, match="looks like it"):
            people.verify_name(text)
    for text in [*spellings(name)][-2:]:
        assert table.code in words(client.get("/history/", {"player": text})), ascii(text)
        assert Client().get(f"/api/v1/players/{text}").json()["name"] == player.name
        waiting = play.open_table(by=alice)
        client.post(f"/t/{waiting.code}/invite/", {"name": text})
        assert waiting.invitations.get().player == player
        waiting.delete()
    entries = planned(*spellings(name))
    assert [entry.player for entry in entries] == [player] * len(entries)
    assert [str(entry.becomes) for entry in entries[:2]] == ["account", "double"]


def test_guests_of_a_list_keep_their_marks_and_are_told_apart_by_accents_alone():
    rows = ["น้ำฝน", "सिद्धार्थ", "Dung", "Dũng", "IŞIL", "ışıl"]
    entries = planned(*rows)
    assert [str(entry.becomes) for entry in entries] == [*["guest"] * 5, "double"]
    assert [bulk.guest_name(row) for row in rows[:2]] == rows[:2]


@each(["Ｇｅｎｅｒａｌ", "ＡＤＭＩＮ", "Ｗａｒ Ｂｏｔ", "gue\u017ft 12"])
def test_reserved_names_are_reserved_in_every_spelling(name):
    with pytest.raises(BadName):
        people.verify_name(name)


def test_spellings_of_a_name_count_as_one_when_passwords_are_guessed(client):
    sign_up("İpek")
    for text in ("İpek", "ipek", "IPEK", "i-pek", "ı.p.e.k"):
        assert "not correct" in words(log_in(client, text, "wrong"))
    assert "Too many" in words(log_in(client, "İPEK", PASSWORD))


def test_a_new_name_signs_in_and_the_old_one_goes_free(client, alice):
    client.force_login(alice)
    page = words(client.post("/me/", {"name": "Işıl"}, follow=True))
    assert "Your name is now Işıl. Sign in with it from now on." in page
    assert log_in(Client(), "IŞIL").status_code == 302
    assert "not correct" in words(log_in(Client(), "Alice"))


def test_a_person_whose_name_was_taken_away_signs_in_with_it(alice):
    people.take_name(alice)
    for text in ("alice", "ALICE", f"Renamed player {alice.pk}"):
        assert log_in(Client(), text).status_code == 302
    with pytest.raises(BadName):
        people.verify_name("alice")


def test_a_person_confirms_the_end_of_an_account_in_their_spelling():
    player = sign_up("José")
    client = Client()
    log_in(client, "José", PASSWORD)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    client.post("/me/goodbye/", {"name": "jose\u0301"})
    player.refresh_from_db()
    assert player.erased


# Accounts of earlier versions ------------------------------------------------------------


def migrated():
    migration = import_module("games.migrations.0090_typed_names")
    migration.join_vowels(apps, None)
    migration.tell_logins_apart(apps, None)


def test_a_torn_name_is_joined_and_opens_its_account():
    torn = "น้ําฝน"
    player = person("Rain")
    Player.objects.filter(pk=player.pk).update(name=torn, username=torn)
    migrated()
    player.refresh_from_db()
    assert player.name == player.username == "น้ำฝน"


def test_of_two_accounts_with_one_login_each_opens():
    """Bella was called Anna once, when logins did not follow names; then another Anna came."""
    renamed, other = person("Bella"), person("anna")
    Player.objects.filter(pk=renamed.pk).update(username="Anna")
    migrated()
    for player, login in ((renamed, "Bella"), (other, "anna"), (other, "ANNA")):
        client = Client()
        assert log_in(client, login).status_code == 302, login
        assert get_user(client) == player


def test_a_login_that_differs_in_more_than_case_stays():
    renamed, other = person("Bella"), person("Änna")
    Player.objects.filter(pk=renamed.pk).update(username="Anna")
    migrated()
    for player, login in ((renamed, "Anna"), (renamed, "bella"), (other, "änna"), (other, "ANNA")):
        client = Client()
        assert log_in(client, login).status_code == 302, login
        assert get_user(client) == player
