"""The log next to a replay: lines by battle, round or second, without names.

Recordings are kept for ever, here and in browsers, while names change and are deleted.  So the log
has marks for seats, which are replaced by current names when the log is shown."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.utils.translation import gettext

from games.accounts.names import isolated_text
from games.rules.words import safe

BEFORE, AT_ONCE = 20, 40  # places shown before a place, and in total
MOST_LINES = 240  # in total: a round of a large table has many
MARKS = [f"<{number}>" for number in range(1, 9)]  # stand for the names of seats
MARK = re.compile(r"<([1-8])>")

Row = dict[str, Any]
Entry = tuple[int, list[tuple[str, str]]]  # place; text and kind of each part


def grouped(lines: Iterable[Sequence[Any]]) -> list[Entry]:
    """Lines (number, text, kind) grouped by place, oldest first."""
    return [
        (number, [(text, kind) for _, text, kind in parts])
        for number, parts in groupby(lines, key=itemgetter(0))
    ]


def joined(logs: Iterable[Sequence[Entry]]) -> list[Entry]:
    """The logs of successive parts of one game as one log; a place may continue in the next
    part."""
    rows: list[Entry] = []
    for log in logs:
        if rows and log and rows[-1][0] == log[0][0]:
            rows[-1] = (rows[-1][0], [*rows[-1][1], *log[0][1]])
            rows += log[1:]
        else:
            rows += log
    return rows


def named(text: str, names: Sequence[str]) -> str:
    """Replace the marks in a text by names: `<2> wins 2 cards.` -> `Bob wins 2 cards.`"""

    def seat_name(match: re.Match[str]) -> str:
        number = int(match[1])
        name = isolated_text(safe([names[number - 1]])[0]) if number <= len(names) else ""
        return name or gettext("Seat {number}").format(number=number)

    return MARK.sub(seat_name, text)


def all_named(tree: Any, names: Sequence[str]) -> Any:
    """A JSON value with the marks in all its texts replaced by names."""
    if isinstance(tree, str):
        return named(tree, names)
    if isinstance(tree, dict):
        return {key: all_named(part, names) for key, part in tree.items()}
    return [all_named(part, names) for part in tree] if isinstance(tree, list) else tree


class Excerpt(NamedTuple):
    """A part of the log around a place, and the places at which the neighbouring parts begin."""

    rows: list[Row]
    earlier: int | None
    later: int | None


def excerpt(log: Sequence[Entry], place: int, names: Sequence[str], *, hide: bool) -> Excerpt:
    """The part of a log that a page shows at a place; with `hide`, without later places."""
    current = max((index for index, (number, _) in enumerate(log) if number <= place), default=0)
    last = current + 1 if hide else len(log)
    begin = max(min(current - BEFORE, last - AT_ONCE), 0)
    end = min(begin + AT_ONCE, last)
    lines = sum(len(parts) for _, parts in log[begin:end])
    while lines > MOST_LINES and end > current + 1:
        end -= 1
        lines -= len(log[end][1])
    rows = [
        {
            "number": number,
            "parts": [{"text": named(text, names), "kind": kind} for text, kind in parts],
        }
        for number, parts in log[begin:end]
    ]
    return Excerpt(
        rows,
        log[begin - 1][0] if begin else None,
        log[end][0] if end < len(log) and not hide else None,
    )
