"""Rules, credits, and what robots and browsers request."""

import json
import re

import pytest

from games.pages.about.guides import GUIDES
from games.rules.catalogue import GAMES, find
from games.table.models import Table
from games.table.rated import FORFEIT_S
from tests.each import each
from tests.pages.browsing import signed_in, words

pytestmark = pytest.mark.django_db
TEXT = re.compile(r'<(?:article|section) class="p.*</(?:article|section)>', re.S)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


def test_the_rules_have_every_option_and_preset(client):
    page = client.get("/rules/war/").content.decode()
    game = find("war")
    for option in game.schema.options:
        assert f"<code>{option.key}=</code>" in page and option.label in page
    for preset in game.presets:
        assert preset.name in page
    for anchor in ("play", "short", "order", "end", "house", "slap", "odds", "sources"):
        assert f'id="{anchor}"' in page and f'href="#{anchor}"' in page


@each(["/rules/", "/rules/war/"], "client, alice")
def test_the_rules_are_the_same_for_everybody_and_the_rest_is_not(client, alice, address):
    own = signed_in(alice)
    for _ in range(2):  # the second time the text is not rendered again
        stranger, reader = words(client.get(address)), words(own.get(address))
        assert TEXT.findall(stranger) == TEXT.findall(reader) != []
        assert "Sign out" in reader and "Sign out" not in stranger
        assert TOKEN.findall(reader) and not {*TOKEN.findall(reader)} & {*TOKEN.findall(stranger)}


def test_the_rules_of_world_war_iii_are_complete_and_credited(client):
    page = client.get("/rules/ww3/").content.decode()
    game = find("ww3")
    for option in game.schema.options:
        assert f"<code>{option.key}=</code>" in page and option.label in page
    for preset in game.presets:
        assert preset.name in page and f"?game=ww3&amp;preset={preset.key}" in page
    anchors = (
        "deal",
        "round",
        "twos",
        "war",
        "hold",
        "example",
        "out",
        "solo",
        "presets",
        "sources",
    )
    for anchor in anchors:
        assert f'id="{anchor}"' in page and f'href="#{anchor}"' in page
    assert "David Morrah" in page and "1997" in page
    assert page.count('role="img"') >= 20 and 'aria-label="joker"' in page
    for number in ("234", "188", "1,650"):
        assert number in page


def test_pictures_of_battles_are_drawn_with_our_cards(client):
    page = client.get("/rules/").content.decode()
    assert page.count('role="img"') >= 6
    assert 'aria-label="king of diamonds"' in page


def test_measured_lengths_are_shown(client):
    page = client.get("/rules/war/").content.decode()
    for number in ("283", "213", "1,129", "792", "Arsenal, 3 players"):
        assert number in page


def test_credits_name_whom_we_owe(client):
    page = client.get("/credits/").content.decode()
    for name in ("Adrian Kennard", "CC0", "Archivo", "Open Font License"):
        assert name in page


def test_about_leads_to_a_guide_for_everybody(client):
    home = client.get("/").content.decode()
    assert 'href="/about/"' in home and 'href="/accessibility/"' in home
    page = client.get("/about/").content.decode()
    links = {"/about/"}
    for guide in GUIDES:
        address = f"/about/{guide.key}/"
        assert f'href="{address}"' in page
        links |= {*re.findall(r'<a [^>]*href="(/[^"#]*)', client.get(address).content.decode())}
    for link in links:
        assert client.get(link).status_code in (200, 302), link
    assert client.get("/about/nobody/").status_code == 404


def test_are_the_games_fixed(client):
    page = client.get("/fair/").content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    links = set(re.findall(r'<a [^>]*href="(/[^"#]*)', main))
    assert {"/about/", "/questions/", "/lab/luck/ww3/"} < links
    for link in links:
        assert client.get(link).status_code == 200, link
    for other in ("/", "/rules/"):
        assert 'href="/fair/"' in client.get(other).content.decode()


def test_questions_people_ask_lead_to_pages_that_say_more(client):
    page = client.get("/questions/").content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    assert 12 <= main.count("<h3 id=") == len(set(re.findall(r'<h3 id="(\w+)"', main)))
    links = set(re.findall(r'<a [^>]*href="(/[^"#]*)', main))
    assert {"/fair/", "/lab/", "/new/", "/ratings/", "/privacy/", "/about/class/"} < links
    for link in links:
        assert client.get(link).status_code in (200, 302), link
    for other in ("/", "/fair/"):
        assert 'href="/questions/"' in client.get(other).content.decode()


def test_what_the_answers_say_of_time_is_true():
    """Minutes of a game, the bot after a minute away, and the end of a rated game after five."""
    minutes = {preset.key: preset.minutes for preset in find("war").presets}
    assert [minutes[key] for key in ("classic", "peace", "auto")] == [5, 3, 2]
    assert (Table().away_after_s, Table().substitute, FORFEIT_S) == (60, True, 300)


def test_the_accessibility_statement_says_whom_to_tell(client, settings):
    settings.CONTACT_EMAIL = "help@example.org"
    page = client.get("/accessibility/").content.decode()
    assert "WCAG" in page and "mailto:help@example.org" in page
    assert "mailto:help@example.org" in client.get("/about/club/").content.decode()


def test_robots_stay_out_of_private_rooms(client):
    answer = client.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    for path in ("/account/", "/admin/", "/me/"):
        assert f"Disallow: {path}\n" in answer.content.decode()


def test_the_manifest_and_the_old_icon(client):
    manifest = client.get("/manifest.webmanifest")
    assert manifest["Content-Type"] == "application/manifest+json"
    assert manifest.json()["start_url"] == "/" and manifest.json()["icons"]
    assert client.get("/favicon.ico").status_code == 302


@each(
    ["/", "/history/", "/rules/", "/rules/war/", "/rules/ww3/", "/credits/", "/account/login/"],
    "client",
)
def test_pages_keep_the_policy_of_content(client, address):
    answer = client.get(address)
    policy = answer["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "unsafe" not in policy
    page = answer.content.decode()
    assert " style=" not in page and "<style" not in page and " onclick" not in page


def test_the_worker_is_asked_for_again_at_each_visit_and_knows_the_rules(client, settings):
    worker = client.get("/sw.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert worker["Cache-Control"] == "no-cache"
    about = json.loads(worker.content.decode().partition(";\n")[0].removeprefix("self.ABOUT = "))
    assert about["rules"][0] == "/rules/" and len(about["rules"]) == 1 + len(GAMES)
    for path in (*about["rules"], about["offline"]):
        assert client.get(path).status_code == 200
    settings.WORKER = False
    removal = client.get("/sw.js").content.decode()
    assert "unregister" in removal and "respondWith" not in removal
    assert [one["url"] for one in client.get("/manifest.webmanifest").json()["shortcuts"]] == [
        "/new/",
        "/daily/",
    ]
