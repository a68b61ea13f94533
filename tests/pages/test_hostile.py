"""Every field that strangers can fill takes hostile texts as they are, or refuses them with a
sentence; what was taken is shown as typed, and makes no element of any page."""

import json
import re
from html import unescape
from html.parser import HTMLParser
from urllib.parse import quote
from uuid import uuid4

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils.http import urlencode

from games.accounts import sanctions
from games.accounts.guests import BACKEND, new_guest
from games.accounts.models import Player
from games.accounts.sanctions import ConductRule
from games.accounts.sanctions import token_of as sanction_token
from games.accounts.tokens import Token
from games.chat.models import LastLine, Line
from games.favourites.models import Playlist
from games.moderation.models import Appeal, Report
from games.relations.circles import Circle
from games.rule_sets.models import RuleSet
from games.table.writer import play
from games.table.writer.orders import Order as TableOrder
from games.tournaments.models import Tournament
from games.tournaments.writer import life
from games.tournaments.writer.orders import Order
from tests.api.program import Program
from tests.conftest import forget_keys
from tests.hostile import MARKED, TEXTS
from tests.pages.browsing import entered
from tests.pages.everything import PASSWORD, member
from tests.pages.stored import person, played
from tests.tournaments.conftest import NOW, new_director

pytestmark = [pytest.mark.outer, pytest.mark.django_db, pytest.mark.timeout(600)]
JSON, LINKED = "application/json", "application/ld+json"  # data, no scripts
PREFERENCES = ("theme", "zone", "language", "own", "volume", "seen_by", "quiet", "theme<")
EVERY = 8  # of the texts
UNUSUAL = re.compile("[\x00\ud83d]|.{1000}", re.DOTALL)  # a database or a form may not take it


class Parsed(HTMLParser):
    """A page as parsed, with a hostile text in it."""

    def __init__(self, markup):
        super().__init__()
        self.made, self.script = [], False
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        odd = [name for name in values if MARKED in name or name.startswith("on")]
        if MARKED in tag or odd or (values.get("href") or "").startswith("javascript:"):
            self.made.append((tag, attrs))
        self.script = tag in ("script", "style") and values.get("type") not in (JSON, LINKED)

    def handle_endtag(self, tag):
        self.script = False

    def handle_data(self, data):
        if self.script and MARKED in data:
            self.made.append(("script", data))


class Site:
    """Alice and Bob have accounts and play, a guest is with them, Mona moderates, Dora directs."""

    def __init__(self):
        self.mona = Player.objects.create_superuser("Mona", password=PASSWORD, name="Mona")
        Authenticator.objects.create(user=self.mona, type=Authenticator.Type.TOTP, data={})
        self.guest, self.program = new_guest(), Program("Pia")
        director = new_director("Dora")
        director.set_password(PASSWORD)
        director.save()
        names = {"alice": person("Alice"), "bob": person("Bob"), "dora": director}
        self.players = names | {"mona": self.mona}
        self.visitors = {name: member(player) for name, player in self.players.items()}
        self.visitors["guest"] = Client()
        self.visitors["guest"].force_login(self.guest, backend=BACKEND)
        self.visitors["nobody"] = Client()
        for name in ("mona", "dora"):  # they have second factors
            self.visitors[name].force_login(self.players[name], backend=BACKEND)
        alice, bob = self.players["alice"], self.players["bob"]
        self.table = play.open_table(by=alice, game="ww3", options="seats=3")
        play.sit(TableOrder(self.table, self.program.player))
        self.game = played(alice, bob)
        against = {"rule": ConductRule.ABUSE, "words": "?", "quote": "?"}
        self.sanction = sanctions.impose(player=bob, kind=sanctions.SanctionKind.WARNING, **against)
        self.mail = f"/sanction/{sanction_token(self.sanction.pk)}/"
        self.visitors["alice"].post("/circles/", {"name": "Friday"})
        self.circle = Circle.objects.get()
        self.visitors["guest"].post(f"/circles/join/{self.circle.key}/")
        self.member = self.circle.members.get(player=self.guest).pk
        form = self.visitors["dora"].get("/tournaments/new/").context["form"]
        more = {"name": "Cup", "rule-cap": "20", "game": "war", "starts": "2099-01-01T00:00"}
        assert (
            self.visitors["dora"].post("/tournaments/new/", entered(form) | more).status_code == 302
        )
        self.cup = Tournament.objects.get()
        life.announce(Order(self.cup.code, director, now=NOW))
        self.edit = f"/tournaments/{self.cup.code}/edit/"
        self.settings = entered(self.visitors["dora"].get(self.edit).context["form"])

    def forget(self):
        """Forget the counters that only limit how often one may try."""
        forget_keys(1)
        for model in (Report, Appeal, Token, Line, LastLine, RuleSet, Playlist):
            rows = model.objects.all()
            (rows.exclude(player=self.program.player) if model is Token else rows).delete()
        Player.objects.filter(owner=self.players["alice"]).delete()

    def post(self, name, path, /, **data):
        return fine(self.visitors[name].post(path, data), path)

    def get(self, name, path, /, **query):
        path = f"{path}?{urlencode(query)}" if query else path
        return fine(self.visitors[name].get(path), path)

    def ask(self, method, path, body):
        """Ask the API."""
        sent = json.dumps(body)
        client = self.program.client
        return fine(client.generic(method, f"/api/v1/{path}", sent, content_type=JSON), path)


