"""The chat of a table in a browser."""

from typing import Literal

from playwright.sync_api import Locator, Page


def lines(page: Page) -> Locator:
    return page.locator("[data-chat-lines] li")


def tab(page: Page) -> Locator:
    return page.get_by_role("tab", name="Chat")


def show_chat(page: Page) -> None:
    """On a narrow screen the tab is behind a key."""
    side = page.locator(".side-key")
    if side.is_visible():
        side.locator("input").check(force=True)
    tab(page).click()


def write(page: Page, text: str) -> None:
    page.locator("[data-chat-text]").fill(text)
    page.locator("[data-chat-text]").press("Enter")


def choose_for(
    page: Page, name: str, what: str, role: Literal["button", "link"] = "button"
) -> None:
    """In the menu of the last line by this person."""
    page.locator("[data-chat-lines]").get_by_role("button", name=name).last.click()
    page.get_by_role("dialog").get_by_role(role, name=what, exact=True).click()
