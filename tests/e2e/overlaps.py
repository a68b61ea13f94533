"""Whether parts of an ending lie over each other, or beside the screen."""

from playwright.sync_api import Page

SIZES = ((320, 700), (390, 844), (1280, 800), (1920, 1080))
PARTS = (
    ".ending :is(h2, header p, .whole, dt, dd, summary), [data-bar] :is(a.btn, button.btn, .say)"
)
OVERLAPPING = """(parts) => {
  const seen = [...document.querySelectorAll(parts)]
    .map((part) => [part, part.getBoundingClientRect()])
    .filter(([part, { width, height }]) => part.checkVisibility() && width * height);
  const words = (part) => `${part.className} ${part.textContent.trim().slice(0, 30)}`;
  const beside = seen.filter(([, box]) => box.left < 0 || box.right > innerWidth);
  const over = seen.flatMap(([one, a], number) => seen.slice(number + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
    .map(([other]) => `${words(one)} / ${words(other)}`));
  return [...beside.map(([part]) => words(part)), ...over];
}"""


def overlapping(page: Page) -> list[str]:
    """By the width of the screen."""
    before, found = page.viewport_size, list[str]()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}: {each}" for each in page.evaluate(OVERLAPPING, PARTS)]
    if before:
        page.set_viewport_size(before)
    return found
