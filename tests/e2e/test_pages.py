"""Every page: accessible, no console messages, within the policy, and as wide as the screen."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games.pages.tournaments.director.acts import FORMS
from tests.e2e import tournaments
from tests.e2e.browser import NARROW, WIDE, Visitor, faults
from tests.e2e.deals import same_games
from tests.e2e.places import ENTRANCE, places
from tests.e2e.unfolding import too_wide
from tests.site import Site

pytestmark = pytest.mark.timeout(600)
# Each layout once, and each set of colours: the second look differs in what can be seen alone.
LOOKS = (("light", WIDE, ()), ("dark", NARROW, ("color-contrast", "target-size")))
LAID_OUT = "[...document.querySelectorAll('*')].filter((one) => one.checkVisibility()).length"
STATUS = {"missing": 404, "history-wrong": 400}


@pytest.fixture(scope="session")
def ada(browser: Browser, site: Site, stored: dict[str, str]) -> tuple[dict[str, str], Any]:
    """URLs of all pages, and the cookies of a visitor who signed up to see them."""
    visitor = Visitor(browser, site.url)
    pages, cookies = places(visitor, stored), visitor.context.storage_state()
    visitor.close()
    return pages, cookies


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def every_page(
    visit: Callable[..., Visitor], ada: tuple[dict[str, str], Any]
) -> Iterator[tuple[str, Page]]:
    """Opens one after the other: first as Ada, then the sign-in pages as a stranger."""
    pages, cookies = ada
    for known, addresses in ((cookies, pages), (None, ENTRANCE)):
        visitor = visit(storage_state=known)
        visitor.expects(r"status of 404 .*NOSUCHGAME")
        visitor.expects(r"status of 400 .*nobody-has-this-name")
        for name, address in addresses.items():
            visitor.page.emulate_media(color_scheme="light")
            resize(visitor.page, WIDE)
            answer = visitor.page.goto(address)
            assert answer is not None
            assert answer.status == STATUS.get(name, 200), (name, answer.status)
            yield name, visitor.page


def found(name: str, page: Page) -> dict[tuple[Any, ...], Any]:
    """What is wrong with the page.  It is opened once and then turned: to the other width, to dark
    mode, to a small phone."""
    wrong: dict[tuple[Any, ...], Any] = {}
    for scheme, size, rules in LOOKS:
        page.emulate_media(color_scheme=scheme)
        resize(page, size)
        if broken := faults(page, *rules):
            wrong[name, scheme, size] = broken
    return wrong | {(name, *where): width for where, width in too_wide(page)}


def test_every_page_is_accessible_in_both_schemes_and_fits_a_small_phone(visit, ada):
    wrong = {}
    for name, page in every_page(visit, ada):
        wrong |= found(name, page)
    assert wrong == {}


@pytest.fixture(scope="session")
def events(browser: Browser, site: Site) -> tuple[dict[str, str], Any]:
    """Tournaments of every format, and the cookies of their director."""
    visitor = Visitor(browser, site.url)
    tournaments.Director(visitor, site, "Judge")
    words = same_games(site, "from tests.e2e import events; print(*events.fill('Judge'))")
    codes = dict(word.split("=", 1) for word in words)
    cookies = visitor.context.storage_state()
    visitor.close()
    return tournaments.places(codes, FORMS), cookies


def test_every_page_of_a_tournament_is_accessible_and_fits_a_small_phone(visit, events):
    pages, cookies = events
    judge = visit(storage_state=cookies)
    wrong = {}
    for name, address in pages.items():
        wrong |= found(name, judge.open(address))
    assert wrong == {}


# Where a page is wider than a phone, what is at its bottom is out of sight.
# A game in which the biggest war had six stages, and its reader was dealt cards.
SHIFT = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
  }).observe({ type: "layout-shift", buffered: true });
}"""


OUTAGES = """() => {
  const line = document.querySelector("[data-log] li > :last-child");
  for (let n = 0; n < 3; n += 1) {
    const told = document.createElement("span");
    told.className = "outage";
    line.append(told, " ");
    told.textContent = "The server was away, and all clocks stood still.";
  }
  return [...line.querySelectorAll(".outage")].map((told) => told.getClientRects().length);
}"""


def test_outages_of_a_round_are_one_line_of_its_log(visit, stored):
    page = visit().open(f"/t/{stored['war']}/")
    expect(page.locator("[data-ending]")).to_be_visible()
    page.locator("#tab-moves").click()
    assert page.evaluate(OUTAGES) == [1, 0, 0]


