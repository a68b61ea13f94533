"""Contrast of the design tokens in both colour schemes, read from the style sheet itself."""

import re
from itertools import product
from math import cos, radians, sin
from pathlib import Path

from tests.each import each

SHEET = Path(__file__).parents[2] / "games/static/games/css/tokens.css"
TOKEN = re.compile(r"--([\w-]+):\s*(light-dark\((.+)\)|oklch\([^)]+\));")
COLOUR = re.compile(r"oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)")
TEXT, LINES = 4.5, 3.0
SEATS = range(1, 9)

TEXT_PAIRS = [
    *(
        (ink, ground)
        for ink in ("ink", "ink-2")
        for ground in ("paper", "sheet", "sheet-2", "table")
    ),
    ("ink", "signal-wash"),
    ("on-ink", "ink"),
    ("on-ink", "ink-hover"),
    ("on-signal", "signal"),
    ("signal-ink", "signal-wash"),
    *(("link", ground) for ground in ("paper", "sheet", "signal-wash")),
    *((word, ground) for word in ("good", "bad") for ground in ("paper", "sheet")),
    *((f"suit-{suit}", "card") for suit in "shdc"),
    *(("on-seat", f"seat-{seat}") for seat in SEATS),
]
LINE_PAIRS = [
    *((f"seat-{seat}", ground) for seat in SEATS for ground in ("table", "sheet")),
    *(("focus", ground) for ground in ("paper", "sheet", "table")),
    ("slot", "table"),
    ("signal-line", "table"),
    ("signal-line", "sheet"),
    ("line-strong", "sheet"),
    ("line-strong", "paper"),
]


def tokens(dark: bool) -> dict[str, tuple[float, float, float]]:
    colours = {}
    for name, value, _ in TOKEN.findall(SHEET.read_text()):
        shades = COLOUR.findall(value)
        if shades:
            colours[name] = tuple(float(part) for part in shades[-1 if dark else 0])
    return colours


SCHEMES = {"light": tokens(dark=False), "dark": tokens(dark=True)}


def luminance(colour: tuple[float, float, float]) -> float:
    """Relative luminance of an OKLCH colour, clipped to sRGB."""
    light, chroma, hue = colour
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    red, green, blue = (min(max(part, 0), 1) for part in linear)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@each(product(SCHEMES, TEXT_PAIRS))
def test_text_can_be_read(scheme, pair):
    ink, ground = pair
    shades = SCHEMES[scheme]
    assert contrast(shades[ink], shades[ground]) >= TEXT


@each(product(SCHEMES, LINE_PAIRS))
def test_lines_that_mean_something_can_be_seen(scheme, pair):
    mark, ground = pair
    shades = SCHEMES[scheme]
    assert contrast(shades[mark], shades[ground]) >= LINES


def test_every_token_is_found():
    assert all(len(shades) >= 38 for shades in SCHEMES.values())
