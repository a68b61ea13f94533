"""Pages whose texts are two fifths longer than in English fit the smallest phone."""

from collections.abc import Iterator

import pytest

from tests.development.catalogue import pseudo
from tests.e2e.browser import Visitor
from tests.e2e.conftest import WORLD
from tests.e2e.deals import same_games
from tests.e2e.places import ENTRANCE, begin
from tests.site import Site, running

pytestmark = [pytest.mark.outer, pytest.mark.timeout(600)]
GAMES = ("war", "ww3", "ultimate")
PAGES = (
    "/",
    "/watch/",
    "/new/",
    "/history/",
    "/lab/",
    "/lab/q/order/",
    "/daily/",
    "/credits/",
    "/me/",
)
SMALLEST = (320, 640)
WIDE_PARTS = """() => {
  const most = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= most) return [];
  return [...document.querySelectorAll("body *")]
    .filter((part) => part.getBoundingClientRect().right > most + 1 && part.checkVisibility())
    .map((part) => part.outerHTML.slice(0, 160));
}"""


@pytest.fixture(scope="module")
def unspoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    home = tmp_path_factory.mktemp("unspoken") / "home"
    pseudo(home / "locale")
    with running(home, "--no-demo", DJANGO_SETTINGS_MODULE="tests.e2e.unspoken") as site:
        yield site


def test_long_texts_fit_the_smallest_phone(browser, unspoken):
    visitor = Visitor(
        browser, unspoken.url, size=SMALLEST, extra_http_headers={"Accept-Language": "en-XA"}
    )
    finished = [pair.split("=")[1] for pair in same_games(unspoken, WORLD)]
    tables = [begin(visitor, game) for game in GAMES]
    pages = [*PAGES, *ENTRANCE.values(), *tables, *(f"/rules/{game}/" for game in GAMES)]
    pages += [f"/g/{code}/{page}" for code in finished for page in ("", "verify/")]
    wide = {}
    for address in pages:
        page = visitor.open(address)
        assert page.locator("html").get_attribute("lang") == "en-xa"
        if parts := page.evaluate(WIDE_PARTS):
            wide[address] = parts[:6]
    visitor.close()
    assert wide == {}
