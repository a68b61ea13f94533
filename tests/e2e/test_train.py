"""The trainer in a real browser: by keys alone, on a phone, and without scripts."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games.lab.training.places import shipped
from tests.e2e.browser import NARROW, faults
from tests.e2e.keyboard import follow

pytestmark = pytest.mark.outer
WAYS = {
    "keys": {},
    "phone": {"size": NARROW, "has_touch": True},
    "no script": {"java_script_enabled": False},
}


def go(way: str, target: Locator) -> None:
    if way == "keys":
        follow(target)
    elif way == "phone":
        target.tap()
    else:
        target.click()


def open_place(visitor, game: str) -> Page:
    """The first place of a game, or the second one today, if that is the place of the day."""
    for key in [key for key, place in shipped().items() if place.game == game][:2]:
        page = visitor.open(f"/train/{key}/")
        if key in page.url:
            return page
    raise AssertionError("two places of the day")


@pytest.mark.parametrize("game", ["ww3", "ultimate"])
@pytest.mark.parametrize("way", WAYS)
def test_a_place_is_answered_and_played_on_at_a_table(visit, way, game):
    page = open_place(visit(**WAYS[way]), game)
    expect(page.get_by_role("heading", name="What would you do?")).to_be_visible()
    acts = page.locator("button[name=act]")
    words = [text.strip() for text in acts.all_inner_texts()]
    go(way, acts.first)
    verdict = re.compile("^(Right|Something else wins more often)$")
    expect(page.get_by_role("heading", level=1, name=verdict)).to_be_visible()
    told = page.locator(".side li")
    expect(told).to_have_count(len(words))
    for line, act in zip(told.all_inner_texts(), words, strict=True):
        assert re.match(rf"{re.escape(act)} wins \d+ of 100 from here", line.strip())
    expect(told.first).to_contain_text("your choice")
    if way != "no script":
        assert not faults(page)
    go(way, page.get_by_role("button", name="Play on from here"))
    page.wait_for_url(re.compile(r"/t/\w{8}/$"))
    expect(page.locator("[data-branch]")).to_contain_text("This game goes on from a place of game")
    if way != "no script":
        go_on(way, page)


def go_on(way: str, page: Page) -> None:
    """Be ready, and see one's own cards: until then there is a spectator's board."""
    ready = page.get_by_role("button", name="Ready")
    ready.tap() if way == "phone" else ready.press("Enter")
    expect(page.locator("[data-felt]:not(.watching)")).to_be_visible()
    expect(page.locator("[data-log]")).to_contain_text("The game goes on from a place of game")
