"""Every page of a site with something of everything: in a language that nobody speaks (what stays
plain English was not marked), and without Valkey."""

import json
import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from games.accounts.models import Player
from games.favourites.models import Playlist
from games.lab.runs.models import Simulation
from games.relations.circles import Circle
from games.rule_sets.models import RuleSet
from games.rules.catalogue import BOTS
from games.table.models import Table
from games.tournaments.models import Season, Tournament
from tests.depth import DEPTH, deep
from tests.pages import addresses
from tests.pages.everything import Everything, guest, member
from tests.pages.heads import Head, verified
from tests.pages.sitemaps import found

ERROR = 500
SAID = ("title", "aria-label", "aria-valuetext", "placeholder", "alt")  # attributes people meet
UNSAID = {"script", "style", "code", "kbd", "pre"}
WORD = re.compile(r"[A-Za-z]{2,}")
FIELD = re.compile(r"{\w+}")  # what scripts put into a text: a card, a number
NAMES = {"warsite", "WSN", "JSON", "CSV", "UTC", "min", "ms"}


NO_PAGES = {  # files, and forms that lead to a page
    *("export", "favicon", "frames", "game_json", "manifest", "robots", "verify_script", "wsn"),
    "worker",
    *(
        "sitemap",
        "sitemaps",
        "bots_feed",
        "lab_feed",
        "tournament_feed",
        "security",
        "change_password",
    ),
    "address_for_others",
    *("chances", "lab_chances", "train", "train_go_on"),
    *("lab_csv", "lab_frames", "lab_json", "lab_wsn", "lab_sweep_csv", "lab_sweep_json"),
    *("lab_sample_csv", "lab_sample_json"),
    *(
        "lab_ask",
        "lab_change",
        "lab_pick",
        "lab_repeat",
        "play",
        "practice",
        "show",
        "table_rematch",
        "table_seat",
    ),
    *("relation", "circle_change", "table_invite", "answer_invitation", "withdraw_invitation"),
    *("account_bot_delete", "account_token_revoke", "own_calendar", "tournament_console_act"),
    "tournament_again",
    *(
        "notices_seen",
        "emblem",
        "preferences_change",
        "moderation_claim",
        "moderation_decide",
        "moderation_seen",
    ),
    *("game_picture", "place_picture", "run_picture", "rule_set_picture"),
    *("table_picture", "tournament_picture", "oembed", "embedded_frames", "qr"),
    *("tournament_json", "tournament_rounds", "tournament_podium"),
    *("table_opposite", "two_here"),
    *("tournament_calendar", "tournament_trf", "tournament_pairings_csv"),
    *("tournament_standings_csv", "tournament_standing_csv"),
    "playlist_change",
    *("season_csv", "season_change", "season_new", "rule_set_change", "keep_game", "keep_run"),
}
ELSEWHERE = {"tournament_card", "tournament_deal"}  # need a card, and a round of duplicate


