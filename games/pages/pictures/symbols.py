"""The symbols of pictures: those of the sheet of cards, court pictures, and the contours of a map.
The renderer knows no custom properties, so their colours are filled in here."""

import re
from functools import cache

from django.conf import settings

CARDS = settings.BASE_DIR / "games/static/games/cards"
COLOURS = {
    "card": "#fefdfb",
    "card-edge": "#7e979e",
    "on-ink": "#fafcfc",
    "back": "#154c5d",
    "back-line": "#428d95",
}
CONTOUR = "#cfe2e0"
SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)
VARIABLE = re.compile(r"var\(--([a-z-]+)(?:, ([^)]+))?\)")
USED = re.compile(r'href="#([^"]+)"')
INSIDE = re.compile(r"<svg [^>]*?(viewBox=\"[^\"]+\")[^>]*>(.*)</svg>", re.DOTALL)
NAMED = re.compile(r'((?:id|href)="#?|url\(#)')


def complete(svg: str) -> str:
    """The picture with the definitions of the symbols that it uses."""
    known, needed = symbols(), set[str]()
    found = set(USED.findall(svg))
    while found := found & known.keys() - needed:
        needed |= found
        found = {name for key in found for name in USED.findall(known[key])}
    head, end, _rest = svg.rpartition("</svg>")
    return f"{head}<defs>{''.join(known[name] for name in sorted(needed))}</defs>{end}"


@cache
def symbols() -> dict[str, str]:
    """Every symbol by its name."""
    sheet = VARIABLE.sub(lambda use: COLOURS.get(use[1]) or use[2], read("sprite"))
    courts = {f"court-{rank}{suit}": court(f"{rank}{suit}") for rank in "JQK" for suit in "shdc"}
    return {
        **{match[1]: match[0] for match in SYMBOL.finditer(sheet)},
        **courts,
        "contour": contour(),
    }


def court(card: str) -> str:
    """A court picture as a symbol.  The names that it refers to are made unique, so that several
    fit in one picture."""
    return symbol(f"court-{card}", NAMED.sub(rf"\g<1>{card}-", read(card)))


def contour() -> str:
    """The contours of the map, as a group.  A symbol would be clipped to the size of the picture,
    which takes longer than to draw everything else."""
    return f'<g id="contour">{inside("contour", read("contour").replace("#000", CONTOUR))[1]}</g>'


def symbol(name: str, svg: str) -> str:
    box, drawing = inside(name, svg)
    return f'<symbol id="{name}" {box} preserveAspectRatio="none">{drawing}</symbol>'


def inside(name: str, svg: str) -> tuple[str, str]:
    """The view box of an SVG file, and its contents."""
    match = INSIDE.search(svg)
    if match is None:
        raise ValueError(f"{name} is no SVG")
    return match[1], match[2]


def read(name: str) -> str:
    return (CARDS / f"{name}.svg").read_text()
