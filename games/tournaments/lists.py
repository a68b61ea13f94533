"""Lists of names from spreadsheets and clipboards, and the ways to read one.  Pure."""

import csv
import io
import re
from collections import Counter
from collections.abc import Collection, Iterator
from enum import Enum
from typing import NamedTuple

from games.accounts.names import script
from games.tournaments.list_titles import (
    ACCOUNT,
    FIRST,
    LAST,
    NOTE,
    OTHER,
    SURNAME_FIRST,
    plain,
)

DELIMITERS = "\t;,"
LONGEST_LIST, MOST_LINES = 24_000, 300  # characters, lines
LONGEST_NAME, LONGEST_NOTE = 60, 100
RUNS = ("=", "+", "-", "@")  # a spreadsheet runs what begins so
MOST_COLUMNS, MOST_ABOVE = 4, 4  # of names that are offered; of lines in which a heading may be
SEPARATOR_LINE = re.compile(r'"?sep=(.)"?\n')  # Excel's
NUMBERED = re.compile(r"^\s*(?:[(\[]?\d{1,3}[.):\]]|[-–—•*·▪◦‣])\s*(?=[^\W\d_])")
COUNTED = re.compile(r"^\s*\d{1,3}\s+(?=[^\W\d_])")  # numbers alone count if every line has one


class Line(NamedTuple):
    """A line of a list.  `who` is an account or an e-mail address.  Each text may be empty."""

    number: int
    name: str
    who: str = ""
    note: str = ""


class Row(NamedTuple):
    """A row of a list: the number of its line, and its cells."""

    number: int
    cells: list[str]

    def cell(self, column: int | None) -> str:
        return self.cells[column] if column is not None and column < len(self.cells) else ""


class Kind(Enum):
    """The part of a list that holds one name."""

    COLUMNS = "columns"
    CELL = "cell"  # each cell is one
    LINE = "line"


class Columns(NamedTuple):
    """The columns of a list.  `names`: the columns of a name, in the order in which the name is
    written."""

    names: tuple[int, ...]
    who: int | None = None
    note: int | None = None


class Reading(NamedTuple):
    """A way to read a list.  `heading`: the number of lines before the first name."""

    kind: Kind
    columns: Columns
    heading: int
    lines: tuple[Line, ...]


class TooLong(Exception):
    """The list is longer than the limit, which no typed list reaches."""


def read(text: str) -> list[Line]:
    """The lines of a list in its likeliest reading.  Raises TooLong."""
    return list(next((reading.lines for reading in readings(text)), ()))


