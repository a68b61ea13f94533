"""What search engines and feed readers find, and what programs look for at the same address on
every site."""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.bots import bot_player, make_owned
from games.accounts.models import Player
from games.accounts.preferences import choose
from games.lab.runs.models import Simulation
from games.pages.about import sitemaps
from games.relations import circles
from games.tournaments.writer import life
from games.tournaments.writer.orders import Order
from tests.lab.counted import played as counted
from tests.pages.browsing import signed_in
from tests.pages.heads import Head
from tests.pages.sitemaps import found, locations
from tests.pages.stored import person
from tests.tournaments.conftest import NOW, WAR, new_director

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
WIFI = "http://192.168.1.7:8000"


def read(client, path, **headers):
    return ElementTree.fromstring(client.get(path, headers=headers).content)


def event(director, name, *, announced=True, **more):
    terms = {"starts": NOW + 60_000} | more.pop("terms", {})
    draft = life.create(by=director, name=name, terms=terms, stages=[WAR], now=NOW, **more)
    return life.announce(Order(draft.code, director, now=NOW)) if announced else draft


@pytest.fixture
def director():
    return new_director("Dora")


def test_sitemaps_have_what_is_shown_to_all_and_nothing_of_people(client, alice, game, director):
    shown, bot = event(director, "Shown"), bot_player("general")
    circle = circles.create(by=alice, name="Friday")
    secret = [
        event(director, "Draft", announced=False),
        event(director, "By link", terms={"link_only": True}),
        event(alice, "Ours", circle=circle, terms={"audience": "circle"}),
    ]
    run, *hidden = [counted(games=12, seed=seed) for seed in (1, 2, 3)]
    Simulation.objects.filter(pk=hidden[0].pk).update(unlisted=True)
    Simulation.objects.filter(pk=hidden[1].pk).update(start="a place")
    make_owned(owner=alice, name="Robo Anna")
    paths = found(client)
    assert {"/", "/rules/ww3/", "/about/club/", "/lab/q/length/"} < set(paths)
    of_rows = {path for path in paths if path.startswith(("/p/", "/tournaments/", "/lab/"))}
    of_rows -= set(sitemaps.Texts().items())
    assert of_rows == {shown.get_absolute_url(), run.get_absolute_url(), f"/p/{bot.slug}/"}
    assert secret and not any(path.startswith(("/t/", "/g/")) for path in paths)


def test_sitemaps_stay_small_on_a_large_site(client, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(sitemaps, "MOST", 2)
    runs = [counted(games=12, seed=seed) for seed in (1, 2, 3)]
    with django_assert_num_queries(2):
        pages = locations(client, "/sitemap-runs.xml")
    assert [urlsplit(page).path for page in pages] == [
        run.get_absolute_url() for run in (runs[2], runs[1])
    ]
    with django_assert_num_queries(9):
        client.get("/sitemap.xml")
    assert client.get("/sitemap-games.xml").status_code == 404


def test_people_are_found_only_if_they_say_so(client, alice):
    def robots():
        return Head(client.get(f"/p/{alice.slug}/").content.decode()).metas.get("robots", [])

    def listed():
        return f"/p/{alice.slug}/" in found(client)

    assert robots() == ["noindex"] and not listed()
    choose(alice, {"findable": True})
    assert robots() == [] and listed()
    Player.objects.filter(pk=alice.pk).update(is_active=False)  # banned
    assert robots() == ["noindex"] and not listed()


def test_a_feed_tells_when_a_tournament_is_announced_and_when_it_is_over(
    client, director, django_assert_num_queries
):
    event(director, "Hidden", terms={"link_only": True})
    shown = event(director, "Tom & <b>Jerry</b>")
    (link,) = Head(client.get("/tournaments/").content.decode()).links["alternate"]
    first = read(client, link)
    life.cancel(Order(shown.code, director, reason="Rain.", now=NOW + 1000))
    second = read(client, link)
    entries = [feed.findall(f"{ATOM}entry") for feed in (first, second)]
    (announced,), (over,) = entries
    said = [
        [entry.findtext(f"{ATOM}{tag}") for entry in (announced, over)] for tag in ("title", "id")
    ]
    address = f"http://testserver{shown.get_absolute_url()}"
    assert said == [
        ["Tom & <b>Jerry</b>: Announced", "Tom & <b>Jerry</b>: Cancelled"],
        [f"{address}#announced", f"{address}#over"],
    ]
    assert over.find(f"{ATOM}link").get("href") == address
    assert "War, Swiss" in over.findtext(f"{ATOM}summary")
    with django_assert_num_queries(2):
        answer = client.get(link)
    assert answer["Content-Type"].startswith("application/atom+xml")
    again = {"If-None-Match": answer["ETag"], "If-Modified-Since": answer["Last-Modified"]}
    assert client.get(link, headers=again).status_code == 304


def test_addresses_for_other_programs_work_on_other_devices(client, director, settings):
    settings.ALLOWED_HOSTS, settings.OWN_URLS = ["*"], [WIFI, "http://127.0.0.1:8000"]
    settings.CONTACT_EMAIL = "help@example.org"
    shown, here = event(director, "Shown"), {"host": "127.0.0.1:8000"}
    feed = read(client, reverse("tournament_feed"), **here)
    links = [link.get("href") for link in feed.iter(f"{ATOM}link")]
    paths = ("/tournaments/", "/tournaments/feed.atom", shown.get_absolute_url())
    assert links == [WIFI + path for path in paths]
    robots = client.get("/robots.txt", headers=here).content.decode()
    assert f"\nSitemap: {WIFI}/sitemap.xml\n" in robots
    contact = client.get("/.well-known/security.txt", headers=here).content.decode()
    assert f"\nCanonical: {WIFI}/.well-known/security.txt\n" in contact


def test_who_finds_a_hole_knows_whom_to_tell(client, settings):
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.CONTACT_EMAIL = "o'hara@example.org"
    answer = client.get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = dict(line.split(": ", 1) for line in answer.content.decode().splitlines() if line)
    assert lines["Contact"] == "mailto:o'hara@example.org"
    lasts = datetime.fromisoformat(lines["Expires"]) - datetime.now(UTC)
    assert timedelta(days=80) < lasts < timedelta(days=365)


def test_password_managers_find_the_page_where_a_password_is_changed():
    olga = person("Olga")
    answer = signed_in(olga).get("/.well-known/change-password", follow=True)
    assert answer.redirect_chain == [("/account/password/change/", 302)]
    assert b'name="oldpassword"' in answer.content
    answer = Client().get("/.well-known/change-password", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/account/login/?next=")
