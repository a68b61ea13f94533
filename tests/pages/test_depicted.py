"""Pictures of pages: what they show, and that they stay as somebody saw them.

To keep new ones, run `KEEP=1 python -m pytest tests/pages/test_depicted.py`, and look at them."""

import os
import secrets
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string
from PIL import Image, ImageChops, ImageStat

from tests import luck
from tests.pages.depicted import Depicted
from tests.pages.heads import Head

pytestmark = pytest.mark.outer
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
