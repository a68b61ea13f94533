"""The card of a guest on two phones: whichever was signed in is told at once why it is not any
more, on the page where it is."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import NARROW, Visitor, faults
from tests.e2e.places import sign_up
from tests.e2e.tournaments import sit_down

pytestmark = pytest.mark.timeout(300)
REASON = "section[role=alert]"


def hold(host: Visitor) -> Page:
    """An evening of War for two, with cards for Ravi and Suki: its page of cards."""
    sign_up(host, "Hanna")
    page = host.open("/circles/")
    page.get_by_label("Name").fill("Monday club")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Hold a tournament").click()
    page.get_by_role("button", name="Open it for entries").click()
    page.get_by_role("link", name="Enter a list").click()
    page.get_by_label("Players, one in each line").fill("Ravi\nSuki")
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Enter 2 players").click()
    expect(page.locator("svg.qr")).to_have_count(2)
    return page


def test_a_card_seats_one_phone_at_a_time(visit: Callable[..., Visitor]) -> None:
    host = visit()
    phone, other = (visit(size=NARROW, has_touch=True) for _ in range(2))
    page = hold(host)
    event = page.url.removesuffix("cards/")
    link = str(page.locator(".cards-sheet a", has_text="Link").first.get_attribute("href"))
    for visitor in (phone, other):
        visitor.expects("404")  # strangers do not see the event of the circle
    sit_down(phone.open(link))
    other.open(link)
    expect(other.page.locator(".notice")).to_contain_text("This card has been in use since")
    assert faults(other.page) == []
    sit_down(other.page)
    expect(phone.page.locator(REASON)).to_contain_text("was used on another device at")
    assert faults(phone.page) == []

    page.reload()
    expect(page.locator("svg.qr")).to_have_count(1)
    expect(page.locator(".cards-sheet > li", has_text="Ravi")).to_contain_text("In use since")
    assert faults(page) == []
    page.get_by_role("button", name="New card Ravi").click()
    expect(page.locator("svg.qr")).to_have_count(2)
    expect(other.page.locator(REASON)).to_contain_text("Hanna made a new card for you")
    new = page.locator(".cards-sheet a", has_text="Link").first.get_attribute("href")
    assert new != link
    sit_down(phone.open(str(new)))
    expect(phone.page.locator(REASON)).to_have_count(0)
    page.goto(f"{event}log/")
    expect(page.locator("tbody")).to_contain_text("New card Ravi (guest)")
