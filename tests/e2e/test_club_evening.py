"""Evenings of clubs: from nothing to round 1 with 24 pasted names, counted in clicks, and to the
podium with two phones and two bots."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import NARROW, Visitor
from tests.e2e.places import sign_up
from tests.e2e.sharing import PICTURE, SHEET
from tests.e2e.tournaments import come, sit_down

pytestmark = pytest.mark.timeout(300)
MOST_CLICKS, LONGEST_S = 12, 180
NAMES = [f"{first} {last}" for last in ("Ash", "Birch", "Cedar") for first in
         ("Ada", "Bo", "Cem", "Dana", "Eli", "Fay", "Gus", "Hana")]  # fmt: skip
# Over all pages of the visit; to choose from a list is a click, too.
COUNT = """
const count = () => sessionStorage.setItem("clicks", Number(sessionStorage.getItem("clicks")) + 1);
addEventListener("pointerdown", (event) => event.isTrusted && count(), true);
addEventListener("change", ({ target }) => target.tagName === "SELECT" && count(), true);
"""


def answered(page: Page) -> None:
    """The form is as long as the site has answered a change."""
    expect(page.locator("[data-fragment][aria-busy]")).to_have_count(0)


def choose(page: Page, name: str, value: str) -> None:
    """Choose by the label, which is hit only once it lies still and nothing covers it."""
    page.locator(f"label:has([name={name}][value='{value}'])").click()
    answered(page)
    expect(page.locator(f"[name={name}][value='{value}']")).to_be_checked()


def test_24_names_play_round_1_after_a_dozen_clicks(visit: Callable[..., Visitor]) -> None:
    host = visit()
    sign_up(host, "Clara")
    page = host.open("/circles/")
    page.context.add_init_script(COUNT)
    page.reload()
    began = time.monotonic()

    page.get_by_label("Name").fill("Thursday club")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Hold a tournament").click()
    page.locator("[data-without-script][hidden]").first.wait_for(state="attached")  # by the script
    choose(page, "game", "ww3")
    choose(page, "size", "3")
    choose(page, "format", "swiss")
    page.get_by_role("button", name="Open it for entries").click()
    page.get_by_role("link", name="Enter a list").click()
    page.get_by_label("Players, one in each line").fill("\n".join(NAMES))
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Enter 24 players").click()
    expect(page.locator("svg.qr")).to_have_count(24)
    page.get_by_role("link", name="Console").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="Begin round 1 now").click()
    expect(page.locator("section[aria-labelledby=tables] .tag")).to_have_text("playing")
    expect(page.locator("section[aria-labelledby=tables] .rows > li")).to_have_count(8)

    clicks = int(page.evaluate("sessionStorage.getItem('clicks')"))
    assert clicks <= MOST_CLICKS
    assert time.monotonic() - began <= LONGEST_S


def test_two_phones_and_two_bots_play_to_the_podium(visit: Callable[..., Visitor]) -> None:
    host, room = visit(), visit()
    phones = [visit(size=NARROW, has_touch=True) for _ in range(2)]
    host.context.add_init_script(SHEET)
    sign_up(host, "Hedy")
    page = host.open("/circles/")
    page.get_by_label("Name").fill("Friday club")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Hold a tournament").click()
    page.locator("[data-without-script][hidden]").first.wait_for(state="attached")  # by the script
    choose(page, "game", "war")
    expect(page.locator("[name=rule-cap]")).to_be_attached()
    choose(page, "size", "2")
    for more in page.locator("details[data-more] > summary").all():
        more.click()
    choose(page, "format", "swiss")
    short = {"rule-cap": "20", "rounds": "2", "call_s": "0", "break_s": "0", "hold_min": "0"}
    for name, value in short.items():
        page.locator(f"[name={name}]").fill(value)
        page.locator(f"[name={name}]").blur()
        answered(page)
    page.locator("[name=bots]").check()
    page.get_by_role("button", name="Open it for entries").click()
    page.get_by_role("link", name="Enter a list").click()
    page.get_by_label("Players, one in each line").fill("Lea\nLuc")
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Enter 2 players").click()
    cards = page.locator(".cards-sheet a", has_text="Link").all()
    links = [str(card.get_attribute("href")) for card in cards]  # a used one leaves the page
    for phone, link in zip(phones, links, strict=True):
        sit_down(phone.open(link))
    page.get_by_role("link", name="Console").click()
    page.get_by_role("link", name="Enter bots").click()
    page.locator("[name=number]").fill("2")
    page.locator("[data-act-form] button.ink").click()
    expect(page.locator("[data-act-form]")).to_have_count(0)
    page.reload()
    expect(page.locator(".persons > li")).to_have_count(4)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_load_state()
    assert page.locator("[role=alert]").all_inner_texts() == []
    screen = page.get_by_role("link", name="Screen for the room").get_attribute("href")
    expect(room.open(str(screen)).locator("header p")).to_contain_text("Round 1 of 2")
    room.expects("404")  # the screen that is open has no key any more
    page.get_by_role("link", name="New address of the screen").click()
    for label in ("Show what it changes", "Confirm"):
        page.locator("[data-act-form]").get_by_role("button", name=label).click()
    expect(room.page.locator("body.room")).to_have_count(0)
    expect(room.page.locator("main")).to_contain_text("There is no such tournament.")
    fresh = page.get_by_role("link", name="Screen for the room")
    expect(fresh).not_to_have_attribute("href", str(screen))
    expect(room.open(str(fresh.get_attribute("href"))).locator("header p")).to_contain_text(
        "Round 1 of 2"
    )

    for _round in range(2):
        come(*(phone.page for phone in phones))
        for phone in phones:
            phone.page.locator("[data-bar-back]:visible").click(timeout=90_000)
    event = phones[0].page.url
    expect(phones[0].page.locator("#entry")).to_have_text("Finished")
    page.goto(event)
    expect(page.locator(".podium > ol > li")).to_have_count(3)
    page.get_by_role("button", name="Share the picture").click()
    assert page.evaluate(PICTURE) == ["image/png", 1200, 630]

    page.locator(".crumbs a").click()
    page.get_by_role("button", name="Like last time").click()
    page.wait_for_url("**/console/")
    assert page.url != f"{event}console/"
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
