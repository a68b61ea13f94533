"""A game that is only registered is played in a browser: its form, board, keys and replay.  Every
other game has the same doors."""

import pytest
from playwright.sync_api import expect

from games.rules.catalogue import ENTRIES
from tests.conformance.subjects import SUBJECTS, table_of
from tests.e2e.war import battle, battles_told, is_over, play_until
from tests.site import running

pytestmark = pytest.mark.outer


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
    expect(page.locator("[data-felt] .lane")).to_be_attached()  # empty until a card is laid
    play_until(lambda: is_over(page), page)
    told = battles_told(page)
    assert battle(page) == len(told) == 2

    visitor.open(page.url.replace("/t/", "/g/") + "?view=1")
    expect(page.locator("[data-play]")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("[data-result]")).to_be_visible()
    assert battles_told(page) == told


@pytest.mark.parametrize("key", ENTRIES)
def test_every_other_game_is_opened_dealt_resigned_and_replayed(toys, visit, key):
    """A person plays it among bots; what else a board can do is tested with its game."""
    visitor, rules = visit(toys.url), SUBJECTS[key].quick
    page = visitor.open(f"/new/?game={key}&{rules.replace(';', '&')}")
    page.click("button[value=open]")
    page.wait_for_url("**/t/*/")
    free = page.locator("button[value=bot]")
    for left in range(table_of(key).game.options(rules).players - 1, 0, -1):
        expect(free).to_have_count(left)
        free.first.click()
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("[data-felt]")).to_be_visible()
    expect(page.locator("[data-log] li").first).to_be_attached()
    page.get_by_label("Table menu").click()
    page.get_by_role("button", name="Resign").first.click()
    page.locator("[data-resign-yes]").click()
    expect(page.locator("[data-ending] h2")).to_be_visible()

    visitor.open(page.url.replace("/t/", "/g/"))
    expect(page.locator("[data-play]")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("[data-result]").first).to_be_visible()
