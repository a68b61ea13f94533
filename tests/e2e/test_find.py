"""Two people who never met look for players, meet at a table, and the cards are dealt."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import NARROW, Visitor

pytestmark = pytest.mark.timeout(600)
AT_TABLE = re.compile(r"/t/[A-Z0-9]{8}/")


def look(page: Page, preset: str) -> None:
    page.get_by_role("checkbox", name=re.compile(f"^{preset}")).first.check()
    page.get_by_role("button", name="Find players").click()
    expect(page.locator("[data-wish-words]")).to_have_text(re.compile("Looking for players: "))


def test_they_meet(visit: Callable[..., Visitor]) -> None:
    ann, ben = visit(), visit(size=NARROW, dark=True)
    a, b = ann.page, ben.page
    ann.open("/find/")
    look(a, "Classic")

    # Wherever she goes, she reads that she is looking, and she can stop and start again.
    ann.open("/rules/")
    bar = a.locator("[data-wish]")
    words = "Looking for players: Classic War, 2 players"
    expect(bar.locator("[data-wish-words]")).to_have_text(words)
    expect(bar.locator("[data-wish-time]")).to_have_text(re.compile(r"^0:\d\d$"))
    bar.get_by_role("button", name="Stop looking").click()
    expect(bar).to_be_hidden()
    ann.open("/find/")
    look(a, "Classic")
    ann.open("/history/")
    elsewhere = a.context.new_page()
    elsewhere.goto("/rules/")
    expect(elsewhere.locator("[data-wish-words]")).to_have_text(re.compile("Looking for players"))

    # Ben sees her in the list; as soon as he looks for the same, both are at the table.
    ben.open("/find/")
    expect(b.locator("[aria-labelledby=others-heading]")).to_contain_text("Classic War, 2 players")
    b.get_by_role("checkbox", name=re.compile("^Classic")).first.check()
    b.get_by_role("button", name="Find players").click()
    for page in (a, b):
        expect(page).to_have_url(AT_TABLE)
        expect(page.locator("[data-table]")).to_have_attribute("data-status", "running")
    assert a.url.split("?")[0] == b.url.split("?")[0]

    # Her other tab stays where it is, and shows the way.
    expect(elsewhere.locator("[data-wish-words]")).to_have_text("Players were found.")
    link = elsewhere.get_by_role("link", name="Go to the table")
    expect(link).to_have_attribute("href", re.compile(a.url.split("?")[0].split("/t/")[1]))
    expect(elsewhere).to_have_url(re.compile("/rules/$"))
