"""The page of a table: its keys are in sight on every screen, and nothing lies over them."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import Visitor, faults
from tests.e2e.overlaps import overlapping
from tests.e2e.places import begin, sign_up
from tests.site import Site

pytestmark = [pytest.mark.outer, pytest.mark.timeout(300)]
ZOOMED = (960, 540)  # 1920 x 1080 at 200 %
SIZES = ((1280, 800), ZOOMED, (640, 400), (390, 844), (360, 640))
KEY = """() => {
  const key = document.querySelector("[data-bar-main]");
  const { left, top, width, height } = key.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return [key.contains(hit), top >= 0, top + height <= innerHeight];
}"""
HAS_KEYS = """() =>
  [...document.querySelectorAll("[data-bar-main], [data-bar-more] button")]
    .some((key) => key.checkVisibility())"""
KEYS_IN_SIGHT = """() => {
  const all = [...document.querySelectorAll("[data-bar-main], [data-bar-more] button")];
  const keys = all.filter((key) => key.checkVisibility()).map((key) => key.getBoundingClientRect());
  return keys.length > 0 && keys.every(({ top, bottom }) => top >= 0 && bottom <= innerHeight);
}"""
PLACES = """() => ["felt", "bar", "strip"].map((name) =>
  JSON.stringify(document.querySelector(`[data-${name}]`).getBoundingClientRect()))"""
UNDER_HINT = """() => {
  const hint = document.querySelector("[data-hint]").getBoundingClientRect();
  const parts = document.querySelectorAll(".bar, .side, .plate, .zone, .lane, .call");
  return [...parts].map((part) => [part.className, part.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && box.left < hint.right && hint.left < box.right)
    .filter(([, box]) => box.top < hint.bottom && hint.top < box.bottom)
    .map(([name]) => name);
}"""

OPEN_ALL = """
from games.accounts.models import Player
from games.table.writer import play
for game, options, bots in {tables!r}:
    by = Player.objects.get(name="Ona")
    print("CODE", play.open_table(by=by, game=game, options=options, bots=bots).code)
"""
TABLES = (
    ("war", "players=3;slap=5", ["recruit", "sergeant"]),
    ("ww3", "seats=1", []),
    ("ww3", "seats=3", ["recruit", "sergeant"]),
    ("ww3", "seats=6", ["recruit", "recruit", "sergeant", "sergeant", "general"]),
    ("ultimate", "seats=8", ["random", "hoarder", "decoy", "bully", "martyr", "hunter", "greedy"]),
)
BOX_ALONE = """() => {
  const [opps, box, own] = [".opps", ".box", ".own"].map((part) =>
    document.querySelector(`[data-felt] ${part}`).getBoundingClientRect());
  return opps.bottom <= box.top && box.bottom <= own.top;
}"""
LOOKS = """([word, seat]) => {
  const probe = document.createElement("i");
  probe.style.color = `var(--seat-${seat})`;
  document.body.append(probe);
  const wanted = getComputedStyle(probe).color;
  probe.remove();
  const { color, fontSize } = getComputedStyle(document.querySelector(word));
  return [color === wanted, fontSize];
}"""


def test_the_word_on_the_map_is_the_winners_and_the_side_comes_when_asked_for(
    visit: Callable[..., Visitor],
) -> None:
    page = visit().open("/")
    page.locator("[aria-label='Play now'] button").first.click()
    page.wait_for_url("**/t/*/")
    page.locator("[data-bar-main].now:not([aria-disabled])").click()
    taken = page.locator(".seat-row:has(.take)")
    expect(taken).to_be_visible()
    seat = taken.get_attribute("data-seat")
    assert page.evaluate(LOOKS, [".call b", seat]) == [True, "28px"]
    face = page.locator(".seat-row:not(.me) .emb")
    assert (face.bounding_box() or {})["width"] >= 40

    log, asks = page.locator("[data-log]"), page.locator(".side-key")
    expect(asks).to_be_hidden()
    for width, height, word in ((1000, 760, "28px"), (390, 844, "28px"), (320, 568, "25.6px")):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(LOOKS, [".call b", seat]) == [True, word]
        for _ in range(2):
            assert (log.bounding_box() or {"width": 0})["width"] < 2
            page.keyboard.press("l")  # the focus opens it, too
            assert (log.bounding_box() or {})["width"] > 200
            page.locator("#table-heading").evaluate("(heading) => document.activeElement.blur()")
        asks.click()
        assert (log.bounding_box() or {})["width"] > 200
        expect(log).to_be_in_viewport()
        expect(page.locator("[data-bar]")).to_be_in_viewport(ratio=1)
        assert faults(page) == []
        asks.click()
        assert (log.bounding_box() or {"width": 0})["width"] < 2


def test_nothing_lies_over_anything_else_at_any_table(
    visit: Callable[..., Visitor], site: Site
) -> None:
    visitor = visit()
    sign_up(visitor, "Ona")
    made = site.manage("shell", "-c", OPEN_ALL.format(tables=TABLES))
    codes = re.findall(r"^CODE (\S+)$", made.stdout, re.M)
    assert len(codes) == len(TABLES), made.stderr
    for code, (game, *_) in zip(codes, TABLES, strict=True):
        page = visitor.open(f"/t/{code}/")
        page.get_by_role("button", name="Ready").click()
        expect(page.locator("[data-felt]")).to_be_visible()
        if game == "war":
            page.locator("[data-bar-main].now:not([aria-disabled])").click()
            said = re.compile("battle|War over|slaps first")  # as the cards are dealt
            expect(page.locator("[data-call]")).to_have_text(said)
        assert overlapping(page, (320, 568), (860, 800)) == [], (game, code)


def test_the_keys_of_world_war_three_are_in_sight_on_every_screen(
    visit: Callable[..., Visitor],
) -> None:
    visitor = visit()
    begin(visitor, "ww3")
    page = visitor.page
    expect(page.locator("[data-felt] .own .hand")).to_be_visible()
    page.wait_for_function(HAS_KEYS)  # while a bot is on turn there are none
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(KEYS_IN_SIGHT), (width, height)
        assert page.evaluate(BOX_ALONE), (width, height)


def test_the_key_is_in_sight_on_every_screen_with_a_hint_and_without(
    visit: Callable[..., Visitor],
) -> None:
    page = visit().open("/")
    page.locator("[aria-label='Play now'] button").first.click()
    page.wait_for_url("**/t/*/")
    expect(page.locator("[data-bar-main].now:not([aria-disabled])")).to_be_visible()
    hint = page.locator("[data-hint]")
    expect(hint).to_contain_text("Turn your top card.")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(KEY) == [True, True, True], (width, height)
        assert page.evaluate(UNDER_HINT) == [], (width, height)
    places = page.evaluate(PLACES)
    page.get_by_role("button", name="Got it").click()
    expect(hint).to_be_hidden()
    assert page.evaluate(PLACES) == places
