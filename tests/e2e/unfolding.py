"""Whatever keys of a page unfold (charts, menus, dialogs, tabs) is as wide as a phone's screen."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.e2e.browser import NARROW

PHONES = (NARROW, (320, 640))
# What is folded is opened at once, and stays so.
UNFOLD = "document.querySelectorAll('details:not([data-menu])').forEach((one) => one.open = true)"
# Windows above the page do not make it wider, but are cut off.
WIDTH = """() => Math.max(
  document.documentElement.scrollWidth,
  ...[...document.querySelectorAll("dialog[open], [data-menu][open] > :not(summary)")].flatMap(
    (one) => {
      const { left, right } = one.getBoundingClientRect();
      return [innerWidth - left, right, right + one.scrollWidth - one.clientWidth];
    }))"""
KEYS = ("[role=tab]", "[aria-expanded]", "details[data-menu] > summary")
# What opens windows that are filled only then.
DIALOGS = ("button[data-person]", "body:has([data-act-dialog]) a[data-act]")
OPEN_ALL = """() => [...document.querySelectorAll("dialog:not([open])")].map((one) => {
  one.showModal();
  const width = (%s)();
  one.close();
  return [one.getAttributeNames().find((name) => name.startsWith("data-")), width];
})"""


def too_wide(page: Page) -> Iterator[tuple[tuple[str, int], int]]:
    """What is open and the width of the screen -> the width of the page, where that is larger.
    The page is left as a phone shows it."""
    for size in PHONES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for what, width in widths(page):
            if width > size[0]:
                yield (what, size[0]), width


def widths(page: Page) -> Iterator[tuple[str, float]]:
    page.evaluate(UNFOLD)
    yield "details", page.evaluate(WIDTH)
    yield from page.evaluate(OPEN_ALL % WIDTH)
    for keys in KEYS:
        for key in page.locator(keys).filter(visible=True).all():
            key.dispatch_event("click")
            yield keys, page.evaluate(WIDTH)
            if keys != "[role=tab]":
                key.dispatch_event("click")  # what it has opened may lie over it
    for chart in page.locator("[data-charts] a").all():
        chart.click()
        expect(chart).to_have_attribute("aria-current", "true")
        yield "chart", page.evaluate(WIDTH)
    for keys in DIALOGS:
        for key in page.locator(keys).filter(visible=True).all()[:1]:
            key.click()
            expect(page.locator("dialog[open]")).to_have_count(1)
            yield keys, page.evaluate(WIDTH)
            page.keyboard.press("Escape")
