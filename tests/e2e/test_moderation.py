"""A report, a moderator who mutes by keyboard, an appeal, and another moderator."""

import re

from playwright.sync_api import expect

from tests.e2e.deals import same_games
from tests.e2e.places import sign_up

MODERATORS = """
from django.contrib.auth.models import Permission
from games.accounts.models import Player
for one in Player.objects.filter(name__in=("Mona", "Maxim")):
    one.user_permissions.add(Permission.objects.get(codename="moderate"))
print("done")
"""


def test_a_report_is_decided_and_appealed(visit, site):
    people = {name: visit() for name in ("Rudolf", "Paula", "Mona", "Maxim")}
    for name, visitor in people.items():
        sign_up(visitor, name)
    rudolf, paula, mona, maxim = people.values()
    same_games(site, MODERATORS)

    page = paula.open("/p/rudolf/")
    page.get_by_role("link", name="Report Rudolf").click()
    page.get_by_label("Insults or harassment").check()
    page.get_by_label("What happened?").fill("He calls me names")
    page.get_by_role("button", name="Send the report").click()
    expect(page.locator("#toasts")).to_contain_text("Your report has the number")

    page = mona.open("/house/")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Claim")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("He calls me names")
    page.get_by_label("To the player: what was wrong").fill(
        "Do not insult others, not even in 3 words"
    )
    page.locator("#to-player").evaluate("field => field.blur()")
    page.keyboard.press("3")
    expect(page.locator("#toasts")).to_contain_text("Decided: Mute")

    page = rudolf.open("/")
    page.get_by_role("link", name="Read what and why").click()
    expect(page.locator("main")).to_contain_text("Do not insult others, not even in 3 words")
    page.get_by_role("link", name="Appeal Mute").click()
    page.get_by_label("What should be looked at again?").fill("We were joking")
    page.get_by_role("button", name="Send the appeal").click()
    expect(page.locator("main")).to_contain_text("Another moderator decides")

    for visitor, may in ((mona, False), (maxim, True)):
        page = visitor.open("/house/")
        page.get_by_role("link", name=re.compile("Mute: Rudolf")).click()
        answer = page.get_by_label("Answer to the player")
        expect(answer).to_have_count(int(may))
    answer.fill("Enjoy your joke")
    page.get_by_role("button", name="Grant it and lift the sanction").click()
    expect(page.locator("#toasts")).to_contain_text("The appeal is decided.")

    page = rudolf.open("/me/sanctions/")
    expect(page.locator("main")).to_contain_text("Enjoy your joke")
    expect(page.locator("main")).to_contain_text("Lifted")
