"""Text in pictures, where no text wraps by itself and all text has one font."""

import unicodedata
from collections.abc import Sequence
from textwrap import shorten, wrap
from typing import NamedTuple

WIDTH = 1072  # between the margins
BESIDE = 860  # beside the name of the site
LOWEST = 440  # the lowest line of a text, above what else is in the picture
LETTER, BOLD, NAME = 0.49, 0.56, 0.62  # the width of a letter, in sizes of type
# The font has these letters; others lose their accents, or the text has a spare one instead.
LETTERS = frozenset(
    {*map(chr, range(0x20, 0x7F)), *map(chr, range(0xA0, 0x100))} | set("ıŒœʼ–—‘’‚“”„•…′″‹›€™−")
)
STROKES = str.maketrans("ŁłĐđĦħŦŧ", "LlDdHhTt")  # no accents by Unicode


class Line(NamedTuple):
    y: int
    text: str


def lettered(text: str, spare: str = "") -> str:
    """The text with letters that the font has; `spare` if the font lacks one."""
    known = "".join(map(plain, unicodedata.normalize("NFC", text).translate(STROKES)))
    return known if all(letter in LETTERS for letter in known) else spare


def plain(letter: str) -> str:
    """The letter, without its accents if the font does not have the accented letter."""
    return letter if letter in LETTERS else unicodedata.normalize("NFKD", letter)[0]


def wrapped(text: str, *, size: int, letter: float, most: int, top: int) -> list[Line]:
    """The lines of a text, at most `most` of them.  The baseline of the first line is at `top`."""
    columns = int(WIDTH / size / letter)
    lines = wrap(text, columns)
    if len(lines) > most:
        rest = shorten(" ".join(lines[most - 1 :]), columns, placeholder="…")
        lines = [*lines[: most - 1], rest]
    return [Line(top + round(1.24 * size * number), line) for number, line in enumerate(lines)]


def fitting(texts: Sequence[str], *, width: int, largest: int) -> int:
    """The largest size of type at which each of the texts fits."""
    longest = max(map(len, texts), default=1)
    return min(largest, int(width / NAME / max(longest, 1)))


def texts(heading: str, text: str = "", *, top: int = 168, size: int = 84) -> dict[str, object]:
    """The context of a heading and a text below it."""
    first = wrapped(heading, size=size, letter=BOLD, most=2, top=top)
    under = first[-1].y + round(size * 0.9)
    most = max(1, (LOWEST - under) // 54 + 1)
    lines = wrapped(text, size=42, letter=LETTER, most=most, top=under)
    return {"heading": first, "size": size, "lines": lines, "lines_size": 42}
