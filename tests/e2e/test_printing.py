"""Paper is white, whatever the screen is, and house rules fit on one sheet."""

import re

import pytest
from playwright.sync_api import Page

from tests.e2e.browser import NARROW, faults

pytestmark = pytest.mark.outer
DARKNESS = """() => {
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.fillStyle = getComputedStyle(document.body).color;
  canvas.fillRect(0, 0, 1, 1);
  return Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3));
}"""

SAVE = """
from games.accounts.models import Player
from games.rule_sets import writer
options = ("ace=4;auto=2;auto_in_war=off;cap=100;faces=3;false_slap=burn;leftover=seats;order=low;"
    "pace=auto:800;players=3;short=equal;slap=5,6;slap_window=8000;spoils=hidden;underdog=6;"
    "underdog_counter=on;underdog_scope=all;zero=lose")
by = Player.objects.create_user("printer", name="Printer")
name = "Everything at once, and a long name"
print(writer.save(by=by, name=name, game="war", options=options).code)
"""
MINUTES_MS = 180_000  # the first games wait until the rules are compiled


@pytest.mark.parametrize("theme", ["system", "chosen"])
def test_pages_print_dark_on_white(visit, theme):
    visitor = visit(dark=theme == "system")
    page = visitor.open("/")
    if theme == "chosen":
        visitor.context.add_cookies([{"name": "theme", "value": "dark", "url": page.url}])
    for address in ("/", "/rules/war/", "/history/"):
        page.goto(address)
        assert page.evaluate(DARKNESS) > 200
        page.emulate_media(media="print")
        assert page.evaluate(DARKNESS) < 60
        page.emulate_media(media="screen")


def test_house_rules_print_on_one_sheet_however_many_they_are(visit, site):
    code = site.manage("shell", "--no-imports", "-c", SAVE).stdout.split()[-1]
    page = visit().open(f"/rules/set/{code}/")
    page.click("text=Measure these rules")
    page.wait_for_selector("[data-run=done] .stats", timeout=MINUTES_MS)
    page.emulate_media(media="print")
    assert page.locator(".answer").is_visible() and not page.locator(".foot").is_visible()
    assert sheets(page) == 1


def sheets(page: Page) -> int:
    return len(re.findall(rb"/Type /Page\b", page.pdf(format="A4")))


def test_the_lab_prints_what_it_found_and_fits_a_phone(visit):
    page = visit(dark=True).open("/lab/sweep/?game=war&vary=auto&number=length&games=1000")
    page.click("text=missing values")
    page.wait_for_selector("[data-run=done] figure", timeout=MINUTES_MS)
    swept = page.url
    page.locator("tbody a").first.click()
    page.wait_for_selector("[data-run=done] .watch")
    for address, most in ((page.url, 3), (swept, 2)):
        page.goto(address)
        page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW[0]
        assert faults(page) == []
        page.emulate_media(media="print")
        assert page.locator(".answer").is_visible() and page.locator(".cite").is_visible()
        assert not page.locator("button:visible").count()
        assert sheets(page) <= most
        page.emulate_media(media="screen")
