"""Game logs as WSN files (section 4): tags, move text, comments.  This module writes logs from
events, and checks logs against the rules; each game defines its own lines of move text.

Tag values are ASCII.  A quote or backslash is escaped with a backslash, any other character as
`\\uXXXX` (UTF-16)."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.rules.catalogue import UnknownGame, find
from games.rules.events import Event
from games.rules.game import Game, Options, Result, State, Watch, unwatched
from games.rules.options import BadOptions
from games.untrusted import whole_number

REQUIRED = ("WSN", "Game", "Options", "Players", "Deal", "Result", "End")
_TAG = re.compile(r'\[([A-Za-z0-9_]+) "((?:[^"\\]|\\.)*)"\]')
_COMMENT = re.compile(r"^\{[^{}]*\}[ ]*|[ ]*\{[^{}]*\}")


class BadLine(ValueError):
    """A log that cannot be read or does not follow from the rules.  `line` counts from 1 in the
    file, or in the move text if a game's own reader raises the error."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


class Row(NamedTuple):
    """A line of move text without comments, and each comment with its position."""

    text: str
    comments: tuple[tuple[int, str], ...] = ()

    def whole(self) -> str:
        """The line of move text with its comments."""
        out = self.text
        for at, comment in reversed(self.comments):
            out = out[:at] + comment + out[at:]
        return out


class Log(NamedTuple):
    """A WSN file.  `tags` keeps all tags in order, also unknown ones, with values as written."""

    tags: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]

    def tag(self, name: str) -> str:
        """The value of a tag, "" if it is missing."""
        return dict(self.tags).get(name, "")

    def line_number(self, name: str) -> int:
        """The line of the file with this tag, from 1."""
        return [key for key, _ in self.tags].index(name) + 1

    @property
    def lines(self) -> list[str]:
        """The move text without comments and without lines that are only comments."""
        return [row.text for row in self.rows if row.text]


def escape(text: str) -> str:
    """The value as it is written between the quotes of a tag."""
    return json.dumps(text)[1:-1]


def row(text: str) -> Row:
    """A line of move text as a row, with the comments taken out."""
    comments: list[tuple[int, str]] = []
    while comment := _COMMENT.search(text):
        comments.append((comment.start(), comment.group()))
        text = text[: comment.start()] + text[comment.end() :]
    return Row(text, tuple(comments))


def read(text: str) -> Log:
    """Read a WSN file.

    Raises:
        BadLine: the file is not ASCII, or does not consist of tags, an empty line and move text, or
            a required tag is missing or out of order.
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
        tag = _TAG.fullmatch(lines[len(tags)])
        if not tag:
            raise BadLine(len(tags) + 1, 'this is no tag of the form [Name "value"]')
        tags.append((tag[1], tag[2]))
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
    """Check that every required tag occurs once, in order, with one name tag for each player.

    Raises:
        BadLine: the tag that is missing or out of order.
    """
    names = [name for name, _ in log.tags]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise BadLine(place + 1, f"the tag {name} stands here a second time")
    players = log.tag("Players")
    count = whole_number(players, 1, 8)
    if count is None:
        raise BadLine(1, "the tag Players must give a number of seats")
    seats = [f"Seat{seat + 1}" for seat in range(count)]
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
    tags = [f'[{name} "{value}"]' for name, value in log.tags]
    return "\n".join([*tags, "", *(row.whole() for row in log.rows), ""])


def write_wsn(
    *,
    game: Game,
    o: Options,
    names: Sequence[str],
    deal: str,
    events: Sequence[Event],
    result: Result | None,
    tags: Mapping[str, str] | None = None,
) -> str:
    """The WSN file of a game.  `deal` is the text of `Game.deal_text`; `events` are all events
    after the deal, unmasked; `tags` are the optional tags (Site, Table, Date ...), which are
    written before Options in their order."""
    rows = [("WSN", "1"), ("Game", game.key)]
    rows += [(name, escape(value)) for name, value in (tags or {}).items()]
    rows += [("Options", game.log_options(o)), ("Players", str(len(names)))]
    rows += [(f"Seat{seat}", escape(name)) for seat, name in enumerate(names, 1)]
    rows += [("Deal", deal)]
    rows += [("Result", result.text if result else "*"), ("End", result.end if result else "*")]
    lines = game.write_log(o, deal, events)
    return write(Log(tuple(rows), tuple(Row(line) for line in lines)))


def rewrite(text: str) -> str:
    """Read a WSN file, replay it with the rules, and write it again.  For a valid file the result
    is equal to `text`.

    Raises:
        BadLine: the line of the file that does not follow from the rules.
    """
    log = read(text)
    game, o = header(log)
    t, events = follow(log, game, o)
    result = game.result(t, o)
    for name, value in (
        ("Result", result.text if result else "*"),
        ("End", result.end if result else "*"),
    ):
        if log.tag(name) != value:
            raise BadLine(log.line_number(name), f"the replay gives {name} {value}")
    written = iter(game.write_log(o, log.tag("Deal"), events))
    rows = [Row(next(written), row.comments) if row.text else row for row in log.rows]
    return write(Log(log.tags, tuple(rows)))


def follow(log: Log, game: Game, o: Options, watch: Watch = unwatched) -> tuple[State, list[Event]]:
    """Replay a file with the rules; `watch` is called after every step.

    Raises:
        BadLine: the line of the file that does not follow from the rules.
    """
    try:
        return game.read_log(o, log.tag("Deal"), log.lines, watch)
    except BadLine as bad:
        raise BadLine(line_of(log, bad.line), bad.reason) from bad
    except ValueError as bad:
        raise BadLine(log.line_number("Deal"), str(bad)) from bad


def header(log: Log) -> tuple[Game, Options]:
    """The game of a log, and its options.

    Raises:
        BadLine: unknown game, unreadable options, or the wrong number of seats.
    """
    try:
        game = find(log.tag("Game"))
        o = game.read_options(log.tag("Options"), int(log.tag("Players")))
    except UnknownGame as bad:
        raise BadLine(log.line_number("Game"), "this game is not known here") from bad
    except BadOptions as bad:
        raise BadLine(log.line_number("Options"), str(bad)) from bad
    return game, o


def line_of(log: Log, number: int) -> int:
    """The line of the file that holds line `number` (from 1) of the move text; the last line of
    the file if there is no such line."""
    moves = [place for place, row in enumerate(log.rows) if row.text]
    at = moves[number - 1] if number <= len(moves) else len(log.rows)
    return len(log.tags) + 2 + at
