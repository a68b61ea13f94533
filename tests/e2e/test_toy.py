"""A game that is only registered is played in a browser: its form, board, keys and replay."""

import pytest
from playwright.sync_api import expect

from tests.e2e.war import battle, battles_told, is_over, play_until
from tests.site import running


@pytest.fixture(scope="module")
def toys(tmp_path_factory):
    """A site that has the toy."""
    own = {"DJANGO_SETTINGS_MODULE": "tests.toy.settings"}
    with running(tmp_path_factory.mktemp("toys") / "home", "--no-demo", **own) as site:
        yield site


def test_a_registered_game_is_played_to_its_end_and_replayed(toys, visit):
    visitor = visit(toys.url)
    page = visitor.open("/new/?game=toy&cap=2")
    page.click("button[value=open]")
    page.wait_for_url("**/t/*/")
    page.locator("button[value=bot]").first.click()
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("[data-felt] .lane")).to_be_visible()
    play_until(lambda: is_over(page), page)
    told = battles_told(page)
    assert battle(page) == len(told) == 2

    visitor.open(page.url.replace("/t/", "/g/"))
    expect(page.locator("[data-play]")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("[data-result]")).to_be_visible()
    assert battles_told(page) == told
