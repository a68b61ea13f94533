"""The end of a game on phones: in sight at once, played again with one tap, and kept."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.browser import NARROW, Visitor
from tests.e2e.overlaps import overlapping
from tests.e2e.places import PASSWORD, open_table
from tests.e2e.war import NOTE_END

pytestmark = pytest.mark.timeout(300)
BELOW = """(selectors) => selectors.filter((selector) => {
  const { top, bottom, width } = document.querySelector(selector).getBoundingClientRect();
  return !width || top < 0 || bottom > innerHeight;
})"""


def below_the_fold(page: Page, *selectors: str) -> list[str]:
    page.evaluate("scrollTo(0, 0)")
    return list(page.evaluate(BELOW, list(selectors)))


def test_two_guests_read_how_it_ended_play_again_and_one_keeps_the_game(
    visit: Callable[..., Visitor],
) -> None:
    host, friend = visit(size=NARROW), visit(size=NARROW)
    code = open_table(host)
    friend.open(f"/t/{code}/").click("button[value=sit]")
    pages = (host.page, friend.page)
    for page in pages:
        page.get_by_role("button", name="Ready").click()
    expect(friend.page.locator("[data-felt]")).to_be_visible()
    watcher = visit(size=NARROW).open(f"/t/{code}/")
    host.page.get_by_label("Table menu").click()
    host.page.get_by_role("button", name="Resign").first.click()
    host.page.locator("[data-resign-yes]").click()
    for page, said in (
        (host.page, "You resigned."),
        (friend.page, r"Guest \d+ resigned."),
        (watcher, r"Guest \d+ resigned."),
    ):
        expect(page.locator("[data-ending] h2 + p")).to_have_text(re.compile(f"^{said}$"))
        assert not re.search(r"<\d>|%\(", page.inner_text("body"))
        assert overlapping(page) == []  # as loser, winner and spectator, without a war
    for page in pages:
        expect(page.locator("[data-ending] h2")).to_have_text(re.compile("^You (win|lose)$"))
        assert below_the_fold(page, "[data-ending] h2", "[data-bar-rematch]") == []

    # Whoever accepts is ready: the cards are dealt.
    friend.page.locator("[data-bar-rematch]").click()
    host.page.locator("[data-bar-next]").click()
    for page in pages:
        page.wait_for_url(lambda url: f"/t/{code}/" not in url)
        expect(page.locator("[data-table][data-status=running]")).to_be_attached()

    # Signing up leads back to the game.
    page = friend.open(f"/t/{code}/")
    page.locator(".ending summary").click()
    assert overlapping(page) == []
    page.get_by_role("link", name="Keep this game: sign up").click()
    page.fill("[name=username]", "Frieda")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.locator("main form button[type=submit]").click()
    page.wait_for_url(f"**/t/{code}/")
    expect(page.locator("[data-ending]")).to_be_visible()


def test_the_result_takes_the_place_of_an_older_notice(visit: Callable[..., Visitor]) -> None:
    visitor, unanswered = visit(), list[str]()

    def relay(page_end: WebSocketRoute) -> None:
        site_end = page_end.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            command = json.loads(message)
            if command.get("act") == "auto":
                unanswered.append(command["id"])
                return
            if command.get("act") == "resign":
                refusal = {"reject": unanswered[0], "v": 0, "code": "ALREADY", "text": "Too late."}
                page_end.send(json.dumps(refusal))
            site_end.send(message)

        page_end.on_message(pass_on)

    visitor.page.route_web_socket("**/ws/table/**", relay)
    page = visitor.open("/")
    page.locator("[aria-label='Play now'] button").first.click()
    page.wait_for_url("**/t/*/")
    page.locator("[data-bar-auto] input").check()
    page.evaluate(NOTE_END)
    page.get_by_label("Table menu").click()
    page.get_by_role("button", name="Resign").first.click()
    page.locator("[data-resign-yes]").click()
    expect(page.locator("[data-ending] h2")).to_have_text("You lose")
    assert page.evaluate("saidAtEnd") == "You lose"


def test_the_end_of_every_game_is_in_sight(
    visit: Callable[..., Visitor], stored: dict[str, str]
) -> None:
    stranger = visit(size=NARROW)
    for code in stored.values():
        page = stranger.open(f"/t/{code}/")
        expect(page.locator("[data-ending] h2")).to_be_visible()
        assert below_the_fold(page, "[data-ending] h2", ".whole", "[data-bar-replay]") == []
        assert overlapping(page) == []
        if page.locator(".ending .won").count():
            chart, card = (
                page.locator(f".ending {part}").bounding_box() for part in (".whole", ".won")
            )
            assert chart and card and chart["x"] <= card["x"]
            assert card["x"] + card["width"] <= chart["x"] + chart["width"]
