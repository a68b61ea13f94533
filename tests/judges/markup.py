"""vnu, the HTML checker of the W3C, over every page: as it is sent, and as its scripts have drawn
it."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Browser

from tests.e2e import tournaments
from tests.e2e.browser import Visitor, chromium, find_browser
from tests.e2e.deals import same_games
from tests.e2e.places import ENTRANCE, crowded, finished, of_people, places
from tests.site import Site

VERSION = "26.9.27"
EVENTS = """
from games.pages.tournaments.director.acts import FORMS
from tests.e2e import events
print(*events.fill("Judge"), *FORMS)
"""


def missing() -> list[str]:
    """The tools that this machine lacks for it."""
    tools = {tool: shutil.which(tool) for tool in ("npm", "java")} | {"Chromium": find_browser()}
    return [tool for tool, path in tools.items() if not path]


def install(home: Path) -> Path:
    """Its program, from the npm registry."""
    fetch = ("npm", "install", "--silent", "--ignore-scripts", "--prefix", home)
    subprocess.run([*fetch, f"vnu-jar@{VERSION}"], check=True)
    return home / "node_modules/vnu-jar/build/dist/vnu.jar"


def save(site: Site, folder: Path) -> None:
    """Every page: of somebody who signed up, of a stranger, and of a director."""
    path = find_browser()
    assert path is not None
    with chromium(path) as browser:
        ada = Visitor(browser, site.url)
        pages = places(ada, finished(ada)) | crowded(ada) | of_people(ada)
        keep(ada, pages, folder / "signed-up")
        keep(Visitor(browser, site.url), pages | ENTRANCE, folder / "stranger")
        keep(*events(browser, site), folder / "director")


def events(browser: Browser, site: Site) -> tuple[Visitor, dict[str, str]]:
    """The director of tournaments of every format, and their pages."""
    judge = Visitor(browser, site.url)
    tournaments.Director(judge, site, "Judge")
    words = same_games(site, EVENTS)
    codes = dict(word.split("=") for word in words if "=" in word)
    return judge, tournaments.places(codes, [word for word in words if "=" not in word])


def keep(visitor: Visitor, pages: Mapping[str, str], folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, address in pages.items():
        answer = visitor.page.goto(address)
        assert answer is not None, address
        visitor.page.wait_for_load_state("networkidle")
        file = name.replace("/", "-").replace("?", "-")
        (folder / f"{file}.sent.html").write_bytes(answer.body())
        (folder / f"{file}.drawn.html").write_text(visitor.page.content())
    visitor.close()
