"""The replay in a real browser: scrubbing, steps, playing, keys, viewers, links, no spoilers."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import NARROW, WIDE, faults
from tests.e2e.deals import same_games


@pytest.fixture
def page(visit, stored) -> Page:
    page = visit().open(f"/g/{stored['war']}/")
    expect(page.locator("[data-play]")).to_be_visible()
    return page


def at(page: Page) -> str:
    return page.locator("[data-posn]").inner_text()


def test_keys_step_jump_and_choose_eyes(page):
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-posn]")).not_to_have_text("0")
    first = at(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-posn]")).not_to_have_text(first)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-posn]")).to_have_text(first)
    page.keyboard.press("Shift+ArrowRight")
    war = int(at(page))
    line = page.locator(f"[data-log] li[data-number='{war}']")
    expect(line).to_have_attribute("aria-current", "true")
    assert line.locator(".war").count()
    page.keyboard.press("End")
    last = at(page)
    expect(page.locator("[data-to=next]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    expect(page.locator("[data-posn]")).to_have_text("0")
    page.keyboard.press("2")
    expect(page.locator("#eyes")).to_have_value("2")
    expect(page.locator(".seat-row.me")).to_have_attribute("data-seat", "2")
    page.keyboard.press("0")
    expect(page.locator("#eyes")).to_have_value("all")
    assert int(last) > war


@pytest.mark.parametrize("game", ["war", "ww3", "ultimate"])
@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_controls_lie_over_no_card(visit, stored, game, size):
    page = visit(size=size).open(f"/g/{stored[game]}/?at=3&view=1")
    expect(page.locator("[data-play]")).to_be_visible()
    lowest, controls = page.evaluate(
        """() => {
            const cards = [...document.querySelectorAll(".felt .card")];
            const seen = cards.filter((card) => card.checkVisibility());
            const bottoms = seen.map((card) => card.getBoundingClientRect().bottom);
            const { top } = document.querySelector(".trans").getBoundingClientRect();
            return [Math.max(...bottoms), top];
        }"""
    )
    assert 0 < lowest <= controls


def test_the_address_follows_and_opens_there_again(page):
    page.locator("[data-range]").fill("5")
    page.wait_for_url("**at=5**")
    copied = page.locator(".share [data-copy]").get_attribute("data-copy")
    assert copied.endswith("/at/5/") and copied.startswith(page.url.partition("?")[0])
    expect(page.locator(".share [data-share]")).to_have_attribute("data-share", copied)
    picture = page.locator(".share [data-picture]")
    expect(picture).to_have_attribute("href", re.compile(r"/at/5\.png$"))
    expect(page.locator(".share [data-qr]")).to_have_attribute("src", re.compile(r"at%2F5%2F$"))
    page.select_option("#eyes", "watcher")
    page.wait_for_url("**view=watcher**")
    page.reload()
    expect(page.locator("[data-posn]")).to_have_text("5")
    expect(page.locator("#eyes")).to_have_value("watcher")


def test_it_plays_to_the_end_and_stops(page):
    page.click("[data-speeds] button[value='16']")
    last = page.locator("[data-range]").get_attribute("max") or ""
    page.locator("[data-range]").fill(str(max(0, int(last) - 12)))
    page.keyboard.press("Space")
    expect(page.locator("[data-play]")).to_have_attribute("aria-label", "Pause")
    expect(page.locator("[data-posn]")).to_have_text(last)
    expect(page.locator("[data-play]")).to_have_attribute("aria-label", "Play")
    counts = page.locator("[data-front] b").all_inner_texts()
    assert sum(map(int, counts)) == 52


def test_later_moves_and_the_result_hide(page):
    page.locator("[data-range]").fill("6")
    page.check("[data-hide-later]")
    expect(page.locator("[data-log] li:visible")).to_have_count(7)
    expect(page.locator("[data-result]")).to_be_hidden()
    expect(page.locator("[data-later]")).to_be_hidden()
    assert float(page.locator("[data-tail]").get_attribute("width") or 0) > 0
    page.wait_for_url("**hide=1**")
    page.keyboard.press("End")
    expect(page.locator("[data-result]")).to_be_visible()


def test_a_link_from_a_tournament_shows_the_result_on_request(page):
    page.goto(f"{page.url.partition('?')[0]}?hide=1")
    key = page.get_by_role("button", name="Show the result")
    expect(page.locator("[data-result]")).to_be_hidden()
    page.click("[data-to=next]")
    place = at(page)
    key.click()
    expect(page.locator("[data-result]")).to_be_visible()
    expect(key).to_be_hidden()
    assert at(page) == place
    page.wait_for_url(lambda address: "hide" not in address)


def test_a_line_of_the_log_is_a_link(page):
    page.locator("[data-log] li[data-number='3'] a.n").click()
    expect(page.locator("[data-posn]")).to_have_text("3")
    page.click("[data-to=next]")
    expect(page.locator("[data-posn]")).to_have_text(re.compile(r"^4"))


def test_it_can_be_read_and_stepped_without_a_script(visit, stored):
    visitor = visit(java_script_enabled=False, size=NARROW)
    page = visitor.open(f"/g/{stored['war']}/")
    expect(page.locator("[data-play]")).to_be_hidden()
    place = page.locator("[data-posn]")
    page.click("[data-to=next]")
    expect(place).to_have_text(re.compile(r"^\s*1"))
    page.click("[data-to=next]")
    expect(place).to_have_text(re.compile(r"^\s*2"))
    assert page.locator(".lane .card").count() >= 2
    page.locator("[data-log] li[data-number='9'] a.n").click()
    expect(place).to_have_text("9")


COMPILING_MS = 300_000  # the rules, once after they were changed


def test_the_chances_are_computed_and_lead_to_the_turning_points(page):
    """The chances are those of a spectator: the site may have computed others ahead."""
    page.locator("[data-range]").fill("5")
    page.select_option("#eyes", "watcher")
    page.click("#chart-chances")
    expect(page.locator("#chart-chances")).to_be_focused()
    page.wait_for_url("**at=5&view=watcher&chart=chances")
    page.locator("[data-chances]").get_by_role("button", name="Work out the chances").click()
    expect(page.locator("[data-chances=done]")).to_be_visible(timeout=COMPILING_MS)
    expect(page.locator("[data-posn]")).to_have_text("5")
    odds = page.locator("[data-odds]")
    expect(odds).to_contain_text(re.compile(r"Battle 5:.*%.*%.*give or take \d", re.S))
    height = {
        name: (page.locator(f"[data-{name}]").bounding_box() or {})["height"] for name in CHARTS
    }
    assert height["curve"] >= 120 and height["chart"] < 30  # the cards below, on the same axis
    dots = page.locator("[data-curve] circle")
    expect(dots.first).to_be_visible()
    page.keyboard.press("h")  # what is to come tells nothing
    expect(dots.first).to_be_hidden()
    page.keyboard.press("h")
    turn = page.locator("[data-chances] .turns a").last
    place = turn.inner_text().removeprefix("Battle ")
    turn.click()
    expect(page.locator("[data-posn]")).to_have_text(place)
    expect(odds).to_contain_text(f"Battle {place}:")
    page.keyboard.press("g")
    expect(page.locator("[data-curve]")).to_be_hidden()
    expect(page.locator("[data-chances]")).to_be_hidden()
    page.keyboard.press("g")
    expect(odds).to_contain_text(f"Battle {place}:")
    page.keyboard.press("1")  # other eyes have a curve of their own
    expect(page.locator("[data-chances]")).to_contain_text("nobody remembers")
    page.wait_for_url("**view=1&chart=chances")
    assert not faults(page)


CHARTS = ("curve", "chart")
LOW = (1280, 740)  # only a few lines of the log are visible at once
LONG_GAME = """
from games.table.replay import stored
from tests.pages.stored import person, played
players = person("Longfellow"), person("Longstocking")

while (game := played(*players, options="cap=210", private=True)).length < 205:
    pass  # a short one
# The place after a war: the line above it is higher than others.
after = 1 + next(number for number, depth in stored.recording(game).wars if depth and number > 2)
print(game.code, after)
"""


def test_a_long_log_grows_where_one_reads(site, visit):
    code, after = same_games(site, LONG_GAME)
    page = visit(size=LOW).open(f"/g/{code}/?at=150")
    expect(page.locator("[data-play]")).to_be_visible()
    lines, box = page.locator("[data-log] li"), page.locator("[data-logbox]")
    assert lines.count() < 130
    box.evaluate("box => box.scrollTo(0, box.scrollHeight)")
    expect(page.locator("[data-log] li[data-number='205']")).to_have_count(1)
    box.evaluate("box => box.scrollTo(0, 0)")
    expect(page.locator("[data-log] li[data-number='90']")).to_have_count(1)
    page.locator("[data-range]").fill(after)
    line = page.locator(f"[data-log] li[data-number='{after}']")
    expect(line).to_have_attribute("aria-current", "true")
    expect(line).to_be_in_viewport()
