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
        self.fill(fields)
        self.page.get_by_role("button", name="Create the draft").click()
        self.page.wait_for_url("**/console/")
        self.code = self.page.url.rstrip("/").split("/")[-2]
        self.press("Announce")
        self.press("Open entries")
        return self.code

    def fill(self, fields: dict[str, Any]) -> None:
        for name, value in fields.items():
            field = self.page.locator(f"form.panel [name={name}]")
            if isinstance(value, bool):
                field.set_checked(value)
            elif field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)

    def press(self, label: str) -> None:
        """A button of the console."""
        self.visitor.open(f"/tournaments/{self.code}/console/")
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=label, exact=True).click()
        expect(self.page.locator("[role=alert]")).to_have_count(0)

    def act(self, label: str, preview: str = "", **fields: str) -> None:
        """An act with a form, on the page that links to it: fill it in, read what it changes."""
        self.page.get_by_role("link", name=label).first.click()
        self.fill(fields)
        if preview:
            self.page.get_by_role("button", name="Show what it changes").click()
            expect(self.page.locator("form.panel ul")).to_contain_text(preview)
        self.page.locator("form.panel button.ink").click()
        self.page.wait_for_url("**/console/")

    def draw(self, number: int) -> None:
        """The next round, which begins at once; the page hears of it without a reload."""
        self.press("Draw the next round")
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


def enter(visitor: Visitor, code: str) -> str:
    """As a guest, who gets a name."""
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
    """Those who sit together, once the cards are dealt."""
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
    return page.locator("table.standing tbody tr").all_inner_texts()


# Pages ------------------------------------------------------------------------------------


def places(codes: Mapping[str, str], forms: Iterable[str]) -> dict[str, str]:
    """Every page of tournaments: name -> URL.  `codes` as made by `tests.e2e.events`; `forms` are
    the keys of acts."""
    found = {"list": "/tournaments/", "new": "/tournaments/new/"}
    of = {name: f"/tournaments/{code}" for name, code in codes.items() if name != "pairing"}
    found |= {f"{name}-overview": f"{start}/" for name, start in of.items()}
    for tab in ("standings/", "standings/1/1/1/", "log/", "print/", "entrants/", "rounds/1/1/"):
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
    for key in forms:
        found[f"act-{key}"] = f"{of['running']}/console/{key}/?pairing={codes['pairing']}"
    return found
