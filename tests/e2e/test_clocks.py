"""A device whose clock is wrong by half a minute sees quick words, and a mute end in time."""

import pytest
from playwright.sync_api import expect

from tests.e2e.places import open_table, sign_up

pytestmark = pytest.mark.outer
LATE = """
const right = Date.now;
Date.now = () => right() - 30_000;
document.addEventListener("me", ({ detail }) => (window.told ??= detail));
"""


@pytest.fixture
def page(visit):
    """Anouk's, at a table where Bent sits, too."""
    ann, ben = visit(), visit()
    ann.context.add_init_script(LATE)
    for visitor, name in ((ann, "Anouk"), (ben, "Bent")):
        sign_up(visitor, name)
    code = open_table(ann)
    ben.open(f"/t/{code}/").click("button[value=sit]")
    for visitor in (ann, ben):
        visitor.page.get_by_role("button", name="Ready").click()
    for visitor in (ann, ben):
        expect(visitor.page.locator("[data-felt]")).to_be_visible()
    ann.ben = ben.page
    return ann


def test_quick_words_show_and_a_mute_ends_in_time(page):
    mine, ben = page.page, page.ben
    ben.get_by_role("tab", name="Chat").click()
    ben.locator("[data-chat-quick] button").first.click()
    expect(mine.locator(".bubble")).to_be_visible()
    mine.get_by_role("tab", name="Chat").click()
    pen = mine.locator("[data-chat-text]")
    expect(pen).to_be_enabled()
    mine.wait_for_function("window.told")
    mine.evaluate("""() => {
        const sanctions = [{ kind: "mute", until: Date.now() + 30_000 + 4000 }];
        document.dispatchEvent(new CustomEvent("me", { detail: { ...window.told, sanctions } }));
    }""")
    expect(pen).to_be_disabled()
    expect(pen).to_be_enabled(timeout=15_000)
