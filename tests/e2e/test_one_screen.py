"""Two at one screen: two fingers, or four keys, and one connection."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import NARROW, Visitor, faults
from tests.e2e.overlaps import overlapping
from tests.e2e.waiting import until

pytestmark = [pytest.mark.outer, pytest.mark.timeout(300)]
# Both fingers lie on the screen at the same moment, so that the second one makes no click.
BOTH = """() => {
  const press = (selector, isPrimary, pointerId) =>
    document.querySelector(selector).dispatchEvent(new PointerEvent("pointerdown",
      { bubbles: true, cancelable: true, pointerType: "touch", isPrimary, pointerId }));
  press("[data-bar-main]", true, 1);
  press("[data-opposite-keys] button", false, 2);
}"""
WRITE = "(element, words) => { element.textContent = words; }"
UPSIDE_DOWN = "(element) => getComputedStyle(element).rotate"


def start(visitor: Visitor, **chosen: str) -> Page:
    """From the options of War."""
    page = visitor.open("/")
    page.get_by_role("link", name="Options of War").click()
    for name, value in chosen.items():
        page.locator(f"[name={name}]").select_option(value)
    page.get_by_role("button", name="Two at this screen").click()
    page.wait_for_url("**/t/*/")
    expect(page.locator("[data-felt]")).to_be_visible()
    return page


def battle(page: Page) -> int:
    return int("".join(filter(str.isdigit, page.locator("[data-place]").text_content() or "")) or 0)


def test_two_people_turn_their_cards_on_one_phone(visit: Callable[..., Visitor]) -> None:
    visitor = visit(size=NARROW, has_touch=True)
    page = start(visitor)
    opposite = page.locator(".opposite")
    expect(opposite.locator("button.now")).to_have_text("Turn card P")
    assert opposite.evaluate(UPSIDE_DOWN) == "180deg"
    plates = page.locator(".seat-row .plate")
    assert [plate.evaluate(UPSIDE_DOWN) for plate in plates.all()] == ["180deg", "none"]
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
    for key in (opposite.locator("button"), page.locator("[data-bar-main]")):
        box = key.bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= NARROW[1]
        assert box["height"] >= 44
    expect(page.locator("[data-bar-main].now:not([aria-disabled])")).to_be_visible()
    # Both read the words in the middle, and have their colours.
    told = opposite.locator(".told")
    expect(told).to_contain_text("Everyone turns their top card")
    expect(told.locator(".ctr")).to_have_attribute("data-seat", "2")
    page.evaluate(BOTH)
    expect(page.locator(".lane .card")).to_have_count(2)
    expect(told).to_have_text(re.compile(r"wins the battle|War over"))
    until(lambda: battle(page) >= 3, page, step=lambda page: page.evaluate(BOTH))
    assert faults(page) == []


def test_two_people_share_a_keyboard_and_slap(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = start(visitor, preset="slap")
    expect(page.locator(".opposite button")).to_have_count(2)

    def press(page: Page) -> None:
        page.keyboard.press("Space")
        page.keyboard.press("p")
        if page.locator(".opposite button.now[data-act=slap]").count():
            page.wait_for_timeout(250)  # quicker than a person is a false slap
            page.keyboard.press("o")

    # No word beside it moves the key that races, and in the middle both have names.
    slap, places, calls = page.locator(".opposite [data-act=slap]"), set(), set()
    for words in ("Turn card", "Look for the underdog"):
        page.locator(".opposite [data-act=flip] span").evaluate(WRITE, words)
        places.add(str(slap.bounding_box()))

    def look(page: Page) -> None:
        press(page)
        places.add(str(slap.bounding_box()))
        calls.add(page.locator("[data-call]").inner_text())

    log = page.locator("[data-log]")
    other = page.locator(".seat-row:not(.me) .who > span").first.inner_text()
    until(lambda: f"{other} slaps first" in log.inner_text(), page, step=look)
    assert len(places) == 1
    assert not any(re.search(r"\b[Yy]ou\b", call) for call in calls)
    page.locator("[data-bar-resign]").click()
    page.get_by_role("button", name="Resign").last.click()
    expect(page.locator("[data-table][data-status=finished]")).to_be_visible()
    expect(page.locator(".opposite")).to_be_hidden()
    expect(page.locator("[data-ending] header")).to_have_text(
        re.compile(r"Game over\s+Guest \d+ resigned", re.S)
    )
    assert overlapping(page) == []
    first = page.url
    page.locator("[data-bar-rematch]").click()
    page.wait_for_url(lambda url: url != first)
    expect(page.locator(".opposite button").first).to_be_visible()
