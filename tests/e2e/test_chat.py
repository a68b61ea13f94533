"""Two people talk at a table: quick words, text, and what one does not want to read."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import NARROW, Visitor, faults
from tests.e2e.places import open_table, sign_up
from tests.e2e.talk import choose_for, lines, show_chat, tab, write
from tests.site import Site

pytestmark = [pytest.mark.outer, pytest.mark.timeout(600)]


def table_menu(page: Page) -> Locator:
    return page.locator("summary[aria-label='Table menu']")


def test_two_people_talk_and_one_has_enough(visit: Callable[..., Visitor], site: Site) -> None:
    ann, ben, watcher = visit(), visit(size=NARROW, dark=True), visit()
    sign_up(ann, "Ann Talks")
    sign_up(ben, "Ben Talks")
    for one, other in ((ann, "ben-talks"), (ben, "ann-talks")):
        one.open(f"/p/{other}/").get_by_role("button", name="Follow").click()
    code = open_table(ann)
    ben.open(f"/t/{code}/")
    ben.page.click("button[value=sit]")
    watcher.open(f"/t/{code}/")
    a, b, w = ann.page, ben.page, watcher.page

    # By the keyboard: / goes to the chat, Escape comes back.
    a.keyboard.press("/")
    expect(a.locator("[data-chat-text]")).to_be_focused()
    write(a, "<b>Hello</b>, see /t/ABCD2345")
    expect(lines(a)).to_have_text(re.compile("Ann Talks.*<b>Hello</b>, see /t/ABCD2345", re.S))
    a.keyboard.press("Escape")
    expect(a.locator("[data-chat-text]")).not_to_be_focused()

    # Ben is told in the name of the tab; he answers with a quick word and a sign.
    expect(tab(b)).to_have_accessible_name(re.compile("1 new message"))
    show_chat(b)
    expect(lines(b).locator("a[href='/t/ABCD2345']")).to_be_visible()
    expect(tab(b)).to_have_accessible_name("Chat")
    b.get_by_role("button", name="Well played!").click()
    expect(lines(a)).to_have_count(2)
    expect(lines(a).last).to_contain_text("Well played!")
    b.get_by_role("button", name="thumbs up").click()
    expect(b.locator("[data-chat-refusal]")).to_have_text(
        "You are writing too fast. Wait a moment."
    )
    write(b, "look at evil.example")
    expect(b.locator("[data-chat-refusal]")).to_have_text(re.compile("Only links to tables"))
    expect(b.locator("[data-chat-text]")).to_have_value("look at evil.example")
    write(b, "are you there")
    expect(lines(a)).to_have_count(3)
    assert (faults(a), faults(b)) == ([], [])

    # Whoever watches, without an account, reads nothing of it.
    tab(w).click()
    expect(w.locator("[data-chat-note]")).to_have_text(re.compile("Sign in, or play as a guest"))
    expect(lines(w)).to_have_count(0)

    # At his seat she reads who he is, by the keyboard too.
    seat = a.locator("[data-chairs]").get_by_role("button", name="Ben Talks")
    expect(a.locator("[data-chairs]")).to_contain_text("following")
    seat.focus()
    a.keyboard.press("Enter")
    menu = a.get_by_role("dialog", name="Ben Talks")
    expect(menu).to_be_visible()
    assert faults(a) == []
    menu.get_by_role("button", name="Unfollow").click()
    expect(menu).to_be_hidden()
    expect(a.locator("#toasts")).to_contain_text("You no longer follow Ben Talks.")
    expect(a.locator("[data-chairs]")).not_to_contain_text("following")
    seat.click()
    menu.get_by_role("button", name="Follow").click()
    expect(a.locator("[data-chairs]")).to_contain_text("following")

    # Hidden at this table: in this browser, also after a reload, until shown again.
    choose_for(a, "Ben Talks", "Mute at this table")
    expect(lines(a)).to_have_count(1)
    a.reload()
    tab(a).click()
    expect(lines(a)).to_have_count(1)
    a.get_by_role("button", name="Show").click()
    expect(lines(a)).to_have_count(3)

    # Always: the server leaves him out. A block does the same, and neither reads the other.
    choose_for(a, "Ben Talks", "Mute")
    expect(lines(a)).to_have_count(1)
    ann.open("/me/people/")
    expect(a.locator("[data-here]")).to_have_text(re.compile("Ben Talks"))
    a.locator("[data-bell] summary").click()
    assert faults(a) == []
    a.locator("[data-bell] summary").click()
    a.get_by_role("button", name="Unmute").click()
    ann.open(f"/t/{code}/")
    tab(a).click()
    expect(lines(a)).to_have_count(3)
    choose_for(a, "Ben Talks", "Block")
    expect(lines(a)).to_have_count(1)
    expect(lines(b)).to_have_count(3)  # he sees no sign of it
    b.reload()
    show_chat(b)
    expect(lines(b)).to_have_count(2)
    meets_nowhere(ann, ben, watcher)
    ann.open(f"/t/{code}/")
    tab(a).click()

    # The whole chat can be hidden, and the browser remembers it.
    table_menu(a).click()
    a.get_by_label("Hide the chat").check()
    expect(a.locator("[data-chat-body]")).to_be_hidden()
    expect(a.locator("[data-chat-off]")).to_be_visible()
    a.reload()
    tab(a).click()
    table_menu(a).click()
    expect(a.get_by_label("Hide the chat")).to_be_checked()
    expect(lines(a)).to_have_count(0)
    a.get_by_label("Hide the chat").uncheck()
    expect(lines(a)).to_have_count(1)

    # On a phone one key opens it over the bar, and a quick word or Escape closes it.
    a.set_viewport_size({"width": 390, "height": 844})
    a.reload()
    key, panel = a.locator("[data-bar-chat]"), a.locator("[data-chat][data-sheet]")
    key.click()
    expect(panel).to_be_in_viewport()
    expect(a.locator("[data-muster]")).to_be_in_viewport()
    a.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(key).to_be_focused()
    key.click()
    assert faults(a) == []
    panel.locator("[data-chat-quick] button").first.click()
    expect(panel).to_have_count(0)
    expect(lines(a)).to_have_count(2)


def test_a_choice_that_the_account_has_not_heard_of_holds(visit: Callable[..., Visitor]) -> None:
    """Ann hides the chat without a connection, and then the site is busy: the next page of her tab
    tells the account."""
    ann = visit()
    sign_up(ann, "Ann Leaves")
    code = open_table(ann)
    page, stored = ann.page, "**/me/preferences/change/"
    ann.expects("ERR_|Failed to load")
    page.route(stored, lambda route: route.abort("internetdisconnected"))
    table_menu(page).click()
    with page.expect_event("requestfailed"):
        page.get_by_label("Hide the chat").check()
    page.unroute(stored)
    page.route(stored, lambda route: route.fulfill(status=503), times=1)
    for status in (503, 204):
        with page.expect_response(lambda answer, status=status: answer.status == status):
            page.reload()
    table_menu(page).click()
    expect(page.get_by_label("Hide the chat")).to_be_checked()
    page.evaluate("localStorage.clear(), sessionStorage.clear()")  # now the account alone knows
    ann.open(f"/t/{code}/")
    table_menu(page).click()
    expect(page.get_by_label("Hide the chat")).to_be_checked()


def meets_nowhere(ann: Visitor, ben: Visitor, other: Visitor) -> None:
    """She has blocked him: his wish, his table and he himself are in no list of hers.  Others see
    them all, and he sees her wish, so that nothing tells him."""
    open_table(ben)
    for visitor in (ann, ben):
        page = visitor.open("/find/")
        page.locator("[name=kind]").first.check()
        page.get_by_role("button", name="Find players").click()
        expect(page.get_by_role("button", name="Stop looking").first).to_be_visible()
    for path in ("/find/", "/"):
        main = ann.open(path).locator("main")
        expect(main).not_to_be_empty()
        expect(main).not_to_contain_text("Ben Talks")
    for name in ("Ann", "Ben"):
        expect(other.open("/find/").locator("main")).to_contain_text(f"{name} Talks")
    expect(ben.open("/find/").locator("[data-lobby]")).to_contain_text("Ann Talks")
    people = ann.open("/me/people/")
    expect(people.locator("[data-here]")).to_be_hidden()
    expect(people.locator("[aria-labelledby=blocks-head]")).to_contain_text("Ben Talks")
    for visitor in (ann, ben):  # or the site would bring them to tables of other tests
        stop = visitor.open("/find/").get_by_role("button", name="Stop looking").first
        stop.click()
        expect(stop).to_be_hidden()
