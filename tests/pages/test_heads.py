"""What a page says about itself to search engines and to people to whom it is sent."""

import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from games.tournaments.models import Tournament
from tests.each import each
from tests.pages.browsing import signed_in
from tests.pages.heads import Head
from tests.tournaments.conftest import new_director
from tests.tournaments.evening import open_for_entries

WIDTH, HEIGHT = 1200, 630
HOME_SCREEN = 180  # pixels, of an icon on a phone by Apple


def head_of(client: Client, path: str) -> Head:
    return Head(client.get(path).content.decode())


def size_of(address: str, most: int) -> tuple[int, int]:
    """The width and height of a PNG, which has at most so many bytes."""
    content = Path(finders.find(address.removeprefix(settings.STATIC_URL))).read_bytes()
    assert content.startswith(b"\x89PNG") and len(content) < most
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def test_the_picture_has_the_size_that_pages_give():
    assert size_of("games/share.png", 100_000) == (WIDTH, HEIGHT)


@pytest.mark.django_db
def test_icons_have_the_sizes_that_the_manifest_and_the_head_give(client):
    icons = client.get("/manifest.webmanifest").json()["icons"]
    drawn = [icon for icon in icons if icon["type"] == "image/png"]
    sizes = ["{}x{}".format(*size_of(icon["src"], 15_000)) for icon in drawn]
    assert sizes == [icon["sizes"] for icon in drawn] == ["192x192", "512x512", "512x512"]
    assert [icon.get("purpose") for icon in icons] == [None, None, None, "maskable"]
    (touched,) = head_of(client, "/").links["apple-touch-icon"]
    assert size_of(touched, 15_000) == (HOME_SCREEN, HOME_SCREEN)


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


HOSTILE = "Tom & \"Jerry\" </script><script>alert('x')</script> \u2028"


@pytest.mark.django_db
def test_a_tournament_that_is_open_to_all_is_an_event(client):
    event = open_for_entries(new_director("Dora"))
    Tournament.objects.filter(pk=event.pk).update(name=HOSTILE)
    address = f"http://testserver/tournaments/{event.code}/"
    crumbs, said = head_of(client, address).structured
    assert crumbs["itemListElement"][1]["name"] == " ".join(HOSTILE.split())
    assert said == {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": HOSTILE,
        "startDate": "2027-01-15T08:00:00+00:00",
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OnlineEventAttendanceMode",
        "isAccessibleForFree": True,
        "location": {"@type": "VirtualLocation", "url": address},
        "url": address,
        "image": address[:-1] + ".png",
    }
    for path in ("standings/", "entrants/"):
        (crumbs,) = head_of(client, address + path).structured
        assert crumbs["@type"] == "BreadcrumbList"


@pytest.mark.django_db
@each([{"link_only": True}, {"starts": None}], "client")
def test_what_is_unlisted_or_has_no_time_is_no_event(client, terms):
    event = open_for_entries(new_director("Dora"))
    Tournament.objects.filter(pk=event.pk).update(terms=event.terms | terms)
    said = head_of(client, f"/tournaments/{event.code}/").structured
    assert [data["@type"] for data in said] == ["BreadcrumbList"] * ("starts" in terms)
