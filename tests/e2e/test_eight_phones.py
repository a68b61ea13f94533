"""An evening of a club with eight phones and a screen on the wall, whose director uses the keyboard
alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import keyboard
from tests.e2e.browser import NARROW, Visitor, faults
from tests.e2e.places import sign_up
from tests.e2e.sharing import PICTURE, SHEET
from tests.e2e.tournaments import sit_down

pytestmark = [pytest.mark.timeout(600), pytest.mark.crowd]
WALL = (1920, 1080)
LONGEST_MS = 90_000  # of twenty battles and their end


def event_by_keyboard(page: Page) -> None:
    """A circle, and two short rounds of War at tables of two in it."""
    keyboard.write(page.get_by_label("Name"), "Friday club")
    keyboard.follow(page.get_by_role("button", name="Start"))
    keyboard.follow(page.get_by_role("link", name="Hold a tournament"))
    page.locator("[data-without-script][hidden]").first.wait_for(state="attached")  # by the script
    keyboard.pick(page, "game", "war")
    keyboard.press(page.locator("[data-more=rules] > summary"))
    keyboard.write(page.locator("[name=rule-cap]"), "20")
    keyboard.pick(page, "size", "2")
    keyboard.pick(page, "format", "swiss")
    keyboard.write(page.locator("[name=rounds]"), "2")
    keyboard.press(page.locator("[data-more=settings] > summary"))
    for name in ("call_s", "break_s", "hold_min"):
        keyboard.write(page.locator(f"[name={name}]"), "0")
    keyboard.follow(page.get_by_role("button", name="Open it for entries"))


def enter_by_keyboard(page: Page, *names: str) -> list[str]:
    """Paste the names, look what becomes of them, enter them; the links on their cards."""
    keyboard.follow(page.get_by_role("link", name="Enter a list"))
    keyboard.write(page.get_by_label("Players, one in each line"), "\n".join(names))
    keyboard.follow(page.get_by_role("button", name="Preview"))
    keyboard.follow(page.get_by_role("button", name=f"Enter {len(names)} players"))
    cards = page.locator(".cards-sheet a", has_text="Link")
    expect(cards).to_have_count(len(names))
    return [str(card.get_attribute("href")) for card in cards.all()]


def answer(page: Page) -> None:
    """Called to their table, they tap the call and are ready."""
    page.locator("[data-call]:visible a.btn.now").tap()
    page.wait_for_url("**/t/*/")
    page.get_by_role("button", name="Ready").tap()


def test_eight_phones_play_to_the_podium(visit: Callable[..., Visitor]) -> None:
    host, room = visit(), visit(size=WALL)
    phones = [visit(size=NARROW, has_touch=True).page for _ in range(8)]
    host.context.add_init_script(SHEET)
    sign_up(host, "Greta")
    page = host.open("/circles/")
    event_by_keyboard(page)
    links = enter_by_keyboard(page, "Noe", "Pia", "Wes", "Xia", "Yan", "Zoe", "Abe", "Bea")
    for phone, link in zip(phones, links, strict=True):
        phone.goto(link)
        sit_down(phone)
    keyboard.follow(page.get_by_role("link", name="To the console"))
    expect(page.locator(".persons > li")).to_have_count(8)
    keyboard.follow(page.get_by_role("button", name="Start", exact=True))
    assert page.locator("[role=alert]").all_inner_texts() == []
    wall = page.get_by_role("link", name="Screen for the room").get_attribute("href")
    screen = room.open(str(wall))
    for number in (1, 2):
        expect(screen.locator("header p")).to_contain_text(f"Round {number} of 2")
        for phone in phones:
            answer(phone)
        expect(screen.locator("section .front").first).to_be_visible()
        expect(page.locator("section[aria-labelledby=tables] .front").first).to_be_visible()
        if number == 1:
            assert (faults(screen), faults(page)) == ([], [])
        for phone in phones:
            phone.locator("[data-bar-back]:visible").tap(timeout=LONGEST_MS)
    for phone in phones:
        expect(phone.locator("#entry")).to_have_text("Finished")
    expect(screen.locator("header p")).to_have_text("Finished")
    keyboard.follow(page.get_by_role("link", name="Overview"))
    expect(page.locator(".podium > ol > li")).to_have_count(3)
    keyboard.press(page.get_by_role("button", name="Share the picture"))
    assert page.evaluate(PICTURE) == ["image/png", 1200, 630]
    assert (faults(screen), faults(page), faults(phones[0])) == ([], [], [])

    event = page.url
    keyboard.follow(page.locator(".crumbs a"))
    keyboard.follow(page.get_by_role("button", name="Like last time"))
    page.wait_for_url("**/console/")
    assert page.url != f"{event}console/"
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
