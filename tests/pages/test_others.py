"""What pages print, show as codes and copy for other devices, whichever address they are opened
at."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.pages.tournaments.screen import key_of
from games.relations import circles
from games.table.writer import play
from tests.each import each
from tests.lab.counted import played as counted
from tests.pages.browsing import address, signed_in, text
from tests.pages.codes import card_of, code_of, new_event
from tests.pages.stored import person
from tests.site import ROOT

pytestmark = pytest.mark.django_db
WIFI, BRIDGE = "http://192.168.1.7:8000", "http://172.17.0.1:8000"
LOOPBACK = ("127.0.0.1:8000", "localhost:8000", "[::1]:8000", "127.0.1.1:8000")
ALONE = "Only this computer can open this address."


@pytest.fixture(autouse=True)
def hosts(settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.OWN_URLS = [WIFI, BRIDGE, "http://127.0.0.1:8000"]


@pytest.fixture
def event(director):
    return new_event(director)


def page(client, path, host):
    return client.get(path, headers={"host": host})


@each(LOOPBACK, "director, event")
def test_a_card_that_is_printed_here_works_on_the_phones_of_others(director, event, host):
    office, where = signed_in(director), address(event, "tournament_cards")
    first = page(office, where, host)
    assert code_of(WIFI + card_of(event)) in first.content.decode()
    assert f"192.168.1.7:8000{reverse('tournament_letters')}" in text(first)
    assert ALONE not in text(first)
    wanted = {"address": BRIDGE, "next": where}
    chosen = office.post(reverse("address_for_others"), wanted, headers={"host": host})
    assert chosen["Location"] == where
    second = page(office, where, host)
    assert code_of(BRIDGE + card_of(event)) in second.content.decode()
    assert f'value="{BRIDGE}" selected' in second.content.decode()
    office.post(reverse("address_for_others"), {"address": "http://evil.example", "next": "//x.y"})
    assert code_of(BRIDGE + card_of(event)) in page(office, where, host).content.decode()


@each(["laptop.local:8001", "192.168.1.7", "[fd00::7]:8000"], "director, event")
def test_an_address_that_works_for_others_stays_as_it_is(director, event, host):
    answer = page(signed_in(director), address(event, "tournament_cards"), host)
    assert code_of(f"http://{host}{card_of(event)}") in answer.content.decode()
    assert ALONE not in text(answer) and reverse("address_for_others") not in text(answer)


def test_a_site_for_one_computer_says_so_before_anything_is_printed(director, event, settings):
    settings.OWN_URLS = ["http://127.0.0.1:8000"]
    office, own = signed_in(director), LOOPBACK[0]
    for name in ("tournament_cards", "tournament_rules", "tournament_screen"):
        words = text(page(office, address(event, name), own))
        assert ALONE in words and "make play HOST=0.0.0.0" in words, name
    table = play.open_table(by=person("Olga"), game="war")
    assert ALONE in text(page(Client(), f"/t/{table.code}/", own))


def test_addresses_that_the_site_would_refuse_are_not_offered(director, event, settings):
    settings.ALLOWED_HOSTS = ["127.0.0.1", "172.17.0.1"]
    answer = page(signed_in(director), address(event, "tournament_cards"), LOOPBACK[0])
    assert code_of(BRIDGE + card_of(event)) in answer.content.decode()
    assert WIFI not in answer.content.decode()


def test_links_and_mails_for_others_lead_to_where_they_can_go(director, event):
    olga, own = person("Olga", email="olga@example.org"), LOOPBACK[0]
    table, circle = play.open_table(by=olga, game="war"), circles.create(by=olga, name="Club")
    console = address(event, "tournament_console")
    for client, path, link in (
        (signed_in(olga), f"/t/{table.code}/", f"/t/{table.code}/"),
        (signed_in(olga), f"/circles/{circle.code}/", f"/circles/join/{circle.key}/"),
        (signed_in(director), console, address(event, "tournament_screen", key_of(event))),
    ):
        assert f'data-copy="{WIFI}{link}"' in page(client, path, own).content.decode()
    Client().post("/account/password/reset/", {"email": olga.email}, headers={"host": own})
    assert f"{WIFI}/account/password/reset/key/" in mail.outbox[0].body


def test_what_people_send_is_short_and_opens_at_others(director, event, game):
    olga = person("Olga")
    circle, run = circles.create(by=olga, name="Club"), counted(games=12)
    sent = {
        f"/g/{game.code}/?at=2&chart=chances": f"/g/{game.code}/at/2/",
        f"/g/{game.code}/at/2/?view=all": f"/g/{game.code}/at/2/",
        f"/lab/{run.code}/3/?at=2": f"/lab/{run.code}/3/at/2/",
        f"/lab/{run.code}/?x=1": f"/lab/{run.code}/",
        "/lab/q/length/": "/lab/q/length/",
        address(event, "tournament_standings"): address(event),
        f"/circles/{circle.code}/": f"/circles/join/{circle.key}/",
    }
    keys = {path: f'data-{{}}="{WIFI}{link}"' for path, link in sent.items()}
    for path, key in keys.items():
        words = page(signed_in(olga), path, LOOPBACK[0]).content.decode()
        assert words.count(key.format("share")) == words.count(key.format("copy")) == 1, path


OWN_ADDRESS = re.compile(r"build_absolute_uri|get_host|request\.scheme|location\.(host|origin)")
FOR_THE_READER = {  # of the address that was opened, for whoever opened it
    "games/api/links.py",  # the next page of a list
    "games/pages/account/views.py",  # whether a form leads on to this site
    "games/pages/history/favourites.py",  # whether somebody came from this site
    "games/static/games/js/core/connection.js",  # the websocket
    "games/static/games/js/pages/passkeys.js",  # the same page at localhost
    "games/static/games/js/worker/worker.js",  # whether a file is one of this site
    "templates/api/index.html",  # how the reader begins
    "warsite/addresses.py",
}


def test_addresses_for_others_are_made_in_one_place():
    files = [
        path
        for folder in ("games", "templates", "warsite")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".html", ".txt", ".js") and path.is_file()
    ]
    found = {str(path.relative_to(ROOT)) for path in files if OWN_ADDRESS.search(path.read_text())}
    assert found == FOR_THE_READER
