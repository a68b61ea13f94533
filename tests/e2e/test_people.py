"""People who never met find each other, play a rated game, and one goes too far; and a class plays
in a circle of its own."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import ww3
from tests.e2e.browser import NARROW, Visitor, faults
from tests.e2e.deals import same_games
from tests.e2e.places import sign_up
from tests.e2e.talk import choose_for, lines, show_chat, write
from tests.e2e.waiting import until
from tests.site import Site

pytestmark = [pytest.mark.outer, pytest.mark.timeout(600)]
AT_TABLE = re.compile(r"/t/[A-Z0-9]{8}/")
RUDE = "You play like a doorstop"
WORDS = "Do not insult others, not even in 5 words"
MODERATORS = """
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission
from games.accounts.models import Player
for one in Player.objects.filter(name__in=("Mona", "Maxim")):
    one.user_permissions.add(Permission.objects.get(codename="moderate"))
    Authenticator.objects.create(user=one, type="totp", data={})
print("done")
"""


def look(page: Page) -> None:
    page.locator("[name=kind][value='ww3:quick']").check()
    page.get_by_role("checkbox", name=re.compile("^Rated")).check()
    page.get_by_role("button", name="Find players").click()


def test_two_meet_play_and_one_goes_too_far(visit: Callable[..., Visitor], site: Site) -> None:
    ann, ben, mona, maxim = visit(), visit(size=NARROW, dark=True), visit(), visit()
    for visitor, name in ((ann, "Ann"), (ben, "Ben"), (mona, "Mona"), (maxim, "Maxim")):
        sign_up(visitor, name)
    same_games(site, MODERATORS)
    meet(ann, ben)
    play_and_talk(ann.page, ben.page)

    # A line is reported in another tab; a moderator mutes with the keyboard alone.
    with ann.context.expect_page() as opened:
        choose_for(ann.page, "Ben", "Report this line", "link")
    report = opened.value
    assert faults(report) == []
    report.get_by_label("Insults or harassment").check()
    report.get_by_role("button", name="Send the report").click()
    expect(report.locator("#toasts")).to_contain_text("Your report has the number")
    mute_first_case(mona)

    # His page says so by itself and takes nothing more; the way to appeal is there.
    page = ben.page
    expect(page.locator("[data-chat-text]")).to_be_disabled()
    expect(page.locator("[data-chat-quick] button").first).to_be_disabled()
    expect(page.locator("[data-chat-note]")).to_contain_text("You are muted until")
    page.locator("[data-chat]").get_by_role("link", name="See the reason").click()
    expect(page.locator("main")).to_contain_text(WORDS)
    expect(page.locator("main")).to_contain_text(RUDE)
    assert faults(page) == []
    page.get_by_role("link", name="Appeal Mute").click()
    assert faults(page) == []
    page.get_by_label("What should be looked at again?").fill("We were joking")
    page.get_by_role("button", name="Send the appeal").click()
    expect(page.locator("main")).to_contain_text("Another moderator decides")
    page.goto(ann.page.url)
    show_chat(page)
    expect(page.locator("[data-chat-text]")).to_be_disabled()

    # Not whoever decided first: another one answers, and he can write again at once.
    for visitor, may in ((mona, False), (maxim, True)):
        queue = visitor.open("/moderation/")
        queue.get_by_role("link", name=re.compile("Mute: Ben")).click()
        answer = queue.get_by_label("Answer to the player")
        expect(answer).to_have_count(int(may))
    answer.fill("Enjoy your joke")
    queue.get_by_role("button", name="Grant it and lift the sanction").click()
    expect(queue.locator("#toasts")).to_contain_text("The appeal is decided.")
    expect(page.locator("[data-chat-text]")).to_be_enabled()
    write(page, "Sorry, that was too much")
    expect(lines(ann.page).last).to_contain_text("Sorry, that was too much")
    ben.open("/me/sanctions/")
    expect(page.locator("main")).to_contain_text("Enjoy your joke")
    expect(page.locator("main")).to_contain_text("Lifted")


def meet(ann: Visitor, ben: Visitor) -> None:
    a, b = ann.page, ben.page
    words = "Looking for players: World War III"
    ann.open("/find/")
    look(a)
    expect(a.locator("[data-wish-words]")).to_contain_text(words)

    # Wherever she goes, she reads that she is looking, and she can stop and start again.
    ann.open("/rules/")
    bar = a.locator("[data-wish]")
    expect(bar.locator("[data-wish-words]")).to_contain_text(words)
    expect(bar.locator("[data-wish-time]")).to_have_text(re.compile(r"^0:\d\d$"))
    bar.get_by_role("button", name="Stop looking").click()
    expect(bar).to_be_hidden()
    ann.open("/find/")
    look(a)
    expect(a.locator("[data-wish-words]")).to_contain_text(words)
    ann.open("/history/")
    elsewhere = a.context.new_page()
    elsewhere.goto("/rules/")
    expect(elsewhere.locator("[data-wish-words]")).to_contain_text(words)

    # Ben sees her in the list; as soon as he looks for the same, both are at the table.
    ben.open("/find/")
    expect(b.locator("[data-lobby]")).to_contain_text("Ann")
    look(b)
    for page in (a, b):
        expect(page).to_have_url(AT_TABLE)
        expect(page.locator("[data-table]")).to_have_attribute("data-status", "running")
    assert a.url.split("?")[0] == b.url.split("?")[0]

    # Her other tab stays where it is, and shows the way.
    expect(elsewhere.locator("[data-wish-words]")).to_have_text("Players were found.")
    link = elsewhere.get_by_role("link", name="Go to the table")
    expect(link).to_have_attribute("href", re.compile(a.url.split("?")[0].split("/t/")[1]))
    expect(elsewhere).to_have_url(re.compile("/rules/$"))
    elsewhere.close()


def play_and_talk(a: Page, b: Page) -> None:
    """The first round by hand, with quick words; then she resigns, and there is text.  (A second
    round may be the last one, as the cards fall.)"""
    for page in (a, b):
        show_chat(page)
        expect(page.locator("[data-chat-text]")).to_be_hidden()  # rated: later
    a.get_by_role("button", name="Good luck").click()
    expect(lines(b)).to_have_text([re.compile("Ann.*Good luck", re.S)])
    b.get_by_role("button", name="Thank you").click()
    expect(lines(a)).to_have_count(2)
    until(lambda: ww3.round_of(a) > 1, a, b, step=simply)
    a.locator("[data-bar-resign]").click()
    a.get_by_role("dialog").get_by_role("button", name="Resign").click()
    a.locator(".ending summary").click()
    expect(a.get_by_role("link", name="How your rating changes")).to_be_visible()
    write(b, RUDE)
    expect(lines(a)).to_have_count(3)
    rating = a.context.new_page()
    rating.goto(f"{a.url.split('?')[0]}ratings/")
    until(lambda: "What changed" in rating.content(), rating, step=reload)
    expect(rating.locator("main")).to_contain_text(re.compile(r"Ben.*\+\d+", re.S))
    rating.close()


def reload(page: Page) -> None:
    page.reload()


def simply(page: Page) -> None:
    """Nothing is declined, held or reset."""
    words, more = ww3.asked(page), ww3.others(page)
    if any(re.search(r", \d+ cards?$", other) for other in more) and not words:
        page.keyboard.press("1")
    elif "Draw" in more:
        page.keyboard.press("d")
    elif words.startswith("Decline"):
        page.keyboard.press("n")
    else:
        ww3.pace(page)


def mute_first_case(moderator: Visitor) -> None:
    page = moderator.open("/moderation/")
    assert faults(page) == []
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Claim")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text(RUDE)
    assert faults(page) == []
    page.get_by_label("To the player: what was wrong").fill(WORDS)
    page.locator("#to-player").evaluate("field => field.blur()")
    page.keyboard.press("3")
    expect(page.locator("#toasts")).to_contain_text("Decided: Mute")


def test_a_class_plays_in_a_circle(visit: Callable[..., Visitor]) -> None:
    teacher, pupils = visit(), [visit(), visit(size=NARROW, dark=True), visit()]
    sign_up(teacher, "Ms Marple")
    page = teacher.open("/circles/")
    page.get_by_label("Name").fill("Class 4b")
    page.get_by_role("button", name="Start").click()
    link = page.get_by_label("Link to join").input_value()
    circle = page.url

    # Three guests come by the link, without an address or a password.
    for pupil in pupils:
        pupil.open(link)
        pupil.page.get_by_role("button", name="Join").click()
        expect(pupil.page.get_by_role("heading", name="Class 4b")).to_be_visible()
    page.reload()
    expect(page.locator("[aria-labelledby=members-head] li")).to_have_count(4)

    # The teacher gives one of them a name.
    tim = page.locator("[aria-labelledby=members-head] li").last
    tim.get_by_label("Real name of").fill("Tim")
    tim.get_by_role("button", name="Name", exact=True).click()
    expect(page.locator("[aria-labelledby=members-head]")).to_contain_text("(Tim)")

    # A table of the circle comes into the list on its page by itself, and nobody else finds it.
    teacher.open(f"/new/?game=ww3&seats=4&circle={circle.rstrip('/').rsplit('/', 1)[1]}")
    page.locator("form:has([name=game]) button[value=open]").click()
    expect(page).to_have_url(AT_TABLE)
    table = page.url
    for pupil in pupils:
        pupil.page.locator("[aria-labelledby=now-head] a").click()
        expect(pupil.page).to_have_url(table)
        pupil.page.locator("button[value=sit]").first.click()
    expect(page.locator("[data-chairs]")).to_contain_text("(Tim)")
    for visitor in (teacher, *pupils):
        visitor.page.get_by_role("button", name="Ready").click()
    players = [visitor.page for visitor in (teacher, *pupils)]
    for one in players:
        expect(one.locator("[data-table]")).to_have_attribute("data-status", "running")
    until(lambda: ww3.round_of(page) > 1, *players, step=simply)
    stranger = visit()
    stranger.expects("404")
    for address in (table, circle):
        stranger.open(address)
        expect(stranger.page.get_by_role("heading", name="Page not found")).to_be_visible()
