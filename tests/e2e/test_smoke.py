"""The one browser test that also runs on the embedded services: open, play to the end, replay."""

from playwright.sync_api import expect

from tests.e2e.places import open_table
from tests.e2e.war import battle, battles_told, piles, play_until


def test_a_game_against_a_bot_is_opened_played_to_its_end_and_replayed(visit):
    visitor = visit()
    page = visitor.page
    code = open_table(visitor, cap="20")
    page.locator("button[value=bot]").first.click()
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("[data-felt]")).to_be_visible()
    play_until(lambda: battle(page) >= 4, page)
    page.get_by_label("Table menu").click()
    page.locator("[data-menu-deeds] [value=fast]").click()  # the bot agrees
    expect(page.locator("[data-table][data-status=finished]")).to_be_attached(timeout=60_000)
    told, left = battles_told(page), piles(page)
    assert len(told) == 20

    visitor.open(f"/g/{code}/?view=1")  # the log speaks to this seat, as it did
    expect(page.locator("[data-play]")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("[data-result]")).to_be_visible()
    assert battles_told(page) == told
    assert piles(page) == left
