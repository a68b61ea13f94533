"""WSN files: tags, move text, comments (section 4.1).  What a line of a game means is the game's
own business; `logs.py` joins the two.

Values of tags are ASCII; a quote or backslash is written behind a backslash, and any other
character as `\\uXXXX` (UTF-16)."""

import json
import re
from typing import NamedTuple

REQUIRED = ("WSN", "Game", "Options", "Players", "Deal", "Result", "End")
_TAG = re.compile(r'\[([A-Za-z0-9_]+) "((?:[^"\\]|\\.)*)"\]')
_COMMENT = re.compile(r"^\{[^{}]*\}[ ]*|[ ]*\{[^{}]*\}")


class BadLine(ValueError):
    """A log cannot be read or does not follow from the rules; `line` counts from 1 (in the file,
    or in the move text for a game's own reader)."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


class Row(NamedTuple):
    """A line of move text: without comments, and the comments with the place each stood at."""

    text: str
    comments: tuple[tuple[int, str], ...] = ()

    def whole(self) -> str:
        """The line with its comments."""
        out = self.text
        for at, comment in reversed(self.comments):
            out = out[:at] + comment + out[at:]
        return out


class Log(NamedTuple):
    """A WSN file.  `tags` in their order with their values as written, unknown ones too."""

    tags: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]

    def tag(self, name: str) -> str:
        """The value of a tag, "" if it is not there."""
        return dict(self.tags).get(name, "")

    def line_number(self, name: str) -> int:
        """The line of the file this tag stands in, from 1."""
        return [key for key, _ in self.tags].index(name) + 1

    @property
    def lines(self) -> list[str]:
        """The move text without comments and without lines that are only comments."""
        return [row.text for row in self.rows if row.text]


def escape(text: str) -> str:
    """A value as it stands between the quotes of a tag."""
    return json.dumps(text)[1:-1]


def unescape(raw: str) -> str:
    """The value of a tag as people read it; what is no escape is left as it is."""
    try:
        return str(json.loads(f'"{raw}"'))
    except ValueError:
        return raw


def row(text: str) -> Row:
    """Take the comments out of a line."""
    comments: list[tuple[int, str]] = []
    while found := _COMMENT.search(text):
        comments.append((found.start(), found.group()))
        text = text[: found.start()] + text[found.end() :]
    return Row(text, tuple(comments))


def read(text: str) -> Log:
    """Read a file.

    Raises:
        BadLine: it is not ASCII, not made of tags, an empty line and move text, or a required
            tag is missing or out of order.
    """
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if not line.isascii() or "\r" in line:
            raise BadLine(number, "only ASCII text with plain line ends is allowed")
    if lines[-1] != "":
        raise BadLine(len(lines), "the last line has no end")
    lines.pop()
    tags: list[tuple[str, str]] = []
    while len(tags) < len(lines) and lines[len(tags)]:
        found = _TAG.fullmatch(lines[len(tags)])
        if not found:
            raise BadLine(len(tags) + 1, 'this is no tag of the form [Name "value"]')
        tags.append((found[1], found[2]))
    body = lines[len(tags) :]
    if not body:
        raise BadLine(len(tags) + 1, "an empty line must follow the tags")
    log = Log(tuple(tags), tuple(row(line) for line in body[1:]))
    verify_tags(log)
    for number, empty in enumerate(log.rows, len(tags) + 2):
        if not empty.text and not empty.comments:
            raise BadLine(number, "an empty line in the move text")
    return log


def verify_tags(log: Log) -> None:
    """Every required tag once, in order, with a seat for every player.

    Raises:
        BadLine: at the tag that is missing or out of order.
    """
    names = [name for name, _ in log.tags]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise BadLine(place + 1, f"the tag {name} stands here a second time")
    players = log.tag("Players")
    if not players.isdigit() or not 1 <= int(players) <= 8:
        raise BadLine(1, "the tag Players must give a number of seats")
    seats = [f"Seat{seat + 1}" for seat in range(int(players))]
    wanted = [*REQUIRED[:4], *seats, *REQUIRED[4:]]
    at = 0
    for name in wanted:
        if name not in names:
            raise BadLine(len(names) + 1, f"the tag {name} is missing")
        if names.index(name) < at:
            raise BadLine(names.index(name) + 1, f"the tag {name} is out of order")
        at = names.index(name)
    if log.tag("WSN") != "1":
        raise BadLine(1, "only version 1 of WSN is known")


def write(log: Log) -> str:
    """The file."""
    tags = [f'[{name} "{value}"]' for name, value in log.tags]
    return "\n".join([*tags, "", *(row.whole() for row in log.rows), ""])
