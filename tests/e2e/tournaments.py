"""People in a tournament: a director at the console, players who are called and play."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.browser import Visitor
from tests.e2e.places import sign_up
from tests.referee.check import check
from tests.site import Site

MAKE_DIRECTOR = """
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission
from games.accounts.models import Player
player = Player.objects.get(name="{name}")
player.is_staff = True
player.save()
player.user_permissions.add(Permission.objects.get(codename="direct_tournament"))
Authenticator.objects.create(user=player, type=Authenticator.Type.TOTP, data={{}})
"""
# As if the time to come to the open tables were over.
END_GRACE = """
from games.table.clock import now_ms
from games.tournaments.models import Tournament, TournamentGame
t = Tournament.objects.get(code="{code}")
games = TournamentGame.objects.filter(pairing__round__stage__tournament=t)
games.filter(table__status="open").update(opened_ms=now_ms() - 3_600_000)
Tournament.objects.filter(pk=t.pk).update(due_ms=now_ms())
"""


def run(site: Site, script: str, **values: str) -> None:
    done = site.manage("shell", "-v0", "-c", script.format(**values))
    assert done.returncode == 0, done.stderr


class Director:
    """Signs up, is made a director, and works with the forms of the site."""

    def __init__(self, visitor: Visitor, site: Site, name: str) -> None:
        self.visitor, self.site, self.page = visitor, site, visitor.page
        sign_up(visitor, name)
        run(site, MAKE_DIRECTOR, name=name)

    def create(self, **fields: str | bool) -> str:
        """Fill in the form, from the list of tournaments; announce and open it.  Its code."""
        self.visitor.open("/tournaments/")
        self.page.get_by_role("link", name="New tournament").click()
        self.page.wait_for_url("**/tournaments/new/**")  # `fill` opens what is folded there
        self.fill(fields)
        self.page.get_by_role("button", name="Open it for entries").click()
        self.page.wait_for_url("**/console/")
        self.code = self.page.url.rstrip("/").split("/")[-2]
        return self.code

    def fill(self, fields: dict[str, Any]) -> None:
        """Fields of a form, in this order; a change of the form for a tournament asks the site."""
        for more in self.page.locator("details[data-more=settings]:not([open]) summary").all():
            more.click()
        for name, value in fields.items():
            field = self.page.locator(f"form:is(.panel, [data-twice]) [name={name}]")
            if field.first.get_attribute("type") == "radio":
                self.page.locator(f"[name={name}][value='{value}']").check()
            elif isinstance(value, bool):
                field.set_checked(value)
            elif field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
                field.blur()
            expect(self.page.locator("[data-fragment][aria-busy]")).to_have_count(0)

    def enter_list(self, *names: str) -> list[str]:
        """Paste it, look at what it becomes, enter those who can be; the links on their cards."""
        self.visitor.open(f"/tournaments/{self.code}/console/")
        self.page.get_by_role("link", name="Enter a list").click()
        self.page.get_by_label("Players, one in each line").fill("\n".join(names))
        self.page.get_by_role("button", name="Preview").click()
        self.page.get_by_role("button", name="Enter 2 players").click()
        cards = self.page.locator(".cards-sheet a", has_text="Link")
        expect(self.page.locator("svg.qr")).to_have_count(2)
        return [str(card.get_attribute("href")) for card in cards.all()]

    def letters(self, number: int) -> str:
        """The letters of a card on this page."""
        return self.page.locator(".letters").nth(number - 1).inner_text()

    def press(self, label: str) -> None:
        """A button of the console."""
        self.visitor.open(f"/tournaments/{self.code}/console/")
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=label, exact=True).click()
        expect(self.page.locator("[role=alert]")).to_have_count(0)

    def act(self, label: str, preview: str = "", **fields: str) -> None:
        """An act with a form, in a dialog of the page that links to it: fill it in, read what it
        changes."""
        self.page.get_by_role("link", name=label).first.click()
        self.fill(fields)
        if preview:
            self.page.get_by_role("button", name="Show what it changes").click()
            expect(self.page.locator("form.panel ul")).to_contain_text(preview)
        self.page.locator("form.panel button.ink").click()
        expect(self.page.locator("form[data-act-form]")).to_have_count(0)

    def draw(self, number: int) -> None:
        """The next round, which begins at once; the page hears of it without a reload."""
        self.press(f"Draw round {number}")
        self.visitor.open(f"/tournaments/{self.code}/")
        self.expect_round(number, "playing")

    def end_grace(self) -> None:
        run(self.site, END_GRACE, code=self.code)

    def expect_round(self, number: int, state: str) -> None:
        """On the overview, without a reload."""
        rounds = self.page.locator("section[aria-labelledby=rounds] li")
        expect(rounds.filter(has_text=f"Round {number}").locator(".tag")).to_have_text(state)

    def export(self) -> dict[str, Any]:
        """Everything as JSON, checked by the referee."""
        answer = self.visitor.context.request.get(f"/tournaments/{self.code}.json")
        assert check(answer.body()) == []
        told: dict[str, Any] = json.loads(answer.body())
        return told


# Players ----------------------------------------------------------------------------------


def sit_down(page: Page) -> str:
    """With a card: the name on it."""
    name = page.locator("h1").inner_text()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#entry")).to_have_text("You are in")
    return name


def enter(visitor: Visitor, code: str) -> str:
    """Enter as a guest, and return their name."""
    page = visitor.open(f"/tournaments/{code}/")
    page.get_by_role("button", name="Enter this tournament").click()
    expect(page.locator("#entry")).to_have_text("You are in")
    return visitor.open(f"/tournaments/{code}/entrants/").locator("tr.me th a").inner_text()


def come(*pages: Page) -> None:
    """Called to their tables wherever they are, they go there and are ready."""
    for page in pages:
        page.locator("[data-call]:visible a.btn.now").click()
        page.wait_for_url("**/t/*/")
        page.get_by_role("button", name="Ready").click()


def at_tables(pages: Sequence[Page]) -> list[list[Page]]:
    """The visitors who sit together, once the cards are dealt."""
    found: dict[str, list[Page]] = {}
    for page in pages:
        expect(page.locator("[data-felt]")).to_be_visible()
        found.setdefault(page.url.split("/t/")[1], []).append(page)
    return list(found.values())


def press(page: Page, value: str) -> None:
    """An item of the table's menu."""
    page.get_by_label("Table menu").click()
    page.locator(f"[data-menu-deeds] [value={value}]").click()


