"""The lab in a real browser: a visitor starts a run, waits, and watches one of its games."""

import re

from playwright.sync_api import Page, expect

COMPILING_MS = 150_000  # the rules, once after they were changed


def run_of(visitor, game: str, games: int) -> Page:
    """Start a run with the form, and wait until it is finished."""
    page = visitor.open(f"/lab/?game={game}")
    page.fill("#games", str(games))
    page.fill("#seed", "7")
    page.click("button[value=run]")
    page.wait_for_url(re.compile(r"/lab/\w{8}/$"))
    expect(page.locator("[data-run=done]")).to_be_visible(timeout=COMPILING_MS)
    return page


def worth_watching(page: Page, name: str) -> int:
    """Open this game of the run; returns the number in its line."""
    named = page.get_by_text(name, exact=True)
    line = page.locator("section:has(#watch-heading) li").filter(has=named)
    told = re.match(r"[\d,]+", line.locator(".meta").inner_text())
    assert told is not None
    line.get_by_role("link").click()
    expect(page.locator("[data-play]")).to_be_visible()
    return int(told[0].replace(",", ""))


def test_a_game_of_a_run_is_watched_to_the_end_that_was_counted(visit):
    page = run_of(visit(), "ww3", 30)
    rounds = worth_watching(page, "Longest")
    posn = page.locator("[data-posn]")
    expect(posn).to_have_text("0")
    page.click("[data-to=next]")
    expect(posn).to_have_text(re.compile(r"^1"))
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("[data-log] li[aria-current] .war").first).to_be_visible()
    expect(page.locator("[data-lengths]")).to_contain_text(f"{rounds} rounds")  # all is there
    page.locator("[data-range]").fill(str(rounds // 2))
    expect(posn).to_have_text(str(rounds // 2))
    page.keyboard.press("End")
    expect(posn).to_have_text(str(rounds))
    winner = re.match(r"(\w+ \d) wins", page.inner_text("[data-result] b"))
    assert winner is not None
    expect(page.locator("[data-felt]")).to_contain_text(f"{winner[1]} wins")
    expect(page.locator("[data-log] li").last).to_contain_text(
        f"{winner[1]} wins: last player left"
    )


def test_cards_are_tapped_and_the_answer_names_them(visit):
    visitor = visit()
    visitor.expects("status of 400")  # the joker
    page = visitor.open("/lab/deal/")
    page.get_by_text("Tap cards").first.click()
    for card in ("ace of spades", "ace of hearts", "ace of diamonds", "ace of clubs"):
        page.get_by_label(card).first.check()
    page.fill("#games", "2000")
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_url(re.compile(r"/lab/\w{8}/$"))
    expect(page.locator(".answer")).to_contain_text(
        "With 4 aces, seat 1 wins", timeout=COMPILING_MS
    )
    page.get_by_role("link", name="Run again with changes").click()
    expect(page.locator("#hand1")).to_have_value("4 aces")
    page.fill("#hand2", "joker")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("There are no jokers in this game.")


LONG_GAMES = """
from games.lab.runs.spec import read_spec
from games.lab.runs.models import Simulation
run = read_spec(game="ultimate", games=9, seed=7)
print(Simulation.objects.create(**run.row(), chunk_size=9, status="cancelled").code)
"""


def test_a_long_game_comes_in_parts_and_says_its_end(site, visit):
    made = site.manage("shell", "-v0", "-c", LONG_GAMES)
    assert made.returncode == 0, made.stderr
    page = visit().open(f"/lab/{made.stdout.split()[-1]}/3/?at=2")
    expect(page.locator("[data-lengths]")).to_have_text(re.compile(r"^\d+ fights, \d+ wars?$"))
    expect(page.locator("[data-posn]")).to_have_text("0:02")
    expect(page.locator("[data-marks] path")).not_to_have_count(0)
    page.keyboard.press("End")
    end = page.locator("[data-result] b").inner_text()
    expect(page.locator("[data-felt]")).to_contain_text(end)
    expect(page.locator("[data-log] li").last).to_contain_text("when time ran out")
    expect(page.locator("[data-to=next]")).to_have_attribute("aria-disabled", "true")
    page.reload()  # now the page knows the length by itself
    expect(page.locator("[data-result] b")).to_contain_text("after")
    expect(page.locator("[data-posn]")).to_have_text(re.compile(r"^\d+:\d\d$"))
