"""A turn as it is seen: cards first, then the word, then the numbers; and a Slap key that never
moves."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import film
from tests.e2e.browser import NARROW, Visitor, faults
from tests.e2e.places import begin, open_table, sign_up
from tests.e2e.ultimate import open_for
from tests.e2e.waiting import until
from tests.site import Site

pytestmark = [pytest.mark.outer, pytest.mark.timeout(300)]
LONGEST_MS = 200_000
TURNS, STILL, PAIRS, SLAPS = 30, 12, 5, 10
BATTLES = "new Set(film.map((each) => each.place)).size"
STORIES = "new Set(film.map((each) => each.call + each.log)).size"
# Pairs before they turn over.
COVERED = "new Set(film.map((each) => namesOf(each.turning).join())).size - 1"
OVER = "document.querySelector('[data-table][data-status=finished]')"
FIGHTS = "Number(film.at(-1)?.facts.match(/\\d+/)?.[0])"
# Space all the time, also while a slap is on offer; and then S, as quick as a person.
PRESS = """() => {
  const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
  let seen = 0;
  window.slaps = 0;
  setInterval(() => {
    press(" ");
    const key = document.querySelector("[data-bar-fixed] button");
    if (!key) return; // the game is over
    seen = key.classList.contains("now") && key.ariaDisabled !== "true" ? seen + 1 : 0;
    if (seen !== 3) return;
    press("s");
    slaps += 1;
  }, 100);
}"""
SCROLL = "scrollTo(0, document.documentElement.scrollHeight)"
WATCH_KEY = """() => {
  window.places = new Set();
  const look = () => {
    const key = document.querySelector("[data-bar-fixed] button");
    if (!key) return;
    const { left, top, width, height } = key.getBoundingClientRect();
    const middle = document.elementFromPoint(left + width / 2, top + height / 2);
    places.add([left, top, width, height, middle.closest("button")?.dataset.act].join());
    requestAnimationFrame(look);
  };
  look();
}"""
# As long as cards of a turn turn over the page does nothing else, and it is slow to draw, as on a
# slow phone.
BUSY = """() => {
  const block = (ms) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  };
  document.addEventListener("drawn", ({ detail: { view } }) => {
    if (view?.phase === "turning") setTimeout(block, 350, 500);
  });
  const drawSlowly = new MutationObserver(() => block(150));
  drawSlowly.observe(document.querySelector("[data-felt]"), { subtree: true, childList: true });
}"""
# Between two turns no card may lie there.
TALLEST = (
    "Math.max(0, ...[...document.querySelectorAll('.lane .card')].map((card) => card.offsetHeight))"
)
WARS = "Number(film.at(-1)?.facts.match(/(\\d+) wars?/)?.[1] ?? 0)"
IN_THE_MIDDLE = """() => {
  const box = (part) => part.getBoundingClientRect();
  const cards = [...document.querySelectorAll(".lane .card")].map(box);
  const felt = box(document.querySelector("[data-felt]"));
  const isCentred = (start, size) => {
    const middles = cards.map((card) => card[start] + card[size] / 2 - felt[start]);
    const middle = (Math.min(...middles) + Math.max(...middles)) / 2;
    return Math.abs(middle / felt[size] - 0.5) < 0.1;
  };
  return cards.length === 2 && isCentred("left", "width") && isCentred("top", "height");
}"""


def play(visitor: Visitor, **options: str) -> Page:
    """A table of War against a bot, dealt."""
    open_table(visitor, **options)
    visitor.page.locator("button[value=bot]").first.click()
    visitor.page.get_by_role("button", name="Ready").click()
    expect(visitor.page.locator("[data-felt]")).to_be_visible()
    return visitor.page


def wait_for(page: Page, counter: str, count: int) -> None:
    """Wait until this number in the page is as high."""
    until(lambda: page.evaluate(counter) >= count, page, step=lambda _: None)


def test_nothing_tells_how_a_turn_of_war_ends_before_its_cards_lie_open(
    visit: Callable[..., Visitor],
) -> None:
    page = play(visit(), tempo="instant")
    film.start(page)
    still = play(visit(reduced_motion="reduce"), tempo="instant")
    film.start(still)
    wait_for(page, BATTLES, TURNS + 1)
    wait_for(page, WARS, 1)
    wait_for(page, TALLEST, 190)
    page.wait_for_function(IN_THE_MIDDLE)
    wait_for(still, BATTLES, STILL)
    turns = film.pictures(page)
    assert film.early(turns) == film.early(film.pictures(still)) == []
    assert film.named(turns) == film.named(film.pictures(still)) == []
    # Each pair turns over in the middle of a table on which nothing else moves.
    assert len({picture.place for picture in turns if picture.covered}) >= TURNS - 2
    assert len({picture.boxes for picture in turns}) == 1


def test_nothing_tells_how_a_turn_of_world_war_three_ends_before_its_cards_lie_open(
    visit: Callable[..., Visitor],
) -> None:
    """A game may be over after five rounds, so there are as many as it takes."""
    visitor, stories, pairs = visit(), 0, 0
    while stories < TURNS or pairs < PAIRS:
        begin(visitor, "ww3")
        page = visitor.page
        expect(page.locator("[data-felt]")).to_be_visible()
        film.start(page)
        enough = f"{STORIES} >= {TURNS - stories} && {COVERED} >= {PAIRS - pairs}"
        page.wait_for_function(f"() => {OVER} || {enough}", timeout=LONGEST_MS)
        turns = film.pictures(page)
        assert (film.early(turns), film.named(turns)) == ([], [])
        stories += page.evaluate(STORIES)
        pairs += page.evaluate(COVERED)


def test_nothing_tells_how_a_fight_of_ultimate_war_ends_before_its_cards_lie_open(
    visit: Callable[..., Visitor], site: Site
) -> None:
    visitor = visit()
    sign_up(visitor, "Uta")
    code = open_for(site, "Uta", "", ["hunter", "bully", "greedy"])
    page = visitor.open(f"/t/{code}/")
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("[data-felt] .own")).to_be_visible()
    film.start(page)
    wait_for(page, FIGHTS, TURNS)
    assert film.unseen(film.pictures(page)) == []


def test_the_slap_key_never_moves(visit: Callable[..., Visitor]) -> None:
    """A game may be over after a few slaps, so there are as many as it takes."""
    visitor, slaps, places = visit(size=NARROW, has_touch=True), 0, set()
    while slaps < SLAPS:
        page = play(visitor, slap="5", slap_2="9", tempo="instant")
        page.evaluate(SCROLL)  # as somebody who reads the log, which grows
        page.evaluate(WATCH_KEY)
        page.evaluate(PRESS)
        page.wait_for_function(f"() => {OVER} || slaps >= {SLAPS - slaps}", timeout=LONGEST_MS)
        slaps += page.evaluate("slaps")
        places |= {*page.evaluate("[...places]")}
        false = re.compile(r"Guest \d+ makes a false")
        expect(page.locator("[data-log]")).not_to_contain_text(false)
    assert len(places) == 1
    place = places.pop()
    assert float(place.split(",")[2]) >= 120
    assert place.endswith(",slap")
    assert faults(page) == []


def test_the_slap_key_may_lie_on_the_left(visit: Callable[..., Visitor]) -> None:
    page = play(visit(size=NARROW, has_touch=True), slap="5")
    page.get_by_label("Table menu").click()
    page.get_by_label("Slap key").select_option("left")
    box = page.locator("[data-bar-fixed] button").bounding_box()
    assert box and box["x"] < 20


@pytest.mark.parametrize("tempo, open_ms", [("fast", 600), ("normal", 1200)])
def test_a_pair_stays_to_be_looked_at(
    visit: Callable[..., Visitor], tempo: str, open_ms: int
) -> None:
    page = play(visit(), tempo=tempo)
    page.evaluate(BUSY)
    film.start(page)
    wait_for(page, BATTLES, 6)
    stays = film.stays(film.pictures(page))
    assert len(stays) >= 4
    assert min(stays) >= open_ms
