"""What a page says about itself to search engines and to people to whom it is sent."""

import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.pages.browsing import signed_in
from tests.pages.heads import Head

WIDTH, HEIGHT = 1200, 630


def head_of(client: Client, path: str) -> Head:
    return Head(client.get(path).content.decode())


def test_the_picture_has_the_size_that_pages_give():
    content = Path(finders.find("games/share.png")).read_bytes()
    assert content.startswith(b"\x89PNG")
    assert struct.unpack(">II", content[16:24]) == (WIDTH, HEIGHT)
    assert len(content) < 100_000


@pytest.mark.django_db
def test_pages_of_people_are_not_found_by_search_engines(client, alice, game):
    paths = (f"/t/{game.code}/", f"/g/{game.code}/", f"/g/{game.code}/at/2/", f"/p/{alice.slug}/")
    for path in paths:
        head = head_of(client, path)
        assert head.only("robots") == "noindex", path
        assert "canonical" not in head.links
        assert head.only("og:title")


@pytest.mark.django_db
def test_the_address_that_is_sent_has_no_query(client, alice):
    head = head_of(client, "/history/?player=alice&shortest=3")
    assert head.links["canonical"] == [head.only("og:url")] == ["http://testserver/history/"]
    assert "robots" not in head_of(signed_in(alice), "/rules/war/").metas


@pytest.mark.django_db
def test_a_page_that_is_not_there_has_no_address(client):
    head = head_of(client, "/t/NOTTHERE/")
    assert head.only("robots") == "noindex"
    assert "canonical" not in head.links and "og:url" not in head.metas
