"""Alice and Bob play a whole game against each other, and Charlie watches."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.browser import Visitor
from tests.e2e.cable import Cable
from tests.e2e.places import PASSWORD, open_table, sign_up
from tests.e2e.talk import tab
from tests.e2e.war import NOTE_END, battle, battles_told, is_over, piles, play_until
from tests.site import Site, wait_until

pytestmark = pytest.mark.timeout(600)
HOUSE_RULES = {"auto": "2", "slap": "5", "slap_window": "1000", "cap": "25"}


def text_of(page: Page, selector: str) -> str:
    return " ".join((page.locator(selector).text_content() or "").split())


def state(page: Page) -> tuple[object, ...]:
    return piles(page), text_of(page, "[data-facts]"), [*battles_told(page)]


def test_a_whole_game_between_two_people(
    visit: Callable[..., Visitor], site: Site, cable: Cable
) -> None:
    alice, bob, charlie = visit(), visit(cable.url), visit()
    bob.expects(r"WebSocket connection|ERR_(CONNECTION|EMPTY|SOCKET|INTERNET|NETWORK)")

    # Alice has an account and opens a table with her own rules; Bob comes by the link, as a guest.
    sign_up(alice, "Alice")
    code = open_table(alice, **HOUSE_RULES)
    bob.open(f"/t/{code}/")
    bob.page.click("button[value=sit]")
    charlie.open(f"/t/{code}/")
    for page in (alice.page, bob.page):
        page.get_by_role("button", name="Ready").click()
    for page in (alice.page, bob.page, charlie.page):
        expect(page.locator("[data-felt]")).to_be_visible()

    expect(alice.page.locator(".mid .tag")).to_have_text("Slap fives")

    # A quick word is seen at the name of whoever said it.
    tab(bob.page).click()
    bob.page.get_by_role("button", name="Hello!").click()
    word = alice.page.locator(".bubble")
    expect(word).to_have_text("Hello!")
    said, plate = (
        word.bounding_box(),
        alice.page.locator(".seat-row:not(.me) .plate").bounding_box(),
    )
    assert said and plate
    assert plate["x"] <= said["x"] <= plate["x"] + plate["width"]
    assert abs(plate["y"] - said["y"] - said["height"]) < 8

    # They play; in the middle Bob's connection breaks, and is restored without a reload.
    play_until(lambda: battle(alice.page) >= 5, alice.page, bob.page)
    bob.page.evaluate("window.sameDocument = true")
    cable.unplug()
    expect(bob.page.locator("[data-bar-say]")).to_contain_text("Connection lost")
    alice.page.keyboard.press("Space")
    cable.plug()
    expect(bob.page.get_by_text("Nothing was lost")).to_be_visible()
    assert bob.page.evaluate("window.sameDocument") is True
    alice.page.evaluate(NOTE_END)
    play_until(lambda: is_over(alice.page), alice.page, bob.page)

    # All three see the same end, and the whole game.
    for page in (bob.page, charlie.page):
        expect(page.locator("[data-table][data-status=finished]")).to_be_attached()
        expect(page.locator("[data-facts]")).to_have_text(text_of(alice.page, "[data-facts]"))
    for page in (alice.page, bob.page):
        expect(page.locator("[data-ending] h2")).to_have_text(re.compile("You (win|lose)|Draw"))
        expect(
            page.get_by_text(re.compile("^(You (win|lose)|Draw)$")).filter(visible=True)
        ).to_have_count(1)
    expect(charlie.page.locator("[data-ending]")).to_contain_text("Lead changes")
    wait_until(
        lambda: state(alice.page) == state(bob.page) == state(charlie.page), "the same end for all"
    )
    told = battles_told(charlie.page)
    assert set(told) == {str(number) for number in range(1, len(told) + 1)}
    story = " ".join(told.values())
    assert "war" in story.lower()
    assert "slap" in story.lower()
    for page, speaks in ((alice.page, True), (bob.page, True), (charlie.page, False)):
        assert ("You win" in " ".join(battles_told(page).values())) is speaks
    result = text_of(alice.page, "[data-bar-say] b")
    assert result
    assert alice.page.evaluate("saidAtEnd") == result  # over only when its last cards are judged

    # It is in the history and replays to the same end.
    charlie.open("/history/")
    charlie.page.locator(f"a[href^='/g/{code}/']").first.click()
    charlie.page.wait_for_url(f"**/g/{code}/**")
    charlie.open(f"/g/{code}/?at={len(told)}&view=watcher")
    expect(charlie.page.locator("[data-result]")).to_be_visible()
    assert battles_told(charlie.page) == told
    assert piles(charlie.page) == piles(alice.page)
    charlie.open(f"/g/{code}/verify/")
    expect(charlie.page.locator("main")).to_contain_text(code)

    # Bob signs up, and keeps the game.
    sign_up(bob, "Bob")
    bob.open("/p/bob/")
    expect(bob.page.locator(f"a[href^='/g/{code}/']").first).to_be_visible()
    bob.open("/account/logout/")
    bob.page.locator("main button[type=submit]").click()
    bob.open("/account/login/")
    bob.page.fill("[name=login]", "Bob")
    bob.page.fill("[name=password]", PASSWORD)
    bob.page.locator("main button[type=submit]").first.click()
    bob.open("/p/bob/")
    expect(bob.page.locator(f"a[href^='/g/{code}/']").first).to_be_visible()


def test_a_stranger_plays_a_bot_with_two_clicks(visit: Callable[..., Visitor]) -> None:
    stranger = visit()
    page = stranger.open("/")
    page.locator("[aria-label='Play now'] button").first.click()
    page.wait_for_url("**/t/*/")
    play_until(lambda: battle(page) >= 3, page)
    assert page.locator("[data-log] li").count() >= 2


DIRECTOR = "from games.table.writer import arranged; print(arranged.{act}(table='{code}'{more}))"


def test_a_paused_table_stands_still(visit: Callable[..., Visitor], site: Site) -> None:
    def direct(act: str, more: str = "") -> None:
        done = site.manage("shell", "-v0", "-c", DIRECTOR.format(act=act, code=code, more=more))
        assert done.stdout.split()[-1:] == ["True"], done.stderr

    page = visit().open("/")
    page.locator("[aria-label='Play now'] button").first.click()
    page.wait_for_url("**/t/*/")
    code = page.url.split("/")[-2]
    play_until(lambda: battle(page) >= 3, page)
    direct("pause", ", reason='Fire alarm'")
    expect(page.locator("[data-bar-say]")).to_have_text("Paused by the director: Fire alarm")
    expect(page.locator("[data-felt]")).to_have_js_property("inert", True)
    expect(page.locator("[data-bar-resign]")).to_be_hidden()
    stood, left = battle(page), text_of(page, "[data-bar-ring] text")
    for _ in range(50):
        page.keyboard.press("Space")
        page.wait_for_timeout(40)
    assert (battle(page), text_of(page, "[data-bar-ring] text")) == (stood, left)
    direct("resume")
    expect(page.locator("[data-bar-resign]")).to_be_visible()
    play_until(lambda: battle(page) > stood + 1, page)


def test_who_wants_no_motion_reads_what_a_pile_won(visit: Callable[..., Visitor]) -> None:
    page = visit(reduced_motion="reduce").open("/")
    page.locator("[aria-label='Play now'] button").first.click()
    page.wait_for_url("**/t/*/")
    page.locator("[data-bar-auto] input").check()
    expect(page.locator(".pile .gain").first).to_have_text(re.compile(r"^\+\d+$"), timeout=20_000)


def test_a_tick_for_auto_play_stays_while_the_answer_is_on_its_way(
    visit: Callable[..., Visitor],
) -> None:
    visitor, held = visit(), [False]

    def relay(page_end: WebSocketRoute) -> None:
        site_end = page_end.connect_to_server()
        site_end.on_message(lambda message: None if held[0] else page_end.send(message))

    visitor.page.route_web_socket("**/ws/table/**", relay)
    page = visitor.open("/")
    page.locator("[aria-label='Play now'] button").first.click()
    page.wait_for_url("**/t/*/")
    box, key = page.locator("[data-bar-auto] input"), page.locator(".key[data-meaning=' ']")
    expect(page.locator("[data-bar-main] kbd")).to_have_text("Space")
    held[0] = True
    box.check()
    page.keyboard.press("?")
    key.click()
    page.keyboard.press("j")  # the bar is drawn again, for a table that knows nothing of it yet
    expect(page.locator("[data-bar-main] kbd")).to_have_text("J")
    assert box.is_checked()


def test_a_key_can_be_another_one(visit: Callable[..., Visitor]) -> None:
    page = visit().open("/")
    page.locator("[aria-label='Play now'] button").first.click()
    page.wait_for_url("**/t/*/")
    hint = page.locator("[data-bar-main] kbd")
    key = page.locator(".key[data-meaning=' ']")
    key.wait_for(state="attached")  # made by the script that hears the keys
    expect(hint).to_have_text("Space")
    page.keyboard.press("?")
    key.click()
    page.keyboard.press("j")
    expect(key).to_have_text("J")
    page.keyboard.press("Escape")
    expect(hint).to_have_text("J")
    played = battle(page)
    play_until(lambda: battle(page) > played + 1, page, key="j")
    page.reload()
    expect(hint).to_have_text("J")
    page.keyboard.press("?")
    page.click("[data-keys-reset]")
    expect(key).to_have_text("Space")
