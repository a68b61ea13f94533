"""One's own page: name, data, addresses, goodbye."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.core import mail

from tests.each import each
from tests.pages.browsing import log_in, signed_in, words
from tests.pages.stored import person, stored

pytestmark = pytest.mark.django_db


def test_a_new_name(client, alice):
    log_in(client)
    assert client.post("/me/", {"name": "Alicia"}).status_code == 302
    alice.refresh_from_db()
    assert alice.name == "Alicia" and client.get("/p/alicia/").status_code == 200


@each([("Bob", "looks like it"), ("", "required"), ("!", "2 to")], "client, alice, bob")
def test_a_name_that_cannot_be_had(client, alice, bob, name, says):
    log_in(client)
    answer = client.post("/me/", {"name": name})
    assert answer.status_code == 400 and says in words(answer)
    alice.refresh_from_db()
    assert alice.name == "Alice"


def test_everything_about_me_as_a_file(client, alice, bob):
    game = stored(alice, bob)
    log_in(client)
    answer = client.get("/me/data.json")
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer.json()["player"]["name"] == "Alice"
    assert [row["code"] for row in answer.json()["games"]] == [game.code]
    assert f"in one JSON file: {len(answer.json())} kinds of data" in words(client.get("/me/"))


def say_goodbye(client, name):
    """Ask for the deletion, which asks for the password again."""
    asked = client.post("/me/goodbye/", {"name": name})["Location"]
    assert asked.startswith("/account/reauthenticate/")
    return client.post(asked, {"password": "correct horse"}, follow=True)


def test_goodbye_asks_for_the_password_again_and_for_the_name(client, alice):
    log_in(client)
    answer = say_goodbye(client, "Malice")
    assert answer.status_code == 400 and "Nothing was deleted" in words(answer)
    alice.refresh_from_db()
    assert not alice.erased


def test_the_password_cannot_be_guessed_when_an_account_is_deleted(client, alice):
    log_in(client)
    client.post("/me/goodbye/", {"name": "Alice"})
    answers = [
        client.post("/account/reauthenticate/", {"password": f"guess {number}"}).status_code
        for number in range(12)
    ]
    assert answers[0] == 200 and answers[-1] == 429


def test_another_address_asks_for_the_password_again(client, alice):
    log_in(client)
    answer = client.post("/account/email/", {"action_add": "", "email": "new@example.org"})
    assert answer["Location"].startswith("/account/reauthenticate/")
    assert not alice.emailaddress_set.exists()


def test_another_address_is_told_to_the_old_one(client):
    alice = person("Alice", email="alice@example.org")
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    log_in(client)
    add = {"action_add": "", "email": "new@example.org"}
    asked = client.post("/account/email/", add)["Location"]
    client.post(asked, {"password": "correct horse"})
    client.post("/account/email/", add)
    confirm = re.search(r"(/account/confirm-email/\S+)", mail.outbox[-1].body)[1]
    client.post(confirm)
    client.post("/account/email/", {"action_primary": "", "email": "new@example.org"})
    alice.refresh_from_db()
    assert alice.email == "new@example.org"
    letters = [sent for sent in mail.outbox if sent.to == ["alice@example.org"]]
    assert letters and "new@example.org" in letters[-1].body, [
        (m.to, m.subject) for m in mail.outbox
    ]


def test_goodbye_forgets_the_person_and_keeps_the_game(client, alice, bob):
    game = stored(alice, bob)
    log_in(client)
    answer = say_goodbye(client, "Alice")
    assert "Your account has been deleted" in words(answer)
    assert not get_user(client).is_authenticated
    assert "Deleted player" in words(client.get("/history/")) and game.code
    assert not log_in(client).has_header("Location")


def test_a_guest_confirms_by_name(client, guest):
    assert client.post("/me/goodbye/", {"name": "yes"}).status_code == 400
    assert client.post("/me/goodbye/", {"name": guest.name}).status_code == 302
    guest.refresh_from_db()
    assert guest.erased


def test_the_settings_are_in_groups(client, alice):
    nav = signed_in(alice).get("/me/").content.decode().partition('class="sidenav"')[2]
    nav = nav.partition("</nav>")[0]
    groups = nav.split('<div role="group"')[1:]
    assert [re.search(r"<b [^>]*>(.*?)</b>", group)[1] for group in groups] == [
        "Account",
        "Playing",
        "Programs",
    ]
    assert max(group.count("<a ") for group in groups) <= 6
    assert nav.count("<a ") == 14 and "<details>" in nav
