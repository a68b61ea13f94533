"""Pages for frames of other sites, and how programs find them."""

import re
from datetime import UTC, date, datetime
from html.parser import HTMLParser

import pytest
import time_machine

from games.accounts.guests import BACKEND
from games.lab.runs.models import Simulation
from games.lab.training.day import open_places, place_of
from games.lab.training.models import TrainingAnswer
from games.table.writer import play
from tests.each import each
from tests.lab.counted import played as counted
from tests.pages.heads import Head
from tests.pages.stored import person, played

pytestmark = pytest.mark.django_db


class Parts(HTMLParser):
    """The links and forms of a page."""

    def __init__(self, page):
        super().__init__()
        self.links, self.forms = [], 0
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.forms += tag == "form"
        if tag == "a":
            self.links.append(dict(attrs))


@pytest.fixture
def alice():
    return person("Alice")


@pytest.fixture
def game(alice):
    return played(alice, person("Bob"))


@pytest.fixture
def addresses(game):
    start = f"/embed/g/{game.code}/"
    return {
        start: f"/g/{game.code}/",
        f"{start}at/3/": f"/g/{game.code}/at/3/",
        f"/embed/lab/{(run := counted(games=12)).code}/": f"/lab/{run.code}/",
    }


def test_any_site_may_frame_them_and_they_link_to_the_game_alone(client, addresses):
    for address, shown in addresses.items():
        answer = client.get(address)
        assert "frame-ancestors *;" in answer["Content-Security-Policy"] + ";"
        assert "form-action 'none'" in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
        parts = Parts(answer.content.decode())
        (link,) = parts.links
        assert link["href"].endswith(shown)
        assert (link["rel"], link["target"], parts.forms) == ("noopener", "_blank", 0)


def test_no_other_page_may_be_framed(client, game):
    for address in ("/", f"/g/{game.code}/", "/embed/", f"/g/{game.code}.png", "/oembed"):
        answer = client.get(address)
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"


def test_they_know_nobody(client, addresses, alice):
    strangers = {address: client.get(address).content for address in addresses}
    client.force_login(alice, BACKEND)
    client.cookies["theme"] = "dark"
    for address, page in strangers.items():
        answer = client.get(address)
        assert (answer.content, bool(answer.cookies)) == (page, False)


def test_what_is_not_for_everybody_is_not_found(client, alice):
    private = played(alice, person("Carol"), private=True)
    running = play.open_table(by=alice, game="war", bots=["recruit"])
    unlisted = counted(games=13)
    Simulation.objects.filter(pk=unlisted.pk).update(unlisted=True)
    client.force_login(alice, BACKEND)
    shown = [f"g/{private.code}", f"g/{running.code}", f"lab/{unlisted.code}", "g/NOSUCHGM"]
    for path in shown:
        assert client.get(f"/embed/{path}/").status_code == 404
        assert client.get("/oembed", {"url": f"http://testserver/{path}/"}).status_code == 404
        page = client.get(f"/{path}/", follow=True).content.decode()
        assert "json+oembed" not in page
    for path in ("g/NOSUCHGM/frames.json", f"g/{private.code}/frames.json"):
        assert client.get(f"/embed/{path}").status_code == 404


def test_programs_find_the_frame_of_an_address(client, addresses):
    for embedded, shown in addresses.items():
        page = client.get(shown).content.decode()
        if "/at/" not in shown:
            (found,) = [link for link in Head(page).links["alternate"] if "/oembed?" in link]
            assert client.get(found).status_code == 200
        said = client.get("/oembed", {"url": f"http://testserver{shown}"}).json()
        assert (said["version"], said["type"], said["width"]) == ("1.0", "rich", 640)
        assert re.search(r'src="([^"]+)"', said["html"])[1].endswith(embedded)
        assert f'height="{said["height"]}"' in said["html"]
        assert client.get(said["thumbnail_url"])["Content-Type"] == "image/png"


def test_a_place_of_the_trainer_asks_in_a_frame_and_keeps_nothing(client, alice):
    with time_machine.travel(datetime(2026, 11, 20, 12, tzinfo=UTC)):
        today = place_of(date(2026, 11, 20))
        other = next(iter(open_places(date(2026, 11, 20)).values()))
        client.force_login(alice, BACKEND)
        for place, shown in ((today, "/train/today/"), (other, other.get_absolute_url())):
            embedded = f"/embed{shown}"
            answer = client.get(embedded, {"chose": place.best.act})
            page, csp = answer.content.decode(), answer["Content-Security-Policy"]
            assert "frame-ancestors *;" in f"{csp};" and "X-Frame-Options" not in answer
            assert ("of 100 from here" in page) == (place == other)
            asked = Parts(client.get(embedded).content.decode())
            acts = [link["href"] for link in asked.links[:-1]]
            leads = (
                [f"http://testserver{shown}" for _answer in place.answers]
                if place == today
                else [f"?chose={one.act}" for one in place.answers]
            )
            assert (acts, asked.forms, bool(answer.cookies)) == (leads, 0, False)
            (found,) = Head(client.get(shown).content.decode()).links["alternate"]
            said = client.get(found).json()
            assert f'src="http://testserver{embedded}"' in said["html"]
        assert client.get(f"/embed/train/{today.key}/").status_code == 404  # that of the day
        assert client.get("/embed/train/nowhere/").status_code == 404
    assert not TrainingAnswer.objects.exists()


@each([("100", 320), ("500", 500), ("99999", 1200), ("x", 640), ("-1", 640)], "client, game")
def test_a_frame_is_as_wide_as_they_want_within_bounds(client, game, asked, width):
    url = f"http://testserver/g/{game.code}/"
    assert client.get("/oembed", {"url": url, "maxwidth": asked}).json()["width"] == width


@each(["", "http://[", "http://testserver/", "/t/AAAAAAAA/", "\u2028"], "client")
def test_other_addresses_have_no_frame(client, url):
    assert client.get("/oembed", {"url": url}).status_code == 404
    assert client.get("/oembed", {"url": url, "format": "xml"}).status_code == 400