class Texts(HTMLParser):
    """The texts of a page, without those that are not translated."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.silent: list[str] = []  # elements that are open and say nothing
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag in UNSAID or attributes.get("translate") == "no":
            self.silent.append(tag)
        if tag == "meta" and attributes.get("name") == "description":
            self.texts.append(attributes["content"])
        self.texts += [attributes[name] for name in SAID if attributes.get(name)]

    def handle_endtag(self, tag):
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data):
        if not self.silent and data.strip():
            self.texts.append(data.strip())


def unmarked(page: str, names: set[str]) -> list[str]:
    """Texts with a plain word that is no name."""
    texts = [*Texts(page).texts, *words_of_scripts(page)]
    return [text for text in texts if set(WORD.findall(FIELD.sub("", text))) - names]


def words_of_scripts(page: str) -> list[str]:
    """The catalogue that scripts read."""
    match = re.search(r'<script id="words"[^>]*>(.*?)</script>', page)
    words = json.loads(match[1])["words"].values() if match else ()
    return [form for text in words for form in ([text] if isinstance(text, str) else text)]


def names_of_everything() -> set[str]:
    """Players, tables and runs: what has a name of its own."""
    players = Player.objects.values_list("name", "username", "email")
    codes = [*Table.objects.values_list("code"), *Simulation.objects.values_list("code")]
    bots = [(level.name,) for bots in BOTS.values() for level in bots.all_levels.values()]
    named = (Tournament, Circle, Season, RuleSet, Playlist)
    events = [row for model in named for row in model.objects.values_list("name")]
    return NAMES | {
        word for row in (*players, *codes, *bots, *events) for word in WORD.findall(" ".join(row))
    }


@pytest.fixture(scope="module")
def site(shared_rows):
    return Everything()


def visits(site, **headers):
    """Who opens which pages."""
    return [
        (Client(headers=headers), [*site.as_anybody(), *site.as_stranger()]),
        (guest(site.guest, **headers), site.as_guest()),
        (member(site.alice, **headers), site.as_member()),
        (guest(site.director, **headers), site.as_director()),
        (guest(site.mona, **headers), site.as_moderator()),
    ]


@pytest.mark.django_db
def test_every_text_of_every_page_is_marked(site, nobody_speaks):
    asked = {"Accept-Language": "en-xa"}
    names, found = names_of_everything(), {}
    pages = [
        client.get(page, follow=True) for client, rows in visits(site, **asked) for page in rows
    ]
    pages += [
        Client(headers=asked).post(address, form, follow=True) for address, form in site.forms()
    ]
    for answer in pages:
        assert answer["Content-Language"] == "en-xa"
        for text in unmarked(answer.content.decode(), names):
            found.setdefault(" ".join(text.split()), answer.request["PATH_INFO"])
    assert found == {}
    opened = {answer.resolver_match.url_name for answer in pages if answer.resolver_match}
    assert {
        page.name for _, page in addresses.pages() if page.name
    } - opened == NO_PAGES | ELSEWHERE


@pytest.mark.django_db
def test_every_public_page_has_a_head_of_its_own(site):
    usual = verified(Client().get("/").content.decode(), "/").only("description")
    told: dict[str, dict[str, str]] = {}
    for path in dict.fromkeys(address.partition("?")[0] for address in site.as_anybody()):
        answer = Client().get(path)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        if path.endswith(("/screen/", "/aloud/")) or path.startswith(("/sanction/", "/embed/")):
            continue  # a projector's page, what is read aloud, a person's own page, a frame
        head = verified(answer.content.decode(), path)
        if "robots" not in head.metas:
            place = path.split("/")[2] if path.startswith("/tournaments/") else ""  # of one name
            told.setdefault(f"{head.title} {place}", {})[path] = head.only("description")
    alike = {title: list(pages) for title, pages in told.items() if len(pages) > 1}
    plain = [path for pages in told.values() for path, text in pages.items() if text == usual]
    assert (alike, plain) == ({}, ["/"])


@pytest.mark.django_db
def test_every_page_of_the_sitemaps_may_be_found(site):
    """And each of these kinds that may be found is in them."""
    client = Client()
    listed = found(client)
    heads = {path: Head(client.get(path).content.decode()) for path in listed}
    assert [path for path, head in heads.items() if "robots" in head.metas] == []
    assert {path: [f"http://testserver{path}"] for path in listed} == {
        path: head.links["canonical"] for path, head in heads.items()
    }
    assert {event.get_absolute_url() for event in site.tournaments} < set(listed)
    assert {run.get_absolute_url() for run in site.runs} < set(listed)
    assert site.rule_set.get_absolute_url() in listed


@pytest.mark.outer
@pytest.mark.django_db
def test_every_page_opens_without_valkey(site, own_valkey):
    everybody = visits(site)
    files = [f"/g/{table.code}/frames.json?view=all" for table in Table.objects.finished()]
    everybody.append((Client(), ["/show/", *files]))
    own_valkey.kill()
    own_valkey.wait()
    rows = [(client, address) for client, rows in everybody for address in rows]
    some = rows[:: round(1 / DEPTH)]
    pages = [client.get(address, follow=True) for client, address in some]
    assert len(pages) > deep(200)
    assert {a.request["PATH_INFO"]: a.status_code for a in pages if a.status_code >= ERROR} == {}
