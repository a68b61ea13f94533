"""A table of War as people see it: its progress, its log, and the one key that plays it."""

import re
from collections.abc import Callable

from playwright.sync_api import Page

# Keeps what the bar says in the moment in which the game is over, as `saidAtEnd`.
NOTE_END = """() => {
  const table = document.querySelector("[data-table]");
  const note = () => {
    if (table.dataset.status !== "finished") return;
    window.saidAtEnd ??= document.querySelector("[data-bar-say] b")?.textContent.trim() ?? "";
  };
  new MutationObserver(note).observe(table, { attributeFilter: ["data-status"] });
}"""


def battle(page: Page) -> int:
    told = page.locator("[data-place]").text_content() or ""
    return int(re.sub(r"\D", "", told) or 0)


def is_over(page: Page) -> bool:
    return page.locator("[data-table][data-status=finished]").count() == 1


def play_until(done: Callable[[], bool], *pages: Page, key: str = "Space") -> None:
    """Everyone keeps pressing the game's one key; it turns, lays and slaps."""
    for _ in range(4000):
        if done():
            return
        for page in pages:
            page.keyboard.press(key)
        pages[0].wait_for_timeout(40)
    raise AssertionError("the game did not come to that point")


def battles_told(page: Page) -> dict[str, str]:
    """Number of the battle -> what the log says of it."""
    rows = page.locator("[data-log] li").evaluate_all(
        "rows => rows.map(row => [row.dataset.number, row.lastElementChild.textContent])"
    )
    return {number: " ".join(text.split()) for number, text in rows if number not in ("", "0")}


def piles(page: Page) -> dict[str, list[str]]:
    """Seat -> its player and how many cards they have left."""
    rows = page.locator(".seat-row").evaluate_all(
        """rows => rows.map(row => [row.dataset.seat, [
            row.querySelector(".who > span").textContent.trim(),
            row.querySelector("figcaption b").textContent]])"""
    )
    return dict(rows)
