"""Error pages: each says what happened and what to do."""

import os
import sqlite3
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import path

from games.pages.about import errors
from games.table.writer import play
from tests.each import each
from warsite.urls import *  # noqa: F403 - the addresses of the site, and some that fail
from warsite.urls import urlpatterns as site

pytestmark = pytest.mark.django_db


def fail(error):
    def view(request):
        raise error

    return view


urlpatterns = [
    path("x/400/", fail(SuspiciousOperation("inner words"))),
    path("x/403/", fail(PermissionDenied("Only Bob may do this."))),
    path("x/403/plain/", fail(PermissionDenied())),
    path("x/500/", fail(RuntimeError("secret detail"))),
    *site,
]


@pytest.fixture
def failing(settings):
    settings.ROOT_URLCONF = "tests.pages.test_errors"
    return Client(raise_request_exception=False)


@each(
    [
        ("/x/400/", 400, "Bad request"),
        ("/x/403/", 403, "Only Bob may do this."),
        ("/x/403/plain/", 403, "You do not have permission"),
        ("/nothing/here/", 404, "does not exist"),
        ("/g/NOPE2345/", 404, "does not exist"),
        ("/p/nobody-here/", 404, "No player is called nobody-here."),
        ("/x/500/", 500, "This is our fault"),
    ],
    "failing",
)
def test_it_says_what_happened(failing, address, status, words):
    answer = failing.get(address)
    page = answer.content.decode()
    assert answer.status_code == status
    assert words in page and f"Error {status}" in page
    assert "inner words" not in page and "secret detail" not in page
    assert 'href="/"' in page


def test_a_form_without_its_token_says_to_reload(failing):
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/account/login/", {"login": "alice", "password": "x"})
    assert answer.status_code == 403
    assert "This page has expired" in answer.content.decode()


def test_too_many_requests(rf):
    request = RequestFactory().get("/")
    request.user = None
    answer = errors.too_many(request)
    assert answer.status_code == 429 and answer["Retry-After"] == "60"
    assert "Too many requests" in answer.content.decode()


@contextmanager
def locked(table):
    """Somebody else writes to this table, for longer than anybody waits."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA busy_timeout = 1")
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        other = sqlite3.connect(name, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
    else:
        url = urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))
        other = psycopg.connect(url)
        other.execute("SELECT 1 FROM games_table WHERE id = %s FOR UPDATE", [table.pk])
    try:
        yield
    finally:
        other.rollback()
        other.close()
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_locked_table_answers_in_words(client, alice):
    table = play.open_table(by=alice, options="cap=20")
    client.force_login(alice)
    client.get("/")
    with locked(table):
        answer = client.post(f"/t/{table.code}/seat/", {"do": "leave"})
    page = answer.content.decode()
    assert answer.status_code == 503 and answer["Retry-After"] == "5"
    assert "we do not know if that worked" in page and "Error 503" in page
    assert client.post(f"/t/{table.code}/seat/", {"do": "leave"}).status_code == 302


def test_the_page_of_a_broken_server_needs_nothing(settings, monkeypatch):
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "nowhere.Storage"}}
    monkeypatch.setattr(connection, "cursor", None)
    answer = errors.server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert b"This is our fault" in answer.content and b"/static/" not in answer.content