def expect_end(pages: Sequence[Page]) -> None:
    for page in pages:
        expect(page.locator("[data-table][data-status=finished]")).to_be_attached()


def agree_to_end(*pages: Page) -> None:
    """At each table one offers to end the game, and the others agree."""
    for first, *others in at_tables(pages):
        press(first, "finish")
        for other in others:
            other.locator("[data-bar-yes]").click()
    expect_end(pages)


def resign(*pages: Page) -> list[Page]:
    """At each table of two the second resigns; returns the winners."""
    tables = at_tables(pages)
    for _winner, loser in tables:
        press(loser, "resign")
        loser.locator("[data-resign-yes]").click()
    expect_end(pages)
    return [winner for winner, _loser in tables]


def standing(visitor: Visitor, code: str) -> list[str]:
    """The rows of the standing, as this visitor sees them."""
    page = visitor.open(f"/tournaments/{code}/standings/")
    rows = page.locator("table.standing tbody tr").all_inner_texts()
    return [" ".join(row.split()) for row in rows]  # a phone breaks them otherwise


# Pages ------------------------------------------------------------------------------------


def places(codes: Mapping[str, str], forms: Iterable[str]) -> dict[str, str]:
    """Every page of tournaments: name -> URL.  `codes` as made by `tests.e2e.events`; `forms` are
    the keys of acts."""
    found = {"list": "/tournaments/", "new": "/tournaments/new/"}
    found |= {name: codes[name] for name in ("card", "circle", "season", "chances")}
    others = {"pairing", *found}
    of = {name: f"/tournaments/{code}" for name, code in codes.items() if name not in others}
    found |= {f"{name}-overview": f"{start}/" for name, start in of.items()}
    tabs = ("standings/", "standings/?ties", "standings/1/1/1/", "log/", "print/", "entrants/")
    for tab in (*tabs, "rounds/1/1/", "rules/", "certificates/"):
        found[f"swiss-{tab}"] = f"{of['swiss']}/{tab}"
    for name, tab in {
        "dutch": "standings/1/2/1/",
        "knockout": "bracket/1/",
        "double": "bracket/1/",
        "tables": "bracket/1/",
        "berger": "crosstable/1/",
        "plan": "rounds/1/1/",
        "arena": "standings/",
        "lively": "console/",
        "draft": "edit/",
        "open": "console/",
        "running": "console/",
    }.items():
        found[f"{name}-{tab}"] = f"{of[name]}/{tab}"
    found |= {f"{name}-screen": f"{of[name]}/screen/" for name in ("running", "swiss")}
    found["draft-print"] = f"{of['draft']}/print/"
    found |= {f"open-{page}": f"{of['open']}/{page}/" for page in ("list", "cards")}
    found["letters"] = "/tournaments/card/"
    for key in forms:
        found[f"act-{key}"] = f"{of['running']}/console/{key}/?pairing={codes['pairing']}"
    return found
