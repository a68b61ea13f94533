"""Whether parts of a table lie over each other, or beside the screen."""

from playwright.sync_api import Page

SIZES = ((320, 700), (390, 844), (1280, 800), (1920, 1080))
PARTS = (
    ".ending :is(h2, header p, .whole, dt, dd, summary), [data-bar] :is(a.btn, button.btn, .say),"
    ".seat-row > :is(.zone, .lane), .seat-row .plate > *, .mid .call > *, .mid > div > *,"
    ".opp .plate .who, .opp .zones > *, .box > .call, .box .cells > *, .laid > *, .stake > *,"
    ".own .plate .who, .own .pile, .own > .hand > *,"
    ".opp > header > *, .opp > .hid > *, .opp > .fldbox, .nofield > *, .ask > *, .zn > *"
)
NAMES = ".felt :is(.plate, .opp > header) .who > span:not(.bot)"
CUT = """(names) => [...document.querySelectorAll(names)]
  .filter((name) => name.checkVisibility() && [name, ...name.querySelectorAll("*")]
    .some((part) => part.clientWidth && part.scrollWidth > part.clientWidth + 1))
  .map((name) => name.textContent)"""
OVERLAPPING = """(parts) => {
  for (const moving of document.getAnimations()) {  // a card may be on its way over others
    if (moving.effect.getComputedTiming().endTime < Infinity) moving.finish();
  }
  const seen = [...document.querySelectorAll(parts)]
    .map((part) => [part, part.getBoundingClientRect()])
    .filter(([part, { width, height }]) => part.checkVisibility() && width * height);
  const words = (part) => `${part.className} ${part.textContent.trim().slice(0, 30)}`;
  // A board that is higher than the screen scrolls below the bar.
  const mayMeet = (one, other) => one.contains(other) ||
    (one.closest(".felt") && other.closest("[data-bar]"));
  const beside = seen.filter(([, box]) => box.left < 0 || box.right > innerWidth);
  const over = seen.flatMap(([one, a], number) => seen.slice(number + 1)
    .filter(([other, b]) => !mayMeet(one, other)
      && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
    .map(([other]) => `${words(one)} / ${words(other)}`));
  return [...beside.map(([part]) => words(part)), ...over];
}"""


def overlapping(page: Page, *others: tuple[int, int]) -> list[str]:
    """By the width of the screen: what overlaps, and from 390 px on the names that are cut."""
    before, found = page.viewport_size, list[str]()
    for width, height in (*SIZES, *others):
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}: {each}" for each in page.evaluate(OVERLAPPING, PARTS)]
        if width >= 390:
            found += [f"{width}: {name} is cut" for name in page.evaluate(CUT, NAMES)]
    if before:
        page.set_viewport_size(before)
    return found
