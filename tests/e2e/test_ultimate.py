"""Four people play Ultimate War at the same time, each in their own browser."""

import json
import random
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import NARROW, Visitor
from tests.e2e.cable import Cable
from tests.e2e.places import sign_up
from tests.e2e.ultimate import (
    STATE,
    by_stack,
    field_of,
    furnish,
    gesture,
    name_of,
    open_for,
    panel,
    seat_four,
    source,
    state,
    told,
)
from tests.site import Site

pytestmark = pytest.mark.timeout(600)
RULES = "change=on;multi=on;cooldown=250;nofield=3000;nofield0=5000;respond=8000;multi_window=4000"
GESTURES = 80  # of each, at bot speed
ROUNDS = 12
PHONES, THUMB = (390, 375, 360, 320), 56  # px
CARDS = ".own :is(.one, .place) > *, .opp .place"
SELECTED = """() => document.querySelector(".own [aria-pressed=true]") !== null
  && document.querySelector(".own .fz .cap").textContent.includes("selected")"""  # at one moment
WIDTHS = "cards => cards.map((card) => card.offsetWidth)"
UNDER_BAR = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  return box("[data-felt] .own").bottom - box("[data-bar]").top;
}"""
BOTS = ["hunter", "hoarder", "bully", "decoy", "martyr", "greedy"]
LISTEN = """addEventListener("DOMContentLoaded", () => {
  const polite = document.querySelector("[data-polite]");
  window.heard = [];
  if (!polite) return;
  new MutationObserver(() => heard.push(polite.textContent)).observe(polite, { childList: true });
})"""
HEARD = "(words) => heard.some((text) => new RegExp(words).test(text))"


def challenged(by: Page, whom: str, zone: str, victim: Page) -> None:
    """Challenge with the top of the stack until it succeeds: cards may have moved since the last
    look.  By touch where possible, otherwise by mouse."""
    coarse = by.evaluate("matchMedia('(pointer: coarse)').matches")
    target = by.locator(f"{panel(by, whom)} [data-zone={zone}]")
    for _ in range(ROUNDS):
        furnish(by)
        by.keyboard.press("Escape")
        for place in (by.locator(".own [data-source='stack']"), target):
            place.tap() if coarse else place.click()
        try:
            expect(victim.locator(".chal[data-kind=answer]")).to_be_visible(timeout=1500)
            return
        except AssertionError:
            continue
    raise AssertionError(f"{whom} could not be challenged")


def hears_of_wars(page: Page) -> None:
    """A screen reader hears that a war may be called, once the time is over."""
    for whom in ("you", r"(?!you)\w+"):
        page.wait_for_function(HEARD, arg=f"Anyone can call war on {whom}")


def changes_with_consent(by: Page, whom: Page) -> None:
    """One player challenges a hand; the other offers the top of their stack instead; the first
    agrees."""
    furnish(whom)
    challenged(by, name_of(whom), "hand", whom)
    whom.wait_for_timeout(450)  # a question cannot be answered before it could be read
    whom.keyboard.press("g")
    whom.keyboard.press("1")
    expect(by.locator(".chal[data-kind=consent]")).to_be_visible()
    by.wait_for_timeout(450)
    by.locator(".chal [value=agree]").click()
    expect(whom.locator("[data-log]")).to_contain_text(f"{name_of(by)} agrees:")
    expect(by.locator("[data-log]")).to_contain_text("You agree:")


def takes_an_option(by: Page, whom: Page) -> None:
    """One player challenges a stack; the other strikes an option card, by pointer."""
    furnish(whom, 2)
    challenged(by, name_of(whom), "stack", whom)
    whom.wait_for_timeout(450)
    whom.locator(".chal [data-option]").first.click()
    source(whom, field_of(whom)[0])
    expect(by.locator("[data-log]")).to_contain_text("strikes the card at stake")
    expect(whom.locator("[data-log]")).to_contain_text("You strike the card at stake")


def calls_the_table(caller: Page, joiner: Page, passer: Page) -> None:
    """One player calls the table, one joins, one passes, and one does not answer."""
    caller.keyboard.press("Escape")
    caller.keyboard.press("1")
    caller.keyboard.press("m")
    caller.keyboard.press("1")
    for page in (joiner, passer):
        expect(page.locator(".chal[data-kind=join]")).to_be_visible()
    joiner.wait_for_timeout(450)
    joiner.keyboard.press("j")
    joiner.keyboard.press("1")
    passer.locator(".chal [value=pass]").click()
    expect(caller.locator("[data-log]")).to_contain_text("joins with")
    expect(caller.locator(".chal[data-kind=table]")).to_have_count(0)


def calls_war(pages: list[Page]) -> None:
    """A player without a field card for three seconds can be called to war."""
    deadline = time.monotonic() + 60
    while not re.search("calls? a war on", told(pages[0])):
        assert time.monotonic() < deadline, "nobody could call a war"
        for page in pages:
            button = page.locator(".nofield:visible button:not([aria-disabled=true])").first
            if button.count():
                button.click(timeout=2000)
                break
        pages[0].wait_for_timeout(200)


PRESS_AT = """([code, moment]) => void setTimeout(
  () => document.querySelector(`.opp [data-code='${code}']`)?.click(), moment - Date.now())"""


def two_grab_one_card(pages: list[Page]) -> None:
    """Exactly one gets it; the other player is told, and keeps their card."""
    for _ in range(ROUNDS):
        one, other, giver = by_stack(pages)[:3]
        furnish(giver)
        card, name = (field_of(giver) or [""])[0], name_of(giver)
        for page in (one, other):
            page.keyboard.press("Escape")
            source(page, "stack")
        where = f"{panel(one, name)} [data-code='{card}']"
        if not all(page.locator(where).count() for page in (one, other)):
            continue
        # A card must be there for 300 ms to be a target, and both press at the same moment: the
        # news of the first would take the card away before the second.
        moment = 1000 * time.time() + 500
        for page in (one, other):
            page.evaluate(PRESS_AT, [card, moment])
        if is_late(one, other):
            expect(giver.locator(f".own [data-source='{card}']")).to_have_count(0)
            strikes = [line for line in told(giver).split(". ") if "strikes your" in line]
            assert len(strikes) == len(set(strikes))
            return
    raise AssertionError("the two were never quick enough to grab the same card")


def is_late(*pages: Page) -> bool:
    """Whether one of them is told, soon, that they were late."""
    words = [page.get_by_text("Too late: that card is gone") for page in pages]
    for _ in range(30):
        if any(each.is_visible() for each in words):
            return True
        pages[0].wait_for_timeout(50)
    return False


def loses_the_line(alice: Page, dora: Visitor, cable: Cable) -> None:
    """A challenge against a disconnected player is answered by the clock."""
    before = told(alice).count("the challenge stands")
    furnish(dora.page)
    challenged(alice, name_of(dora.page), "hand", dora.page)
    cable.unplug()
    expect(dora.page.locator("[data-bar-say]")).to_contain_text("Connection lost")
    alice.wait_for_function(
        """count => document.querySelector("[data-log]").textContent
            .split("the challenge stands").length - 1 > count""",
        arg=before,
    )
    cable.plug()
    expect(dora.page.get_by_text("Nothing was lost")).to_be_visible()
    expect(dora.page.locator("[data-log]")).to_contain_text("You do not answer")


def test_four_people_play_at_the_same_time(
    visit: Callable[..., Visitor], site: Site, cable: Cable
) -> None:
    dora = visit(cable.url)
    dora.expects(r"WebSocket connection|ERR_(CONNECTION|EMPTY|SOCKET|INTERNET|NETWORK)")
    people = [visit(), visit(), visit(size=NARROW, has_touch=True, is_mobile=True), dora]
    people[0].context.add_init_script(LISTEN)
    code = seat_four(people, site, RULES)
    pages = [person.page for person in people]
    alice, bob, charlie, _ = pages

    # Nobody has put a card down yet: a war can be called before anything else.
    calls_war(pages)
    hears_of_wars(alice)
    # A player with few cards left has lost a war by luck, and could not do what follows.
    changes_with_consent(*by_stack(pages)[:2])
    takes_an_option(charlie, by_stack([alice, bob])[0])
    calls_the_table(*by_stack(pages)[:3])
    two_grab_one_card(pages)
    loses_the_line(by_stack([alice, bob, charlie])[0], dora, cable)

    # All have read the same; later the log of a page drops its oldest lines.
    for page in pages:
        for words in ("calls? a war on", "agrees?:", "strikes? the card at stake", "joins? with"):
            expect(page.locator("[data-log]")).to_contain_text(re.compile(words))

    # Everyone at once, at bot speed.
    luck = random.Random(4)
    for _ in range(GESTURES):
        for page in pages:
            gesture(page, luck)
        alice.wait_for_timeout(25)

    # They agree to finish, and all see the same end.
    agree_to_finish(pages)
    for page in pages:
        expect(page.locator("[data-table][data-status=finished]")).to_be_attached()
        expect(page.locator("[data-facts]")).to_have_text(
            alice.locator("[data-facts]").inner_text()
        )
    assert state(alice) == state(bob) == state(charlie) == state(dora.page)
    assert sum(row[1] for row in state(alice)) == 52  # type: ignore[index]
    assert alice.locator("[data-facts]").inner_text() != "0 fights, 0 wars"

    # The replay begins and ends like the game.
    alice.goto(f"/g/{code}/")
    expect(alice.locator("[data-felt] .opp").first).to_be_visible()


def test_nothing_moves_while_a_pointer_is_down(visit: Callable[..., Visitor], site: Site) -> None:
    """The bots go on, and the log shows it; the cards are redrawn after the click."""
    eva = visit(reduced_motion="reduce")
    sign_up(eva, "Eva")
    page = eva.open(f"/t/{open_for(site, 'Eva', '', ['hunter', 'greedy', 'martyr'])}/")
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("[data-felt] .own")).to_be_visible()
    expect(page.locator("[data-log]")).to_contain_text("strikes", timeout=30_000)

    page.locator(".own .plate").hover()
    page.mouse.down()
    held, lines = state(page), len(told(page))
    page.wait_for_function(
        "count => document.querySelector('[data-log]').textContent.length > count + 400",
        arg=lines,
    )
    assert state(page) == held
    page.mouse.up()
    page.wait_for_function(f"held => JSON.stringify(({STATE})()) !== held", arg=compact(held))

    # On phones every card of three opponents, and each of one's own, is as wide as a thumb.
    for width in PHONES:
        page.set_viewport_size({"width": width, "height": 740})
        assert min(page.locator(CARDS).evaluate_all(WIDTHS)) >= THUMB
        assert page.evaluate("document.documentElement.scrollWidth") <= width

    # Only by keys: a card is put down, selected, and deselected.
    for _ in range(ROUNDS):
        page.keyboard.press("f")
        page.keyboard.press("3")
        if is_selected := page.evaluate(SELECTED):
            break
        page.wait_for_timeout(300)
    assert is_selected
    page.keyboard.press("Escape")
    expect(page.locator(".own [aria-pressed=true]")).to_have_count(0)


def test_cards_of_four_opponents_are_as_wide_as_a_thumb(
    visit: Callable[..., Visitor], site: Site
) -> None:
    """Cards of six opponents are as wide as three columns let them be, and all are in sight."""
    una = visit(size=NARROW)
    sign_up(una, "Una")
    for bots, least in ((BOTS[:4], THUMB), (BOTS, 36)):
        code = open_for(site, "Una", f"seats={len(bots) + 1}", bots)
        page = una.open(f"/t/{code}/")
        page.get_by_role("button", name="Ready").click()
        expect(page.locator("[data-felt] .own")).to_be_visible()
        for width in PHONES[:3]:
            page.set_viewport_size({"width": width, "height": 844})
            assert min(page.locator(".opp .place").evaluate_all(WIDTHS)) >= least
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(UNDER_BAR) <= 0


def compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def agree_to_finish(pages: list[Page]) -> None:
    """A player still in offers it, the others agree."""
    if not pages[0].locator("[data-table][data-status=running]").count():
        return
    left = [page for page in pages if not page.locator(".own.gone").count()]
    left[0].get_by_label("Table menu").click()
    left[0].locator("[data-menu-deeds] [value=finish]").click()
    for page in left[1:]:
        page.locator("[data-bar-yes]").click()
