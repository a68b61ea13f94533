"""Lists of names from spreadsheets and clipboards.  Pure."""

import csv
import io
from collections import Counter
from typing import NamedTuple

DELIMITERS = "\t;,"
LONGEST_LIST, MOST_LINES = 24_000, 300  # characters, lines
LONGEST_NAME, LONGEST_NOTE = 60, 100
RUNS = ("=", "+", "-", "@")  # a spreadsheet runs what begins so


class Line(NamedTuple):
    """`who` is an account or an e-mail address; each may be empty."""

    number: int
    name: str
    who: str = ""
    note: str = ""


class TooLong(Exception):
    """The list is longer than anybody types."""


def decode(data: bytes) -> str:
    """The text of a file: UTF-8 or UTF-16 with their marks, UTF-8 without, else cp1252."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def read(text: str, heading: str = "name") -> list[Line]:
    """The lines that are not empty; `heading` is what a first line of titles begins with.

    Raises:
        TooLong: the list, or one of its cells.
    """
    if len(text) > LONGEST_LIST:
        raise TooLong
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    lines = []
    try:
        for number, cells in enumerate(csv.reader(rows(text), delimiter=delimiter(text)), 1):
            name, who, note, *_rest = [" ".join(cell.split()) for cell in cells] + [""] * 3
            is_heading = number == 1 and name.casefold() in ("name", heading.casefold())
            if (name or who) and not is_heading:
                lines.append(Line(number, name or who, who, note[:LONGEST_NOTE]))
    except csv.Error:  # a cell of 128 kB
        raise TooLong from None
    if len(lines) > MOST_LINES:
        raise TooLong
    return lines


def rows(text: str) -> io.StringIO:
    """The rows of a list, each on a line of its own: a quotation mark that is never closed must not
    take the rest."""
    even = [
        line if line.count('"') % 2 == 0 else line.replace('"', "") for line in text.split("\n")
    ]
    return io.StringIO("\n".join(even), newline="")


def delimiter(text: str) -> str:
    """The delimiter that most lines have outside of quotation marks."""
    lines_with = Counter[str]()
    for line in text.split("\n"):
        outside = "".join(line.split('"')[::2])
        lines_with.update(mark for mark in DELIMITERS if mark in outside)
    return max(DELIMITERS, key=lambda mark: (lines_with[mark], -DELIMITERS.index(mark)))


def is_formula(name: str) -> bool:
    return name.startswith(RUNS)