def fine(answer, path):
    """Taken or refused, with nothing made by it."""
    assert answer.status_code < 500, path
    if answer.streaming or answer.status_code in (204, 304):
        return answer
    kind, body = answer.headers.get("Content-Type", ""), answer.content.decode()
    if "json" in kind:
        assert "</" not in kind and json.loads(body) is not None
        if answer.status_code >= 400:
            assert json.loads(body)["detail"].endswith((".", "!", "?")), body
    elif kind.startswith("text/html") and MARKED in body:
        assert Parsed(body).made == [], path
    return answer


def shows(answer, *texts):
    """The text as typed, and escaped."""
    assert answer.status_code == 200
    page = words(unescape(answer.content.decode()))
    assert [text for text in texts if words(text) not in page] == []


def words(text):
    return " ".join(text.split())


def fill_fields_of_people(site, text):
    """Names, circles, house rules, appeals, preferences, reports."""
    site.post("nobody", "/account/signup/", username=text, password1=text, password2=text)
    site.post("alice", "/me/bots/", name=text)
    site.post("alice", "/me/tokens/", name=text, scopes="me:read", days="30")
    change = f"/circles/{site.circle.code}/change/"
    site.post("alice", change, do="change", name=text, chat=text)
    site.post("alice", change, do="label", member=site.member, label=text)
    site.post("alice", "/rules/set/new/", do="save", name=text, game="war", cap="50")
    for rules in RuleSet.objects.all():
        site.post("alice", f"{rules.get_absolute_url()}change/", do="rename", name=f"{text[:39]}!")
    site.post("alice", "/me/favourites/", favourite=text, do="note", note=text)
    site.post("alice", "/me/playlists/", name=text, about=text)
    for listed in Playlist.objects.all():
        change = f"{listed.get_absolute_url()}change/"
        site.post("alice", change, do="add", game=f"/g/{site.game.code}/", note=text)
        site.post("alice", change, do="arrange", row=text, place=text, note=text)
    site.post("bob", site.mail, text=text)
    site.post("bob", "/me/preferences/change/", **dict.fromkeys(PREFERENCES, text))
    site.post("alice", "/p/bob/report/", kind="abuse", text=text)
    site.post("nobody", "/report/", address=text, text=text, email=text, true="on")


def fill_fields_of_games(site, text):
    """Tables, wishes, invitations, tournaments, runs of the lab."""
    site.post("alice", f"/t/{site.table.code}/invite/", name=text)
    site.post("bob", f"/t/{site.table.code}/seat/", do=text, number=text, level=text)
    kind = {"kind": f"war:{text}", "low_war": text, "high_war": text, "bots": text, "tab": text}
    site.post("bob", "/find/", do="look", **kind)
    chosen = {"cap": text, "preset": "own", "was": "own", "chat": text, "circle": text}
    site.post("bob", "/new/", do="open", game="war", invite=text, seat2=text, tempo=text, **chosen)
    site.post("bob", "/lab/", do="run", game=text, games=text, seed=text, cap=text)
    site.post("bob", "/rules/set/new/", do="save", game=text, name=text, preset=f"set-{text}")
    revision = Tournament.objects.get(pk=site.cup.pk).revision
    more = {"name": text, "description": text, "reason": text, "revision": revision}
    site.post("dora", site.edit, **site.settings | more)
    console = f"/tournaments/{site.cup.code}/console/enter/"
    site.post("dora", console, who=text, reason=text, revision=revision, confirmed="yes")


def ask_the_api(site, text):
    site.ask("POST", "tables", {"game": "war", "preset": text, "options": text, "tempo": text})
    site.ask("POST", "tables", {"game": "war", "options": {text: text}})
    site.ask("POST", "tables", {"game": "war", "bots": [text], "invite": [text], "chat": "text"})
    site.ask("PUT", "wishes/mine", {"kinds": [{"game": "war", "options": text, "seats": [2, 2]}]})
    command = {"id": str(uuid4()), "act": "bot", "level": text}
    site.ask("POST", f"tables/{site.table.code}/commands", command)
    site.ask("POST", "lab/runs", {"game": "war", "options": text, "games": text, "seed": text})


def ask_in_addresses(site, text):
    for path, names in {
        "/history/": ("game", "player", "since", "after"),
        "/find/": ("game", "like"),
        "/new/": ("game", "invite", "circle", "cap"),
        "/report/": ("address", "line"),
        "/p/alice/menu/": ("table", "line"),
        "/api/v1/games": ("game", "player", "result", "before"),
    }.items():
        site.get("alice", path, **dict.fromkeys(names, text[:300]))
    name = quote(text[:60].encode(errors="replace"), safe="")
    for path in ("/p/{}/", "/t/{}/", "/circles/join/{}/", "/sanction/{}/", "/api/v1/players/{}"):
        site.get("alice", path.format(name))
    if all(32 <= ord(letter) < 127 for letter in text):  # others are no headers
        client = Client(headers={"Accept-Language": text[:500], "Authorization": text[:500]})
        client.cookies["theme"] = client.cookies["lang"] = text[:500]
        fine(client.get("/"), "/")
        fine(client.get("/api/v1/games"), "games")


