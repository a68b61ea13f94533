"""Whole tournaments as people live them: a director at the console, players at their tables."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import NARROW, Visitor
from tests.e2e.cable import Cable
from tests.e2e.tournaments import Director, agree_to_end, come, enter, standing
from tests.site import Site

pytestmark = pytest.mark.timeout(300)
QUICK = {"pace": "director", "call_s": "0", "agree": True}
RESULT = {"place_1": "1", "place_2": "2", "place_3": "3", "place_4": "4"}


def test_eight_play_a_swiss_at_tables_of_four(
    visit: Callable[..., Visitor], site: Site, cable: Cable
) -> None:
    director = Director(visit(), site, "Dora")
    alice, bob, charlie, eve, frank = (
        visit(),
        visit(cable.url),
        visit(size=NARROW),
        visit(),
        visit(),
    )
    bob.expects(r"WebSocket connection|ERR_(CONNECTION|EMPTY|SOCKET|INTERNET|NETWORK)")

    # An empty site: she makes a tournament, people and bots enter, and she seeds them by hand.
    swiss = {"game": "ww3.quick", "format": "swiss", "size": "4", "rounds": "2"}
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