def readings(text: str) -> list[Reading]:
    """All different readings of a list, the likeliest first.  Raises TooLong."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    if len(text) > LONGEST_LIST:
        raise TooLong
    mark = ""
    if separator := SEPARATOR_LINE.match(text):
        text, mark = "\n" + text[separator.end() :], separator[1]
    text = "\n".join(NUMBERED.sub("", line) for line in text.split("\n"))
    mark = mark or delimiter(text)
    rows, whole = rows_of(text, mark), rows_of(text, "")
    if len(rows) > MOST_LINES:
        raise TooLong
    heading = heading_of(rows)
    found = dict[tuple[object, ...], Reading]()  # by the lines without their numbers
    for skipped in (heading, 0 if heading else 1):
        for kind, columns in ways(rows, heading, mark):
            source = whole if kind is Kind.LINE else rows
            lines = tuple(lines_of(source[skipped:], kind, columns))
            if 0 < len(lines) <= MOST_LINES:
                content = tuple(line[1:] for line in lines)
                found.setdefault(content, Reading(kind, columns, skipped, lines))
    return list(found.values())


def lines_of(rows: list[Row], kind: Kind, columns: Columns) -> Iterator[Line]:
    if kind is Kind.CELL:
        names = (cell for row in rows for cell in row.cells if any(ch.isalpha() for ch in cell))
        yield from (Line(number, name) for number, name in enumerate(names, 1))
        return
    for row in rows:
        name = " ".join(filter(None, map(row.cell, columns.names)))
        who, note = row.cell(columns.who), row.cell(columns.note)[:LONGEST_NOTE]
        if name or who:
            yield Line(row.number, name or who, who, note)


# Cells -----------------------------------------------------------------------------------


def rows_of(text: str, mark: str) -> list[Row]:
    """The rows that are not empty, without numbers and dashes before names.  Without a delimiter,
    each line is one cell."""
    try:
        reader = (
            csv.reader(even(text), delimiter=mark)
            if mark
            else ([line] for line in text.split("\n"))
        )
        split = [[" ".join(cell.split()) for cell in cells] for cells in reader]
    except csv.Error:  # a cell of 128 kB
        raise TooLong from None
    numbered = [
        Row(number, [NUMBERED.sub("", cell) for cell in cells])
        for number, cells in enumerate(split, 1)
    ]
    rows = [row for row in numbered if any(row.cells)]
    if len(rows) > 1 and all(COUNTED.match(row.cells[0]) for row in rows):
        rows = [Row(n, [COUNTED.sub("", first), *rest]) for n, (first, *rest) in rows]
    return split_at_comma(rows) if mark else rows


def even(text: str) -> io.StringIO:
    """The rows of a list, each on a line of its own.  Quotation marks are removed from lines where
    one is unclosed, because it would swallow the rows after it."""
    even = [
        line if line.count('"') % 2 == 0 else line.replace('"', "") for line in text.split("\n")
    ]
    return io.StringIO("\n".join(even), newline="")


def split_at_comma(rows: list[Row]) -> list[Row]:
    """Rows whose first column of names is split in two if all its cells look like *Müller,
    Anna*."""
    for column in range(max((len(row.cells) for row in rows), default=0)):
        halves = [row.cell(column).split(", ") for row in rows]
        if all(len(parts) == 2 and all(map(is_name, parts)) for parts in halves):
            return [
                Row(n, cells[:column] + parts + cells[column + 1 :])
                for (n, cells), parts in zip(rows, halves, strict=True)
            ]
    return rows


def delimiter(text: str) -> str:
    """The delimiter that most lines have outside of quotation marks."""
    lines_with = Counter[str]()
    for line in text.split("\n"):
        outside = "".join(line.split('"')[::2])
        lines_with.update(mark for mark in DELIMITERS if mark in outside)
    return max(DELIMITERS, key=lambda mark: (lines_with[mark], -DELIMITERS.index(mark)))


def is_name(cell: str) -> bool:
    is_plain = not any(ch.isdigit() or ch == "@" for ch in cell)
    return is_plain and any(ch.isalpha() for ch in cell)


def is_formula(name: str) -> bool:
    return name.startswith(RUNS)


# Readings --------------------------------------------------------------------------------


def heading_of(rows: list[Row]) -> int:
    """The number of rows above the first name: the heading, and everything above the heading."""
    for number, row in enumerate(rows[:MOST_ABOVE], 1):
        titles = [plain(cell) for cell in row.cells if cell]
        known = sum(title in OTHER | NOTE for title in titles)
        if 2 * known > len(titles) > 1 or any(title in FIRST | LAST | ACCOUNT for title in titles):
            return number
    return 1 if rows and rows[0].cells[0].endswith(":") else 0


def ways(rows: list[Row], heading: int, mark: str) -> list[tuple[Kind, Columns]]:
    """The possible positions of names in the cells of a list, the likeliest first."""
    titles = [plain(cell) for cell in rows[heading - 1].cells] if heading else []
    body = rows[heading:]
    width = range(max((len(row.cells) for row in body), default=0))
    of_names = [column for column in width if is_of_names(body, column)]
    titled = [*titled_columns(titles, FIRST)[:1], *titled_columns(titles, LAST)[:1]]
    guessed = of_names[1::-1]  # most lists have the surname first
    orders = [titled, titled[::-1], guessed, guessed[::-1]]
    if is_surname_first(titles, body, titled or guessed):
        orders = [titled[::-1], titled, guessed[::-1], guessed]
    singles = [[column] for column in (of_names or width)[:MOST_COLUMNS]]
    names = [tuple(order) for order in orders + singles if order]
    who, note = beside(titles, body, {column for order in names for column in order})
    listed = [(Kind.COLUMNS, Columns(each, who, note)) for each in names]
    if len(of_names) > 1:
        name, account = of_names[:2]
        listed.append((Kind.COLUMNS, Columns((name,), account, account + 1)))
    cells = (Kind.CELL, Columns(()))
    listed.insert(0 if is_run(body, mark) and not heading else len(listed), cells)
    return [*listed, (Kind.LINE, Columns((0,)))]


def titled_columns(titles: list[str], known: Collection[str]) -> list[int]:
    return [column for column, title in enumerate(titles) if title in known]


def beside(titles: list[str], rows: list[Row], names: set[int]) -> tuple[int | None, int | None]:
    """The columns of accounts or addresses, and of notes; None for a column that is missing."""
    who = next(iter(titled_columns(titles, ACCOUNT)), None)
    note = next(iter(titled_columns(titles, NOTE)), None)
    if who is None:
        addressed = (n for row in rows for n, cell in enumerate(row.cells) if "@" in cell[1:])
        who = next((column for column in addressed if column not in names), None)
    if note is None and who is not None and not titles:
        note = who + 1
    return who, note


def is_of_names(rows: list[Row], column: int) -> bool:
    """Whether a column may hold names: unlike classes or sexes, names seldom repeat."""
    cells = [cell for row in rows if (cell := row.cell(column))]
    names = {cell.casefold() for cell in cells if is_name(cell)}
    return 2 * len(cells) >= len(rows) and 2 * len(names) > len(cells)


def is_run(rows: list[Row], mark: str) -> bool:
    """Whether each line holds several names that are separated by commas."""
    cells = [cell.casefold() for row in rows for cell in row.cells if cell]
    is_wide = mark == "," and max((len(row.cells) for row in rows), default=0) > 2
    is_long = len(rows) == 1 or is_wide
    return is_long and all(map(is_name, cells)) and len(set(cells)) == len(cells)


def is_surname_first(titles: list[str], rows: list[Row], names: list[int]) -> bool:
    """Whether the names are in a language that writes surnames first."""
    written = [ch for row in rows[:1] for column in names for ch in row.cell(column)[:1]]
    return bool(SURNAME_FIRST & set(titles)) or any(script(ch) == "EAST" for ch in written)
