"""The replay of a game of Ultimate War shows, step by step, what was visible at the table."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import NARROW, WIDE, Visitor, faults
from tests.e2e.deals import same_games
from tests.e2e.ultimate import STATE
from tests.site import Site

pytestmark = pytest.mark.outer

Rows = list[list[Any]]
STEPS = 45
# A minute of four bots, and what spectators, seat 2 and an all-seeing viewer saw after each act.
PLAYED = """
import json
from django.db import transaction
from games.table import clock
from games.table.models import Move, Table
from games.table.replay.rebuild import Replayed, key_of
from games.table.writer import play
from games.work.tables import wishes

bots = ["bully", "hunter", "martyr", "hoarder"]
start = clock.now_ms() - 3_600_000
with transaction.atomic():
    table = play.open_table(by=None, game="ultimate", bots=bots, now=start)
    play.play_out(table=table, decide=wishes, until=start + 60_000)
table = Table.objects.get(pk=table.pk)
game = Replayed(table, key_of(table, list(table.seats.order_by("number"))))

def seen(view):
    rows = [
        [bots[row["seat"] - 1].capitalize(), row["total"], row["stack"], row["hand"],
         " ".join(sorted(card["card"] for card in row["field"]))]
        for row in view["seats"]
    ]
    words = game.game.prompts(game.state, game.o, view, [bot.capitalize() for bot in bots])
    return {"call": words["call"]["title"], "rows": sorted(rows)}

def picture(at):
    views = {
        "watcher": game.game.view(game.state, game.o, None),
        "all": game.game.open_view(game.state, game.o),
        "2": game.game.view(game.state, game.o, 1),
    }
    fights = views["all"]["number"]
    return {"at": at, "fights": fights} | {eyes: seen(view) for eyes, view in views.items()}

moves = Move.objects.filter(table=table).order_by("number")
pictures = [picture(move.at_ms) for move, events in game.steps(moves) if events]
print(json.dumps({"code": table.code, "pictures": pictures}))
"""
# As STATE, with the hand: null, a code, or "??".
HANDS = """() => [...document.querySelectorAll(".opp, .own")].map((box) => {
  const hand = box.querySelector(".hz[data-zone=hand], [data-source=hand]");
  const face = hand?.querySelector("use")?.getAttribute("href").split("#").pop();
  const name = box.querySelector(".who > span").textContent.trim();
  return [name, face ? (face === "back" ? "??" : face.slice(2)) : null];
})"""
FLYING = "() => document.querySelectorAll('.flight .flying').length"


@pytest.fixture(scope="module")
def game(site: Site) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(" ".join(same_games(site, PLAYED)))
    return found


def opened(visitor: Visitor, game: dict[str, Any], query: str = "") -> Page:
    page = visitor.open(f"/g/{game['code']}/{query}")
    expect(page.locator("[data-play]")).to_be_visible()
    return page


def rows(page: Page) -> Rows:
    """Name, cards, stack, hand and field of every seat."""
    hands = dict(page.evaluate(HANDS))
    return [[*row[:3], hands[row[0]], row[3]] for row in page.evaluate(STATE)]


def call(page: Page) -> str:
    return page.locator(".ask .idle b").inner_text()


def distinct(pictures: list[Any]) -> list[Any]:
    """Without consecutive duplicates."""
    return [p for n, p in enumerate(pictures) if not n or p != pictures[n - 1]]


@pytest.mark.parametrize("eyes", ["watcher", "all", "2"])
def test_each_step_shows_what_was_seen_at_the_table(
    visit: Callable[..., Visitor], game: dict[str, Any], eyes: str
) -> None:
    page = opened(visit(reduced_motion="reduce"), game, f"?at=0&view={eyes}")
    wanted = distinct([picture[eyes]["rows"] for picture in game["pictures"]])[:STEPS]
    page.keyboard.press("Home")
    shown = [rows(page)]
    while len(distinct(shown)) < STEPS:
        page.keyboard.press("ArrowRight")
        shown.append(rows(page))
        assert not page.evaluate(FLYING)
    assert distinct(shown) == wanted


def test_it_ends_as_the_table_did(visit: Callable[..., Visitor], game: dict[str, Any]) -> None:
    page = opened(visit(), game, "?at=0&view=watcher")
    page.keyboard.press("End")
    expect(page.locator(".ask .idle b")).to_have_text("Game over")
    last = game["pictures"][-1]["watcher"]
    assert rows(page) == last["rows"]
    assert call(page) == last["call"]
    page.goto(f"/t/{game['code']}/")
    expect(page.locator("[data-table][data-status=finished]")).to_be_attached()
    assert rows(page) == last["rows"]


def test_cards_fly_when_it_goes_forward(
    visit: Callable[..., Visitor], game: dict[str, Any]
) -> None:
    """From fight to fight by key; stepping into a fight animates its two cards."""
    page = opened(visit(), game, "?at=0&view=all")
    fought = [
        now["at"] // 1000
        for before, now in zip(game["pictures"], game["pictures"][1:], strict=False)
        if now["fights"] > before["fights"]
    ]
    for second in list(dict.fromkeys(fought))[:3]:
        page.keyboard.press("Shift+ArrowRight")
        expect(page.locator("[data-posn]")).to_have_text(f"0:{second:02}")
    assert not page.evaluate(FLYING)

    page.keyboard.press("Home")
    flown = 0
    for _ in range(STEPS):
        page.keyboard.press("ArrowRight")
        flown = max(flown, page.evaluate(FLYING))
    assert flown >= 2
    page.keyboard.press("2")
    expect(page.locator(".own .who > span")).to_have_text("Hunter")
    expect(page.locator(".opp")).to_have_count(3)


@pytest.mark.parametrize(("size", "dark"), [(WIDE, False), (NARROW, True)])
def test_axe_finds_nothing_in_any_state(
    visit: Callable[..., Visitor], game: dict[str, Any], size: tuple[int, int], dark: bool
) -> None:
    """Along the game, while it plays, with the list of keys, the chart of chances and the menu."""
    page = opened(visit(size=size, dark=dark), game, "?at=0&view=all")
    length = int(page.locator("[data-range]").get_attribute("max") or 0)
    for eyes in ("all", "2"):
        page.select_option("#eyes", eyes)
        for place in (0, length // 3, length // 2, length):
            page.locator("[data-range]").fill(str(place))
            assert faults(page) == []
    page.keyboard.press("Home")
    page.locator("[data-play]").click()
    expect(page.locator("[data-play]")).to_have_attribute("aria-label", "Pause")
    assert faults(page) == []
    page.keyboard.press("?")
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    expect(page.locator("[data-chances]")).to_be_visible()
    assert faults(page) == []
    page.locator("[data-menu] summary").click()
    assert faults(page) == []
