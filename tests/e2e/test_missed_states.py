"""The page of a table that misses states shows what the others show."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e import film
from tests.e2e.browser import Visitor
from tests.e2e.places import open_table
from tests.e2e.waiting import until

pytestmark = [pytest.mark.outer, pytest.mark.timeout(300)]
TURNS = 20
# What stands on the board after each version of the table that is drawn.
NOTE = """() => {
  const texts = (selector) =>
    [...document.querySelectorAll(`[data-felt] ${selector}`)].map((part) => part.textContent);
  window.boards = {};
  document.addEventListener("drawn", ({ detail: { v, view } }) => {
    if (!view || view.phase === "turning") return;
    const cards = [...document.querySelectorAll(".lane .card")].map((card) => card.dataset.code);
    const numbers = texts("figcaption b").map(Number);
    boards[v] = { number: view.number, wars: view.wars, cards, numbers, call: texts(".call > *") };
  });
}"""


def losing(remainder: int) -> Callable[[WebSocketRoute], None]:
    """A connection that brings whole states only, and of these every second one."""
    states = 0

    def relay(page_end: WebSocketRoute) -> None:
        site_end = page_end.connect_to_server()

        def ask(message: str | bytes) -> None:
            site_end.send(json.dumps(json.loads(message) | {"changes": False}))

        def bring(message: str | bytes) -> None:
            nonlocal states
            is_state = "from" in json.loads(message)
            states += is_state
            if not is_state or states % 2 == remainder:
                page_end.send(message)

        page_end.on_message(ask)
        site_end.on_message(bring)

    return relay


def boards(page: Page) -> dict[str, dict[str, Any]]:
    return dict(page.evaluate("boards"))


def is_at_rest(board: dict[str, Any]) -> bool:
    """Whether it is the board between two battles, without the cards of the last one."""
    return not board["cards"] and sum(board["numbers"]) == 52 and board["call"][0] == "Next battle"


def test_a_page_that_misses_a_state_shows_the_next_one_as_everybody_sees_it(
    visit: Callable[..., Visitor],
) -> None:
    player = visit()
    code = open_table(player, auto="2")
    player.page.locator("button[value=bot]").first.click()
    watchers = [visit() for _ in range(3)]
    for watcher, remainder in zip(watchers[1:], (0, 1), strict=True):
        watcher.page.route_web_socket("**/ws/table/**", losing(remainder))
    for watcher in watchers:
        watcher.open(f"/t/{code}/").evaluate(NOTE)
    player.page.get_by_role("button", name="Ready").click()
    expect(player.page.locator("[data-felt]")).to_be_visible()
    player.page.evaluate(film.PLAY)
    whole, *torn = [watcher.page for watcher in watchers]
    enough = f"Object.values(boards).some((each) => each.number >= {TURNS} && each.wars)"
    until(lambda: whole.evaluate(enough), whole, step=lambda _: None)
    seen = boards(whole)
    for page in torn:
        common = {v: board for v, board in boards(page).items() if v in seen}
        assert len(common) >= TURNS / 2
        assert {
            v: (board, seen[v])
            for v, board in common.items()
            if board != seen[v] and not is_at_rest(board)
        } == {}
