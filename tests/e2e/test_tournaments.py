"""Whole tournaments as people live them: a director at the console, players at their tables."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import NARROW, Visitor
from tests.e2e.cable import Cable
from tests.e2e.tournaments import Director, agree_to_end, come, enter, resign, sit_down, standing
from tests.site import Site

pytestmark = [pytest.mark.outer, pytest.mark.timeout(300)]
QUICK = {"pace": "director", "call_s": "0", "agree": True}
# The texts of a count-down, looked at every 100 ms while the socket says other things.
COUNT_DOWN = """async () => {
  const texts = new Set();
  let beats = 0;
  document.addEventListener("beat", () => { beats += 1; });
  while (beats < 3) {
    texts.add(document.querySelector("[data-call] .count").textContent);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return [...texts];
}"""
SMALLEST_TYPE = """() => {
  const texts = [...document.querySelectorAll("main *")].filter(({ childNodes }) =>
    [...childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  return Math.min(...texts.map((element) => parseFloat(getComputedStyle(element).fontSize)));
}"""
LINE = 52  # px of one line with a button
IS_LOW = """([selector, most]) => {
  const height = document.querySelector(selector)?.offsetHeight;
  return height > 0 && height <= most;
}"""
RESULT = {"place_1": "1", "place_2": "2", "place_3": "3", "place_4": "4"}


def test_eight_play_a_swiss_at_tables_of_four(
    visit: Callable[..., Visitor], site: Site, cable: Cable
) -> None:
    director = Director(visit(), site, "Diana")
    alice, bob, charlie, eve, frank = (
        visit(),
        visit(cable.url),
        visit(size=NARROW),
        visit(),
        visit(),
    )
    bob.expects(r"WebSocket connection|ERR_(CONNECTION|EMPTY|SOCKET|INTERNET|NETWORK)")

    # An empty site: she makes a tournament, people and bots enter, and she seeds them by hand.
    swiss = {"game": "ww3", "preset": "quick", "size": "4", "format": "swiss", "rounds": "2"}
    code = director.create(name="Club night", seeding="manual", bots=True, **swiss, **QUICK)
    names = [enter(visitor, code) for visitor in (alice, bob, charlie, eve)]
    director.visitor.open(f"/tournaments/{code}/console/")
    director.act("Enter bots", number="3")
    director.act("Order the seeds", order="1 3 2 4 5 7 6")
    director.press("Start")

    # Round 1: Alice and Bob with two bots, Charlie with one; Eve does not come.
    director.draw(1)
    come(alice.page, bob.page, charlie.page)
    director.visitor.open(f"/tournaments/{code}/console/")
    expect(director.page.get_by_text(f"missing: {names[3]}")).to_be_visible()
    director.end_grace()
    expect(director.page.get_by_text("missing:")).to_have_count(0)

    # Frank enters late, and Bob's line breaks and comes back.
    names.append(enter(frank, code))
    cable.unplug()
    expect(bob.page.locator("[data-bar-say]")).to_contain_text("Connection lost")
    cable.plug()
    expect(bob.page.get_by_text("Nothing was lost")).to_be_visible()
    agree_to_end(alice.page, bob.page, charlie.page)
    director.visitor.open(f"/tournaments/{code}/")
    director.expect_round(1, "complete")

    # She corrects the result of the first table; everybody is there for round 2, and Eve is back.
    director.page.get_by_role("link", name="Round 1", exact=True).click()
    first_seat = director.page.locator(".seats span").first.inner_text()
    director.act("Set the result", "after round 1", **RESULT, reason="Two cards stuck together.")
    frank.open(f"/tournaments/{code}/standings/")
    winner = frank.page.locator("tr", has=frank.page.get_by_text(first_seat, exact=True))
    expect(winner.locator(".total")).to_have_text("3")
    frank.page.get_by_role("button", name="Hide", exact=True).click()
    frank.page.reload()  # between rounds a call stays hidden until it says something else
    expect(frank.page.locator("[data-call]")).to_be_hidden()
    eve.open(f"/tournaments/{code}/")
    eve.page.get_by_role("button", name="I am back").click()
    people = (alice, bob, charlie, eve, frank)
    for visitor in people:
        visitor.open(f"/tournaments/{code}/")
    director.draw(2)
    for visitor in people:
        expect(visitor.page.locator("[data-call]")).to_contain_text("Your table is ready")
    assert all(re.fullmatch(r"\d+:\d\d", text) for text in alice.page.evaluate(COUNT_DOWN))
    room = director.visitor.open(f"/tournaments/{code}/screen/")
    room.set_viewport_size({"width": 1920, "height": 1080})
    assert room.evaluate(SMALLEST_TYPE) >= 32

    # She undoes it and draws again.
    director.visitor.open(f"/tournaments/{code}/console/")
    director.act("Undo the last round", "Round 2 is undone", reason="Eve sat down too late.")
    director.draw(2)
    come(*(visitor.page for visitor in people))
    agree_to_end(*(visitor.page for visitor in people))
    director.expect_round(2, "complete")
    director.press("Finish")

    # Everybody sees the same, and the referee finds it right.
    seen = [standing(visitor, code) for visitor in (director.visitor, *people)]
    assert len(seen[0]) == 8 and all(rows == seen[0] for rows in seen)
    told = director.export()
    acts = [act["act"] for act in told["acts"]]
    assert [acts.count(name) for name in ("noshow", "rule", "undo", "return")] == [1, 1, 1, 1]


def test_four_guests_play_a_knockout_on_their_phones(
    visit: Callable[..., Visitor], site: Site
) -> None:
    director = Director(visit(), site, "Otto")
    phones = [visit(size=NARROW, has_touch=True) for _ in range(4)]
    names = {visitor.page: "" for visitor in phones}
    knockout = {
        "game": "war",
        "preset": "quick",
        "size": "2",
        "format": "elimination",
    }
    soon = {"call_s": "0", "break_s": "0", "hold_min": "0"}
    code = director.create(name="On the bus", **knockout, third=True, **soon)
    # Two have a card, and sit down by its link and, from the start on, by its letters; two enter
    # themselves.
    links = director.enter_list("Uma", "Vic", "=1+1", "uma")
    letters = director.letters(2)
    names[phones[0].page] = sit_down(phones[0].open(links[0]))
    for visitor in phones[2:]:
        names[visitor.page] = enter(visitor, code)
    director.press("Start")
    page = phones[1].open("/tournaments/card/")
    page.get_by_label("Tournament").fill(code.lower())
    page.get_by_label("Four letters").fill(letters)
    page.get_by_role("button", name="Go on").click()
    names[page] = page.locator("h1").inner_text()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/t/*/")  # where the first round waits
    page.goto(f"/tournaments/{code}/")

    # The rounds begin by themselves: semi-finals, then the final and the game for third place.
    come(*names)
    lines_can_be_closed(phones[0].page)
    finalists = resign(*names)
    for page in names:
        page.locator("[data-bar-back]").click()
    come(*names)
    winners = resign(*names)
    champion = next(page for page in winners if page in finalists)
    for page in names:
        page.locator("[data-bar-back]").click()
        expect(page.locator("#entry")).to_have_text("Finished")
    expect(champion.locator("section[aria-labelledby=entry]")).to_contain_text("place 1")

    seen = [standing(visitor, code) for visitor in phones]
    assert names[champion] in seen[0][0] and all(rows == seen[0] for rows in seen)
    page = champion
    page.goto(f"/tournaments/{code}/bracket/1/")
    expect(page.locator(".bracket .won", has_text=names[champion])).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
    assert [row["place"] for row in director.export()["final"]] == [1, 2, 3, 4]


def lines_can_be_closed(page: Page) -> None:
    """A phone's lines about a running game, at its table and elsewhere."""
    expect(page.locator("[data-felt]")).to_be_visible()
    table = page.url
    for address, selector in ((table, "[data-banner]"), ("/rules/", "[data-call]")):
        page.goto(address)
        line = page.locator(selector)
        page.wait_for_function(IS_LOW, arg=[selector, LINE])  # news may draw it again at any time
        line.get_by_role("button", name="Hide").click()
        page.reload()
        expect(line.locator("p")).to_be_hidden()  # the time that is left stays
    page.goto(table)


def test_a_director_types_times_on_their_own_clock(
    visit: Callable[..., Visitor], site: Site
) -> None:
    director = Director(visit(timezone_id="America/New_York"), site, "Nina")
    times = {"opens": "2030-01-15T18:00", "times": "2030-01-15 19:00\n2030-07-15 19:00"}
    director.visitor.open("/tournaments/new/")
    director.fill({"format": "swiss", "name": "Far away", "pace": "schedule"} | times)
    expect(director.page.locator("[data-zone]").first).to_have_text("America/New_York")
    director.page.get_by_role("button", name="Save as a draft").click()
    director.page.wait_for_url("**/console/")
    edit = director.page.url.replace("console", "edit")
    plain = visit(storage_state=director.visitor.context.storage_state(), java_script_enabled=False)
    for visitor, shown, zone in (
        (director.visitor, times, "America/New_York"),
        (
            plain,
            {"opens": "2030-01-15T23:00", "times": "2030-01-16 00:00\n2030-07-15 23:00"},
            "UTC",
        ),
    ):
        page = visitor.open(edit)
        for name, value in shown.items():
            expect(page.locator(f"[name={name}]")).to_have_value(value)
        expect(page.locator("[data-zone]").first).to_have_text(zone)

    # An hour that clocks skip is said; one that comes twice stays while nobody touches it.
    page = director.visitor.open(edit)
    page.locator("[name=starts]").fill("2030-03-10T02:30")
    expect(page.get_by_text("This time does not exist")).to_be_visible()
    page.locator("[name=starts]").fill("2030-11-03T01:30")
    expect(page.get_by_text("This time comes twice that night")).to_be_visible()
    second = plain.open(edit)
    second.locator("[name=starts]").fill("2030-11-03T06:30")
    second.locator("[value=at]").check()
    second.get_by_role("button", name="Save", exact=True).click()
    page = director.visitor.open(edit)
    expect(page.locator("[name=starts]")).to_have_value("2030-11-03T01:30")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/console/")
    expect(plain.open(edit).locator("[name=starts]")).to_have_value("2030-11-03T06:30")
