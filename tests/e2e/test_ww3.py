"""Three people play World War III with a known deal; one plays alone, using only the keyboard."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import deals, ww3
from tests.e2e.browser import NARROW, Visitor
from tests.e2e.cable import Cable
from tests.e2e.places import sign_up
from tests.e2e.waiting import until
from tests.site import Site

pytestmark = pytest.mark.timeout(600)
OPTIONS = "order=oldest;same_ms=200"
WANTED = ("decline", "hold", "target")
ROUNDS = 2


class Opening:
    """The acts of everyone in the known deal; remembers what has happened."""

    def __init__(self, *pages: Page) -> None:
        self.pages = pages
        self.seen: set[str] = set()
        self.wars: set[int] = set()

    def step(self, page: Page) -> None:
        words = ww3.asked(page)
        more = ww3.others(page)
        if words.startswith("Decline"):
            page.keyboard.press("n")
            self.seen.add("decline")
        elif words.startswith("Hold") and "Draw" in more:
            self.race(page)
        elif words.startswith("Reset"):
            page.keyboard.press("r")
        elif not words and any(re.search(r", \d+ cards?$", other) for other in more):
            page.keyboard.press("1")
            self.seen.add("target")
        else:
            ww3.pace(page)

    def race(self, page: Page) -> None:
        """The first player who may hold does, once in every war; nobody sees it at once."""
        war = self.war_of(page)
        if war in self.wars:
            page.keyboard.press("d")
            return
        self.wars.add(war)
        page.keyboard.press("h")
        self.seen.add("hold")

    @staticmethod
    def war_of(page: Page) -> int:
        sum_ = page.locator("[data-facts]").text_content() or ""
        found = re.search(r"(\d+) wars?", sum_)
        assert found
        return int(found[1])


def test_three_people_decline_race_for_a_hold_and_lay_a_joker(
    visit: Callable[..., Visitor], site: Site, cable: Cable
) -> None:
    alice, bob, charlie = visit(), visit(cable.url, size=NARROW), visit()
    watcher = visit()
    bob.expects(r"WebSocket connection|ERR_(CONNECTION|EMPTY|SOCKET|INTERNET|NETWORK)")
    for visitor in (alice, bob, charlie):
        deals.fix_entropy(visitor)
    sign_up(alice, "Dora")
    code = ww3.open_for(site, "Dora", OPTIONS)
    fits = ww3.eventful(OPTIONS, WANTED, ROUNDS)
    deals.set_secret(site, code, deals.find_secret(code, 3, fits))
    alice.open(f"/t/{code}/")
    for visitor in (bob, charlie):
        visitor.open(f"/t/{code}/")
        visitor.page.click("button[value=sit]")
    watcher.open(f"/t/{code}/")
    pages = (alice.page, bob.page, charlie.page)
    for page in pages:
        page.get_by_role("button", name="Ready").click()
    for page in (*pages, watcher.page):
        expect(page.locator(".ww3 .box")).to_be_visible()

    # Hands are private; everyone sees how many cards are in every pile.
    for page in pages:
        expect(page.locator(".own .hand .card")).to_have_count(5)
        expect(page.locator(".hand .must")).to_have_count(1)
    expect(watcher.page.locator(".hand .card")).to_have_count(0)

    opening = Opening(*pages)
    until(lambda: set(WANTED) <= opening.seen, *pages, step=opening.step)
    for words in ("declines the war", "chooses"):
        until(lambda words=words: words in ww3.told(watcher.page), *pages, step=opening.step)

    # A war takes the stage for everyone, and the player who holds is shown after it was judged.
    until(lambda: " holds " in ww3.told(watcher.page), *pages, step=opening.step)
    until(lambda: "takes" in ww3.told(watcher.page), *pages, step=opening.step)
    for page in pages:
        expect(page.locator("[data-log]")).to_contain_text(re.compile(r"beats? \S+.* and takes?"))

    # Bob's connection breaks in the middle, and is restored without a reload.
    bob.page.evaluate("window.sameDocument = true")
    cable.unplug()
    expect(bob.page.locator("[data-bar-say]")).to_contain_text("Connection lost")
    cable.plug()
    expect(bob.page.get_by_text("Nothing was lost")).to_be_visible()
    assert bob.page.evaluate("window.sameDocument") is True

    # Discard piles are open to everyone, and counted.
    pile = watcher.page.locator(".opp [data-zone=discard]").first
    count = int(pile.locator("b").text_content() or 0)
    pile.click()
    expect(watcher.page.locator(".spread[open] .cards .card")).to_have_count(count)
    watcher.page.keyboard.press("Escape")


def test_who_leaves_when_it_is_on_him_is_played_for(
    visit: Callable[..., Visitor], site: Site
) -> None:
    alice, bob = visit(), visit()
    sign_up(alice, "Nora")
    code = ww3.open_for(site, "Nora", "seats=2")
    pages = (alice.page, bob.page)
    for visitor in (alice, bob):
        visitor.open(f"/t/{code}/")
    bob.page.click("button[value=sit]")
    for page in pages:
        page.get_by_role("button", name="Ready").click()
    until(lambda: ww3.asked(bob.page) != "", alice.page)
    name = bob.page.locator(".own .who > span").text_content() or ""
    acts = re.compile(rf"{name}(?! has (lost|come))")
    done = len(acts.findall(ww3.told(alice.page)))
    bob.page.goto("/rules/")
    until(lambda: len(acts.findall(ww3.told(alice.page))) > done, alice.page)


def hears(page: Page, key: str, words: str) -> None:
    """The key has it read out; events at the table may interrupt it, so press again."""
    for _ in range(20):
        page.keyboard.press(key)
        try:
            expect(page.locator("[data-polite]")).to_contain_text(words, timeout=1000)
            return
        except AssertionError:
            continue
    raise AssertionError(f"{key} does not have {words!r} said")


def test_one_plays_the_deal_of_the_day_to_its_end_by_keyboard_only(
    visit: Callable[..., Visitor],
) -> None:
    player = visit()
    page = player.open("/daily/")
    page.get_by_role("button", name="Play today's deal").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*/")
    expect(page.get_by_text("The General").first).to_be_visible()
    (day,) = re.findall(r"The deal of (\d{4}-\d\d-\d\d)", page.content())
    page.evaluate("addEventListener('pointerdown', () => { window.pointed = true; })")
    expect(page.locator(".ww3 .box")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("[data-keys-dialog]")).to_contain_text("decline with a 2")
    page.keyboard.press("Escape")
    hears(page, "t", "Your hand:")
    hears(page, "v", "The General: ")
    page.keyboard.press("u")  # forced moves are made at once

    def choose(page: Page) -> None:
        words = ww3.asked(page)
        if words.startswith("Hold"):
            page.keyboard.press("h")  # at once: so the game is short, whatever the deal
        elif words.startswith("Reset"):
            page.keyboard.press("r")
        elif words.startswith("Decline"):
            page.keyboard.press("n")
        else:
            ww3.pace(page)

    until(lambda: ww3.is_over(page), page, step=choose)
    expect(page.locator("[data-bar-say] b")).not_to_be_empty()
    score = re.search(r"score (-?\d+)", page.locator("[data-facts]").text_content() or "")
    assert score
    assert page.evaluate("window.pointed") is None
    name = page.locator(".own .who > span").text_content() or ""
    page.goto(f"/daily/?day={day}")  # it may be over by now
    row = page.locator("tbody tr", has_text=name)
    expect(row.locator("td.num").nth(1)).to_have_text(score[1])
