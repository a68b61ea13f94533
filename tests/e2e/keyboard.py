"""Somebody who uses the keyboard alone: Tab goes to what they want, whatever lies between."""

from playwright.sync_api import Locator, Page, expect

MOST_KEYS = 200
HAS_FOCUS = "target => target === document.activeElement"
IN_GROUP = "name => document.activeElement.name === name"


def tab_to(target: Locator) -> None:
    for _ in range(MOST_KEYS):
        if target.evaluate(HAS_FOCUS):
            return
        target.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {target}")


def press(target: Locator) -> None:
    """A key that stays on the page."""
    tab_to(target)
    target.page.keyboard.press("Enter")


def follow(target: Locator) -> None:
    """A link or a button that leads to another page."""
    tab_to(target)
    with target.page.expect_navigation():
        target.page.keyboard.press("Enter")


def write(target: Locator, text: str) -> None:
    """In place of what the field says."""
    tab_to(target)
    target.page.keyboard.press("ControlOrMeta+a")
    target.page.keyboard.type(text)


def pick(page: Page, name: str, value: str) -> None:
    """One of several: Tab goes to the group, arrows choose, and the site answers each change."""
    wanted = page.locator(f"[name='{name}'][value='{value}']")
    for _ in range(MOST_KEYS):
        if wanted.is_checked():
            return
        is_there = page.evaluate(IN_GROUP, name)
        page.keyboard.press("ArrowDown" if is_there else "Tab")
        answered(page)
    raise AssertionError(f"the keys do not choose {value} of {name}")


def answered(page: Page) -> None:
    """The form is as long as the site has answered a change."""
    expect(page.locator("[data-fragment][aria-busy]")).to_have_count(0)
