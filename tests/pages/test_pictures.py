"""Pictures of pages: what they show, what they never show, and that they stay as somebody saw them.

To keep new ones, run `KEEP=1 python -m pytest tests/pages/test_pictures.py`, and look at them."""

import os
import secrets
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from PIL import Image, ImageChops, ImageStat

from games.accounts import limits
from games.accounts.guests import BACKEND
from games.accounts.models import Player
from games.lab.runs.models import Simulation
from games.relations import circles
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from games.tournaments.writer import life
from tests import luck
from tests.lab.counted import played as counted
from tests.pages.depicted import Depicted
from tests.pages.heads import Head
from tests.pages.stored import person, played
from tests.tournaments.conftest import NOW, WAR, new_director

KEPT = Path(__file__).with_name("pictures")
SIZE = (300, 158)  # the smallest at which programs show them
FAR = 2.0  # mean difference of a colour, of 255
ROUNDS = "Sergeant Ada", "Recruit", "General", "Sergeant"
WORDS = {
    "war-deal": ["Nobody leads", "The deal, Automatic War", "Alice", "26", "Bob", "26"],
    "war-war": ["Bob leads", "Battle 10, Automatic War", "Alice", "18", "Bob", "24"],
    "war-end": ["Alice wins", "Automatic War, 20 battles", "Biggest war: 10 cards", "Alice", "Bob"],
    "war-chances": [
        *("Zoë Sahin-Ødegård leads", "Battle 5, Classic War"),
        *("Bob", "<1%", "Zoë Sahin-Ødegård", ">99%"),
    ],
    "ww3-end": ["Sergeant wins", "World War III, 17 rounds", "Biggest war: 23 cards", *ROUNDS],
    "waiting": [
        "War, own options",
        "Three players, the highest card wins, a face-down",
        "six saves the loser, slap fives within 3 s",
        *("Alice", "Bob", "free seat"),
    ],
    "run": [
        "Classic War",
        "A game takes 289 battles on average, give or take",
        "35; half are over after 212, nine in ten after 626.",
        "No seat is better off, as far as 200 games can show.",
        *("Seat 1: 54%", "Seat 2: 46%"),
    ],
    "rules": ["Grandma’s long Sunday", "War. Slap fives within 3 s. At most 50 battles"],
    "podium": [
        *("Evening", "War, Swiss, 15 Jan 2027, 08:00 UTC", "player 5", "2nd", "points: 2½"),
        *("player 1", "1st", "points: 3", "player 2", "3rd", "points: 1½"),
    ],
    "entries": ["Club night", "War, Swiss, 15 Jan 2027, 08:00 UTC"],
}


def texts(answer):
    """The words of a picture, read from its SVG."""
    svg = render_to_string(answer.templates[0].name, answer.context[0].flatten())
    return [
        "".join(element.itertext())
        for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    ]


def small(png):
    return Image.open(BytesIO(png)).convert("RGB").resize(SIZE, Image.Resampling.BOX)


@pytest.fixture
def depicted(db, monkeypatch):
    """The same games whatever was drawn before."""

    def same_luck(name):
        for function, draw in luck.drawn(name).items():
            monkeypatch.setattr(secrets, function, draw)

    return Depicted(same_luck)


def test_each_looks_as_it_was_kept_and_says_what_it_shows(client, depicted):
    for name, address in depicted.addresses.items():
        answer = client.get(address)
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/png"), name
        picture, file = small(answer.content), KEPT / f"{name}.png"
        if os.environ.get("KEEP"):
            picture.quantize(48).save(file, optimize=True)
        difference = ImageChops.difference(picture, Image.open(file).convert("RGB"))
        assert max(ImageStat.Stat(difference).mean) < FAR, name
        if name in WORDS:
            assert texts(answer) == [*WORDS[name], "warsite"]


@pytest.mark.django_db
def test_what_is_not_for_everybody_has_no_picture(client):
    alice, bob, dora = person("Alice"), person("Bob"), new_director("Dora")
    circle = circles.create(by=alice, name="Friday")
    circles.join(circle=circle, player=bob)
    running = play.open_table(by=alice, game="war", bots=["recruit"])
    play.ready(Order(running, alice), entropy=bytes(16))
    held_back = played(alice, bob)
    Table.objects.filter(pk=held_back.pk).update(held_back=True)
    draft = life.create(by=dora, name="Draft", terms={}, stages=[WAR], now=NOW)
    unlisted = counted(games=12)
    Simulation.objects.filter(pk=unlisted.pk).update(unlisted=True)
    games = [played(alice, bob, private=True), played(alice, bob, circle=circle), held_back]
    waiting = [
        play.open_table(by=bob, private=True, game="ww3"),
        play.open_table(by=alice, circle=circle),
    ]
    addresses = [
        *(f"/g/{game.code}.png" for game in (*games, running)),
        *(f"/g/{game.code}/at/2.png" for game in (*games, running)),
        *(f"/t/{table.code}.png" for table in (*waiting, running, *games)),
        *(f"/lab/{unlisted.code}.png", f"/tournaments/{draft.code}.png"),
        *("/g/NOSUCHGM.png", "/g/NOSUCHGM/at/2.png", "/lab/NOSUCHGM.png"),
    ]
    client.force_login(alice, BACKEND)  # who may see them all
    assert {client.get(address).status_code for address in addresses} == {404}
    for page in (f"/g/{games[0].code}/", f"/t/{waiting[0].code}/", f"/t/{running.code}/"):
        head = Head(client.get(page).content.decode())
        assert head.only("og:image").startswith("http://testserver/static/games/share.")
        assert "Alice" not in head.only("og:image:alt")


def test_a_page_names_its_own_picture(client, depicted):
    pages = {
        f"/g/{depicted.war.code}/": "war-end",
        f"/g/{depicted.war.code}/at/3/": "war",
        f"/g/{depicted.war.code}/?at=3&hide=1": "war",
        depicted.addresses["waiting"].replace(".png", "/"): "waiting",
        depicted.addresses["run"].replace(".png", "/"): "run",
        depicted.addresses["rules"].replace(".png", "/"): "rules",
        depicted.addresses["podium"].replace(".png", "/standings/"): "podium",
    }
    for page, name in pages.items():
        head = Head(client.get(page).content.decode())
        assert urlsplit(head.only("og:image")).path == depicted.addresses[name]
        assert len(head.only("og:image:alt")) > 10
    assert "wins" not in Head(client.get(f"/g/{depicted.war.code}/?hide=1").content.decode()).only(
        "og:image:alt"
    )


def test_whoever_has_a_picture_is_not_sent_it_again(client, depicted):
    address = depicted.addresses["war"]
    first = client.get(address)
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first["Cache-Control"] == again["Cache-Control"] == "public, max-age=86400"
    old = client.get(address)["ETag"]
    Player.objects.filter(name="Alice").update(name="Alicia")
    assert client.get(address)["ETag"] != old


def test_a_network_that_asks_for_many_waits(client, depicted, rf, settings):
    settings.LIMITS = True
    request = rf.get("/")
    request.user = AnonymousUser()
    for _ in range(limits.PICTURES.network):
        limits.verify(limits.PICTURES, request)
    answer = client.get(depicted.addresses["war"])
    assert answer.status_code == 429 and int(answer["Retry-After"]) <= 60
    assert "Too many new pictures" in answer.content.decode()