def open_what_shows_them(site):
    circle = site.circle.code
    for name, paths in {
        "alice": ("/", "/circles/", f"/circles/{circle}/", "/me/tokens/", "/me/bots/", "/find/"),
        "guest": (f"/circles/{circle}/", f"/circles/{circle}/report/", "/me/notices/"),
        "nobody": ("/", "/tournaments/", f"/tournaments/{site.cup.code}/", "/api/v1/tournaments"),
        "bob": (site.mail, "/me/sanctions/", "/me/preferences/", "/me/notices/", "/find/"),
        "dora": (f"/tournaments/{site.cup.code}/console/", site.edit, "/me/notices/"),
        "mona": (
            "/moderation/",
            "/admin/games/report/",
            "/admin/games/appeal/",
            "/admin/games/circle/",
        ),
    }.items():
        for path in paths:
            assert site.get(name, path).status_code == 200, path
    for path in ("log/", "entrants/", "print/"):
        site.get("nobody", f"/tournaments/{site.cup.code}/{path}")
    for path in (f"/tournaments/{site.cup.code}.json", f"/tournaments/{site.cup.code}.ics"):
        site.get("nobody", path)
    for name in ("alice", "guest", "bob"):
        site.get(name, "/me/data.json")


def what_was_taken_is_shown_as_typed(site):
    circle, cup = Circle.objects.get(pk=site.circle.pk), Tournament.objects.get(pk=site.cup.pk)
    label = circle.members.get(pk=site.member).label
    for name, path, *texts in (
        ("guest", f"/circles/{circle.code}/", circle.name, label),
        ("nobody", f"/circles/join/{circle.key}/", circle.name),
        ("nobody", f"/tournaments/{cup.code}/", cup.name, cup.description),
        *(("nobody", row.get_absolute_url(), row.name) for row in RuleSet.objects.all()),
        *(("alice", row.get_absolute_url(), row.name) for row in Playlist.objects.all()),
        *(
            ("mona", f"/moderation/appeals/{appeal.pk}/", appeal.text)
            for appeal in Appeal.objects.all()
        ),
        *(("bob", site.mail, appeal.text) for appeal in Appeal.objects.all()),
        *(("alice", "/me/tokens/", token.name) for token in site.players["alice"].tokens.all()),
    ):
        shows(site.get(name, path), *texts)
    said = {f"l{line.table_id}-seats-{line.said_ms}": line.text for line in Line.objects.all()}
    reports = Report.objects.all()
    assert {report.subject for report in reports} >= {*said}
    for report in reports:
        shows(claimed(site, report.subject), report.text, said.get(report.subject, ""))


def claimed(site, subject):
    """The page of a case, which shows all to whoever works on it."""
    site.post("mona", f"/moderation/{subject}/claim/")
    return site.get("mona", f"/moderation/{subject}/")


def say(site, text):
    """Let the program's own person say it; it is read on the pages about a report of it."""
    said = {"id": str(uuid4()), "act": "say", "room": "seats", "text": text}
    answer = site.ask("POST", f"tables/{site.table.code}/commands", said)
    for line in Line.objects.all():
        where = f"/t/{site.table.code}/report/seats/{line.said_ms}/"
        shows(site.get("alice", where), line.text)
        site.post("alice", where, kind="abuse", text=in_form(text))
    return answer.status_code


def in_form(text):
    """Browsers send no half of a pair."""
    return text.encode(errors="replace").decode()


def test_no_text_of_a_stranger_breaks_a_page_or_becomes_a_part_of_it():
    site, said = Site(), set()
    for number, text in enumerate(TEXTS):
        site.forget()
        try:
            said.add(say(site, text))
            if number % 2 or UNUSUAL.search(text):  # texts of each kind come to all fields
                fill_fields_of_people(site, in_form(text))
            if number % 2 == 0 or UNUSUAL.search(text):
                fill_fields_of_games(site, in_form(text))
                ask_the_api(site, text)
            what_was_taken_is_shown_as_typed(site)
            if number % EVERY == 0:  # other pages show the same, and addresses are no fields
                open_what_shows_them(site)
                ask_in_addresses(site, in_form(text))
        except BaseException as failure:
            failure.add_note(f"with {text[:80]!r}")
            raise
    assert {200, 422} <= said  # some are said, others refused


def test_the_reader_of_pages_finds_what_a_text_would_make():
    for text in TEXTS:
        if re.match(r"<[/hi]", text):
            assert Parsed(f"<p>{text}</p>").made, text
        if text.startswith('"'):
            for mark in "\"'":
                assert Parsed(f"<a title={mark}{text}{mark}>").made, text
    assert not Parsed("<p>&lt;hostile&gt;</p>").made
