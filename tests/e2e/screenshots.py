"""`make screenshots`: a picture of every page, in both widths and both colour schemes, and an index
that lays them beside those of the run before."""

import argparse
import sys
import tempfile
from html import escape
from pathlib import Path

from playwright.sync_api import Browser

from tests.e2e.browser import NARROW, WIDE, Visitor, chromium, find_browser
from tests.e2e.places import ENTRANCE, crowded, finished, of_people, places
from tests.site import Site

BEFORE = "before"
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screenshots: before and after</title>
<style>
  div {{ display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; align-items: start; }}
  img {{ max-width: 100%; border: 1px solid #888; }}
</style>
<h1>Before and after</h1>
{rows}
</html>
"""


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


def set_aside(out: Path) -> None:
    """Make the pictures of the last run those before."""
    before = out / BEFORE
    before.mkdir(parents=True, exist_ok=True)
    for picture in out.glob("*.png"):
        picture.replace(before / picture.name)


def write_index(out: Path) -> Path:
    """A page with each picture beside that of the run before."""
    rows = []
    for picture in sorted(out.glob("*.png")):
        name, then = escape(picture.name), f"{BEFORE}/{picture.name}"
        seen = f'<img loading="lazy" src="{escape(then)}" alt="before">'
        before = seen if (out / then).exists() else "<p>no picture before</p>"
        after = f'<img loading="lazy" src="{name}" alt="after">'
        rows.append(f'<h2 id="{name}">{name}</h2><div>{before}{after}</div>')
    page = out / "index.html"
    page.write_text(PAGE.format(rows="\n".join(rows)))
    return page


def take(url: str, out: Path) -> None:
    path = find_browser()
    if path is None:
        sys.exit("No Chromium found: install one (Debian: apt install chromium).")
    set_aside(out)
    with chromium(path) as browser:
        ada = Visitor(browser, url)
        pages = places(ada, finished(ada)) | crowded(ada) | of_people(ada)
        shoot(browser, url, pages, out, ada.context.storage_state())
        shoot(browser, url, ENTRANCE, out, None)
        ada.close()
    print(write_index(out))


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
