"""The keys that send an address: the same on every page that somebody would send."""

from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.bots import bot_player
from games.favourites import playlists
from games.favourites.models import Playlist
from games.lab.runs.gallery import GALLERY
from games.relations import circles
from games.rule_sets.writer import save
from games.table.writer import play
from tests.lab.counted import played as counted
from tests.pages.browsing import signed_in

pytestmark = pytest.mark.django_db
SITE = "http://testserver"


class Keys(HTMLParser):
    """What the keys of a page send: `shared` and `codes`, addresses; and `pictures`."""

    def __init__(self, page):
        super().__init__()
        self.shared, self.copied, self.codes, self.pictures = [], [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        if "data-share" in known:
            self.shared.append(known["data-share"])
        if "data-copy" in known:
            self.copied.append(known["data-copy"])
        if "data-qr" in known:
            self.codes.append(known.get("src") or known["href"])
        if "data-picture" in known:
            self.pictures.append(known["href"])


@pytest.fixture
def pages(alice, bob, game, opened):
    """By page, the address that it sends and its picture; those of Alice's circle are hers."""
    code, run, other = game.code, counted(games=12), counted(games=13)
    rules = save(by=alice, name="Grandma", game="war", options="auto=2").get_absolute_url()
    listed = playlists.make(by=alice, name="Great wars")
    playlists.add(playlist=listed, by=alice, game=code)
    Playlist.objects.update(shown=True)
    waiting = play.open_table(by=alice).get_absolute_url()
    event = opened.get_absolute_url()
    question = reverse("lab_question", args=[next(iter(GALLERY))])
    compared = f"/lab/compare/?run={run.code}&run={other.code}"
    sweep = "/lab/sweep/?game=war&options=&vary=auto&value=none&value=2"
    sweep += "&number=length&games=1300&seed=1"
    bot = reverse("player", args=[bot_player("recruit").slug])
    circle = circles.create(by=alice, name="Friday")
    joining = f"/circles/join/{circle.key}/"
    return {
        f"/g/{code}/": (f"/g/{code}/at/0/", f"/g/{code}.png"),
        f"/g/{code}/at/3/": (f"/g/{code}/at/3/", f"/g/{code}/at/3.png"),
        f"/t/{code}/": (f"/g/{code}/", f"/g/{code}.png"),
        waiting: (waiting, f"{waiting[:-1]}.png"),
        f"/lab/{run.code}/": (f"/lab/{run.code}/", f"/lab/{run.code}.png"),
        f"/lab/{run.code}/3/": (f"/lab/{run.code}/3/at/0/", None),
        f"{compared}&x=1": (compared, None),
        sweep: (sweep, None),
        question: (question, None),
        rules: (rules, f"{rules[:-1]}.png"),
        event: (event, f"{event[:-1]}.png"),
        listed.get_absolute_url(): (listed.get_absolute_url(), f"/g/{code}.png"),
        f"/circles/{circle.code}/": (joining, None),
        **{
            path: (path.partition("?")[0], None)
            for path in ("/train/today/", "/ratings/ww3/?x=1", "/ratings/bots/", bot)
        },
    }


def test_each_page_sends_a_short_address_a_picture_and_a_code(pages, alice):
    visitor = signed_in(alice)
    for page, (address, picture) in pages.items():
        answer = visitor.get(page)
        keys = Keys(answer.content.decode())
        assert (page, keys.shared) == (page, [SITE + address])
        assert SITE + address in keys.copied, page
        assert (page, keys.pictures) == (page, [picture] if picture else [])
        (code,) = keys.codes
        assert parse_qs(urlsplit(code).query)["of"] == [SITE + address]
        drawn = visitor.get(code)
        assert drawn["Content-Type"] == "image/svg+xml" and b"<path" in drawn.content


def test_a_code_is_of_this_site_alone():
    client = Client()
    first, same = (
        client.get("/qr.svg", {"of": of}).content
        for of in ("/g/ABCDEFGH/?x=1", "https://elsewhere.example/g/ABCDEFGH/?x=1")
    )
    assert first == same
    for of in ("", "g/", "http://[", "/" + "x" * 500, "mailto:a@b.example"):
        assert client.get("/qr.svg", {"of": of}).status_code == 404
