"""Waiting until a page shows something."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.e2e import ww3


def until(done: Callable[[], bool], *pages: Page, step: Callable[[Page], None] = ww3.pace) -> None:
    for _ in range(3000):
        if done():
            return
        for page in pages:
            step(page)
        pages[0].wait_for_timeout(40)
    asked = [(ww3.asked(page), ww3.others(page)) for page in pages]
    raise AssertionError(f"not reached; asked: {asked}; told: {ww3.told(pages[0])}")
