"""Every page in a language that nobody speaks: what stays plain English was not marked."""

import json
import re
from gettext import GNUTranslations
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.utils import translation

from games.accounts.models import Player
from games.lab.runs.models import Simulation
from games.relations.circles import Circle
from games.rules.catalogue import BOTS
from games.table.models import Table
from games.tournaments import checks
from games.tournaments.declared import BadSettings
from games.tournaments.models import Season, Tournament
from games.tournaments.refusals import Refused
from games.tournaments.settings import resolve
from tests.development.catalogue import accented, pseudo, update
from tests.pages import addresses
from tests.pages.everything import Everything, guest, member
from tests.pages.stored import person, played

SAID = ("title", "aria-label", "aria-valuetext", "placeholder", "alt")  # attributes people meet
UNSAID = {"script", "style", "code", "kbd", "pre"}
WORD = re.compile(r"[A-Za-z]{2,}")
FIELD = re.compile(r"{\w+}")  # what scripts put into a text: a card, a number
NAMES = {"warsite", "WSN", "JSON", "CSV", "UTC", "min", "ms"}


NO_PAGES = {  # files, and forms that lead to a page
    *("export", "favicon", "frames", "game_json", "manifest", "robots", "verify_script", "wsn"),
    "address_for_others",
    *("chances", "lab_chances"),
    *("lab_csv", "lab_frames", "lab_json", "lab_wsn"),
    *(
        "lab_ask",
        "lab_change",
        "lab_pick",
        "play",
        "practice",
        "show",
        "table_qr",
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
    *("tournament_json", "tournament_rounds", "tournament_podium"),
    *("table_opposite", "two_here"),
    *("tournament_calendar", "tournament_trf", "tournament_pairings_csv"),
    *("tournament_standings_csv", "tournament_standing_csv"),
    *("season_csv", "season_change", "season_new"),
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
    named = (Tournament, Circle, Season)
    events = [row for model in named for row in model.objects.values_list("name")]
    return NAMES | {
        word for row in (*players, *codes, *bots, *events) for word in WORD.findall(" ".join(row))
    }


@pytest.fixture
def nobody_speaks(settings, tmp_path):
    pseudo(tmp_path)
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [("en", "English"), ("en-xa", accented("English"))]


@pytest.mark.django_db
def test_every_text_of_every_page_is_marked(nobody_speaks):
    site = Everything()
    asked = {"Accept-Language": "en-xa"}
    everybody = [
        (Client(headers=asked), [*site.as_anybody(), *site.as_stranger()]),
        (guest(site.guest, **asked), site.as_guest()),
        (member(site.alice, **asked), site.as_member()),
        (guest(site.director, **asked), site.as_director()),
        (guest(site.mona, **asked), site.as_moderator()),
    ]
    names, found = names_of_everything(), {}
    pages = [client.get(address, follow=True) for client, rows in everybody for address in rows]
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
def test_each_reader_gets_quick_words_in_their_language(nobody_speaks, client):
    table = played(person("Alice"), person("Bob"))
    for language, word in (("en", "Well played!"), ("en-xa", accented("Well played!"))):
        page = client.get(f"/t/{table.code}/", headers={"Accept-Language": language})
        assert f'value="well_played">{word}</button>' in page.content.decode()


def test_why_a_setting_is_refused_is_said_in_the_language_of_who_asked(nobody_speaks):
    with translation.override("en-xa"), pytest.raises(BadSettings) as refused:
        checks.verify(resolve({"games": 2}))
    with translation.override("en-xa"):
        sentence = Refused.of(refused.value).sentence
    assert sentence == accented("A match has 1, 3, 5 or 7 games.")


def test_the_file_of_a_language_keeps_its_translations(tmp_path):
    todo = update("de", tmp_path)
    assert "not translated: Recently finished" in todo
    path = tmp_path / "de/LC_MESSAGES/django.po"
    text = path.read_text()
    for english, german in (
        ("Recently finished", "Kürzlich beendet"),
        ("You have a seat at <b>%(table)s</b>.", "Du sitzt an <b>%(tisch)s</b>."),
    ):
        text = text.replace(
            f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{german}"'
        )
    path.write_text(text)
    again = update("de", tmp_path)
    assert len(again) == len(todo) - 1
    assert "other arguments: You have a seat at <b>%(table)s</b>." in again
    with path.with_suffix(".mo").open("rb") as compiled:
        assert GNUTranslations(compiled).gettext("Recently finished") == "Kürzlich beendet"
