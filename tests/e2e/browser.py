"""A real Chromium, and visitors who record every error in it."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, ConsoleMessage, Page, WebError, expect, sync_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]
WIDE, NARROW = (1280, 800), (390, 844)
PATIENCE_MS = 20_000  # of everything that waits: a slow minute is no fault
expect.set_options(timeout=PATIENCE_MS)
AXE = """(rules) => axe.run({resultTypes: ["violations"], ...(rules.length && {runOnly: rules})})
  .then((results) => results.violations)"""
TELL_VIOLATIONS = """addEventListener("securitypolicyviolation", (e) => console.error(
  `CSP: ${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`));"""


def find_browser() -> str | None:
    """A Chromium or Chrome on this machine, or the one `playwright install chromium` downloaded."""
    for name in PROGRAMS:
        if path := shutil.which(name):
            return path
    with sync_playwright() as playwright:
        fetched = playwright.chromium.executable_path
    return fetched if Path(fetched).exists() else None


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Visitor:
    """One person: a browser context with one page open."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        dark: bool = False,
        size: tuple[int, int] = WIDE,
        **context: Any,
    ) -> None:
        self.troubles: list[str] = []
        self.expected = ["Service Worker registration blocked"]
        self.context = browser.new_context(
            base_url=url,
            color_scheme="dark" if dark else "light",
            viewport={"width": size[0], "height": size[1]},
            **{"service_workers": "block"} | context,  # what is under test is the site itself
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(TELL_VIOLATIONS)
        self.context.on("console", self._hear)
        self.context.on("weberror", self._stumble)
        self.page: Page = self.context.new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            where = message.location.get("url", "")
            self.troubles.append(f"{message.type}: {message.text} ({where})")

    def _stumble(self, error: WebError) -> None:
        where = error.page.url if error.page else ""
        self.troubles.append(f"{error.error.stack or error.error.message} ({where})")

    def expects(self, pattern: str) -> None:
        """Errors like this are expected (a cut connection, a page that does not exist)."""
        self.expected.append(pattern)

    @property
    def surprises(self) -> list[str]:
        return [
            trouble
            for trouble in self.troubles
            if not any(re.search(pattern, trouble) for pattern in self.expected)
        ]

    def open(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def close(self) -> None:
        self.context.close()


def faults(page: Page, *rules: str) -> list[str]:
    """What axe finds on the page as it is now, by all of its rules or by some."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(AXE, rules)
    return [
        f"{fault['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
        for fault in found
        for node in fault["nodes"][:3]
    ]
