"""`make screenshots`: a picture of every page, in both widths and both colour schemes."""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from tests.e2e.browser import NARROW, WIDE, Visitor, chromium, find_browser
from tests.e2e.places import ENTRANCE, crowded, finished, of_people, places
from tests.site import Site


def shoot(browser: Browser, url: str, pages: dict[str, str], out: Path, state: object) -> None:
    for scheme in ("light", "dark"):
        for size in (WIDE, NARROW):
            visitor = Visitor(
                browser, url, dark=scheme == "dark", size=size, storage_state=state or None
            )
            for name, address in pages.items():
                page = visitor.page
                answer = page.goto(address)
                if answer is None or answer.status >= 500:
                    sys.exit(f"{address} failed")
                page.wait_for_load_state("networkidle")
                path = out / f"{name}-{scheme}-{size[0]}.png"
                page.screenshot(path=path, full_page=True, animations="disabled")
                print(path)
            visitor.close()


def take(url: str, out: Path) -> None:
    path = find_browser()
    if path is None:
        sys.exit("No Chromium found: install one (Debian: apt install chromium).")
    out.mkdir(parents=True, exist_ok=True)
    with chromium(path) as browser:
        ada = Visitor(browser, url)
        pages = places(ada, finished(ada)) | crowded(ada) | of_people(ada)
        shoot(browser, url, pages, out, ada.context.storage_state())
        shoot(browser, url, ENTRANCE, out, None)
        ada.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("var/screenshots"))
    parser.add_argument("--url", help="a site that runs already (it needs a finished game)")
    chosen = parser.parse_args()
    if chosen.url:
        take(chosen.url, chosen.out)
        return
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder) / "home")
        try:
            site.start("--no-demo")
            site.manage("demo", "--games", "9")
            take(site.url, chosen.out)
        finally:
            site.close()


if __name__ == "__main__":
    main()
