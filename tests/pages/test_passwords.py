"""Checks of passwords are dear: one hash for each attempt, few attempts, and no connection to the
database while they wait."""

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as configured
from django.contrib.auth.hashers import MD5PasswordHasher, make_password
from django.db import OperationalError, connection
from django.test import Client
from psycopg_pool import PoolTimeout

from games.accounts import hashers
from games.accounts.models import Player
from games.pages.about import errors
from tests.each import each
from tests.pages.stored import person

PASSWORD_HASHERS = configured.PASSWORD_HASHERS  # tests have a quicker one
RIGHT = "correct horse"


class CountedHasher(MD5PasswordHasher):
    count = 0

    def encode(self, password, salt):  # verifying does, too
        CountedHasher.count += 1
        return super().encode(password, salt)


@pytest.fixture
def alice(db, settings):
    settings.PASSWORD_HASHERS = ["tests.pages.test_passwords.CountedHasher"]
    alice = person("Alice", email="alice@example.org")
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    return alice


def hashes_of(page, path, **form):
    CountedHasher.count = 0
    page.post(path, form)
    return CountedHasher.count


@each(["alice", "alice@example.org", "nobody", "no@example.org"], "alice, client")
def test_a_wrong_password_is_hashed_once_at_log_in(alice, client, login):
    assert hashes_of(client, "/account/login/", login=login, password="wrong") == 1


def test_a_wrong_password_is_hashed_once_on_every_other_page(alice, client):
    client.post("/account/login/", {"login": "alice", "password": RIGHT})
    assert hashes_of(client, "/account/reauthenticate/", password="wrong") == 1
    new = {"password1": "correct horse 7", "password2": "correct horse 7"}
    assert hashes_of(client, "/account/password/change/", oldpassword="wrong", **new) == 1


def test_an_address_that_many_entered_costs_one_hash(alice, client):
    for number in range(5):
        person(f"Copy {number}", email="copy@example.org")
    assert hashes_of(client, "/account/login/", login="copy@example.org", password="wrong") == 1


def test_a_network_tries_ten_wrong_passwords_a_minute_on_all_pages(alice, time_machine):
    time_machine.move_to("2026-01-05 12:00:00Z", tick=False)
    pages = [Client() for _ in range(4)]
    for number, page in enumerate(pages):
        person(f"Player {number}", email=f"p{number}@example.org")
        page.post("/account/login/", {"login": f"player {number}", "password": RIGHT})
    CountedHasher.count = 0
    new = {"password1": "correct horse 7", "password2": "correct horse 7"}
    for number, page in enumerate(pages):
        page.post("/account/reauthenticate/", {"password": "wrong"})
        page.post("/account/password/change/", new | {"oldpassword": "wrong"})
        Client().post("/account/login/", {"login": f"p{number}@example.org", "password": "wrong"})
    assert CountedHasher.count == 10
    refused = Client().post("/account/login/", {"login": "alice", "password": RIGHT})
    assert "Too many" in refused.content.decode()
    form = {"login": "alice", "password": RIGHT}
    assert Client(REMOTE_ADDR="10.0.0.9").post("/account/login/", form).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_whoever_waits_for_a_hash_keeps_no_connection(settings, monkeypatch):
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    known, original, open_connections = make_password("correct horse"), hashers._threads.submit, []

    def submit(*work):
        open_connections.append(connection.connection)
        return original(*work)

    monkeypatch.setattr(hashers._threads, "submit", submit)
    alice = person("Alice")
    alice.password = known
    alice.save()
    assert (
        Client().post("/account/login/", {"login": "alice", "password": RIGHT}).status_code == 302
    )
    assert open_connections and set(open_connections) == {None}


def test_a_pool_without_a_free_connection_is_no_fault(rf):
    try:
        raise OperationalError from PoolTimeout("no connection after 20 s")
    except OperationalError:
        answer = errors.server_error(rf.get("/"))
    assert answer.status_code == 503 and answer["Retry-After"] == "5"
    assert "The site is busy" in answer.content.decode()


def test_a_password_is_the_same_however_a_device_composes_it(client, db):
    """An accent may be a character of its own, and letters may be wide."""
    composed, torn, wide = (f"caf{end} in Paris 7" for end in ("é", "e\u0301", "é"))
    wide = wide.replace("P", "Ｐ")
    for number, own in enumerate((composed, torn, wide)):
        form = {"username": f"Zoe {number}", "password1": own, "password2": own}
        assert client.post("/account/signup/", form).status_code == 302
        for typed in (composed, torn, wide):
            login = {"login": f"Zoe {number}", "password": typed}
            assert Client().post("/account/login/", login).status_code == 302
        client.logout()
    old = person("Old")  # from before
    Player.objects.filter(pk=old.pk).update(password=make_password(torn))
    assert Client().post("/account/login/", {"login": "Old", "password": torn}).status_code == 302
    assert Client().post("/account/login/", {"login": "Old", "password": "e"}).status_code == 200
