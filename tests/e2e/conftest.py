"""The whole site, as `make play` starts it, and a real browser.  Run separately from the other
tests."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import PROGRAMS, Visitor, chromium, find_browser
from tests.e2e.cable import Cable
from tests.e2e.deals import same_games
from tests.site import Site

browser_path = cache(find_browser)
MISSING = (
    f"NO BROWSER FOUND: the browser tests did NOT run (looked for {', '.join(PROGRAMS)} and "
    "Playwright's own). Install Chromium (Debian: apt install chromium) and run them again."
)


# These take as long as all the others, in the inner circle (the first two) and in the whole.
HALF = ("test_pages", "test_game", "test_turns", "test_tournaments", "test_replay_ultimate")


@pytest.hookimpl(tryfirst=True)  # before the groups are assigned to processes
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        item.add_marker(pytest.mark.xdist_group("half" if item.path.stem in HALF else "others"))
        if browser_path() is None:
            item.add_marker(pytest.mark.skip(reason="no browser"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if browser_path() is None:
        terminalreporter.section("BROWSER TESTS NOT RUN", sep="!", red=True, bold=True)
        terminalreporter.write_line(MISSING, red=True, bold=True)


@pytest.fixture(scope="session")
def silent_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that has not started."""
    site = Site(tmp_path_factory.mktemp("site") / "home")
    try:
        yield site
    finally:
        site.close()


WORLD = """
from games.work import demo
print(*(f"{table.game}={table.code}" for table in demo.fill(games=4)))
"""


@pytest.fixture(scope="session")
def stored(silent_site: Site) -> dict[str, str]:
    """One finished game of each kind, by name.  A site that is running makes bots of its own, so
    games would differ; and games of tests would be counted among them."""
    return dict(reversed([pair.split("=") for pair in same_games(silent_site, WORLD)]))


@pytest.fixture(scope="session")
def site(silent_site: Site, stored: dict[str, str]) -> Site:
    """With only the stored games of bots."""
    return silent_site.start("--no-demo")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = browser_path()
    assert path is not None
    with chromium(path) as browser:
        yield browser


def complaints(folder: Path) -> str:
    """The last lines that the sites of this run have logged, to tell why a page failed."""
    logs = sorted(folder.glob("*/home/log/web.log"))
    return "\n".join(line[:500] for log in logs for line in log.read_text().splitlines()[-10:])


@pytest.fixture
def visit(
    browser: Browser, site: Site, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Visitor]]:
    """Creates visitors; at the end none of them may have met an error or broken the policy."""
    visitors: list[Visitor] = []

    def arrive(url: str = "", **options: object) -> Visitor:
        visitor = Visitor(browser, url or site.url, **options)
        visitors.append(visitor)
        return visitor

    yield arrive
    surprises = [surprise for visitor in visitors for surprise in visitor.surprises]
    for visitor in visitors:
        visitor.close()
    assert surprises == [], complaints(tmp_path_factory.getbasetemp())


@pytest.fixture
def cable(site: Site) -> Iterator[Cable]:
    line = Cable(site.port)
    yield line
    line.close()