def test_the_home_page_of_a_phone_does_not_move_while_it_comes(visit):
    phone = visit(size=NARROW)
    page = phone.open("/")
    page.evaluate(SHIFT)
    expect(page.locator(".show.playing .card").first).to_be_visible()
    assert page.evaluate("shift") <= 0.02
    card = page.locator(".show [data-wars='1'] .card").first
    assert (card.bounding_box() or {})["width"] >= 150
    play = page.get_by_role("button", name="Play War").bounding_box()
    menu = page.locator(".tabbar").bounding_box()
    assert play and menu and play["y"] + play["height"] <= menu["y"]


OUT_OF_SIGHT = """() => [...document.querySelectorAll(".ctl [data-to], .ctl [data-play]")]
  .filter((key) => {
    const { top, right, bottom } = key.getBoundingClientRect();
    return top < 0 || right > visualViewport.width || bottom > visualViewport.height;
  }).map((key) => key.outerHTML)"""


def test_the_step_keys_of_a_replay_stay_in_sight_beside_its_chances(visit, events):
    pages, cookies = events
    phone = visit(storage_state=cookies, size=NARROW, is_mobile=True)
    page = phone.open(pages["chances"])
    expect(page.locator("[data-chances=done]")).to_be_visible()
    expect(page.locator("[data-play]")).to_be_visible()
    assert page.evaluate(OUT_OF_SIGHT) == []


def test_the_rules_of_a_tournament_are_one_sheet_of_paper(visit, events):
    pages, cookies = events
    printed = visit(storage_state=cookies).open(pages["swiss-rules/"]).pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


def test_lists_and_logs_are_readable_without_a_script(visit, ada):
    pages, _ = ada
    stranger = visit(java_script_enabled=False)
    for name in ("home", "watch", "history", "player", "rules-war", "rules-ultimate"):
        stranger.open(pages[name])
        assert stranger.page.locator("main h1").is_visible(), name
    stranger.open(pages["replay"])
    assert stranger.page.locator("[data-log] li").count() > 5
    stranger.open(pages["replay-ultimate"])
    assert stranger.page.locator(".opp .card").count() > 3
    assert stranger.page.locator("[data-log] li").count() > 5


SECOND_FACTOR = """
from allauth.mfa.models import Authenticator
from games.accounts.models import Player
Authenticator.objects.create(user=Player.objects.get(username="root"), type="totp", data={})
"""


def test_the_admin_keeps_to_the_policy(visit, site):
    made = site.manage(
        *("createsuperuser", "--noinput", "--username", "root", "--email", "root@example.org"),
        DJANGO_SUPERUSER_PASSWORD="Seven-of-Clubs-52",
    )
    assert made.returncode == 0, made.stderr
    root = visit()
    root.expects("ViewTransition")  # our pages fade into each other, the admin's do not
    page = root.open("/account/login/?next=/admin/")
    page.fill("[name=login]", "root")
    page.fill("[name=password]", "Seven-of-Clubs-52")
    page.locator("main button[type=submit]").first.click()
    page.wait_for_url("**/account/2fa/")  # operators need a second factor
    assert site.manage("shell", "-v0", "-c", SECOND_FACTOR).returncode == 0
    root.open("/admin/")
    for link in ("player", "table", "move"):
        root.open(f"/admin/games/{link}/")
        expect(page.locator("#content h1")).to_be_visible()
        first = page.locator("#result_list tbody th a").first
        if first.count():
            first.click()
            expect(page.locator("#content h1")).to_be_visible()


def test_pages_of_games_stay_light(visit, stored):
    """Phones lay out all elements before anything can be played."""
    visitor, large = visit(size=NARROW), {}
    for code in stored.values():
        for address, most in ((f"/t/{code}/", 600), (f"/g/{code}/", 950)):
            page = visitor.open(address)
            expect(page.locator(".flight")).to_have_count(1)  # the scripts have drawn
            count = page.evaluate(LAID_OUT)
            if count > most:
                large[address] = count
    assert not large


def test_the_game_on_the_home_page_plays_unless_motion_is_not_wanted(visit):
    page = visit().open("/")
    expect(page.locator(".show.playing .card").first).to_be_visible()
    pause = page.get_by_role("button", name="Pause")
    pause.click()
    expect(pause).to_have_attribute("aria-pressed", "true")
    still = visit(reduced_motion="reduce").open("/")
    expect(still.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")
    plain = visit(java_script_enabled=False).open("/")
    expect(plain.locator(".show .card").first).to_be_visible()
    expect(plain.locator(".show button")).to_be_hidden()
