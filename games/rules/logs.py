"""Logs of games (section 4): write one from what happened, check one against the rules."""

from collections.abc import Mapping, Sequence

from games.rules.catalogue import UnknownGame, find
from games.rules.events import Event
from games.rules.game import Game, Options, Result
from games.rules.notation import BadLine, Log, Row, escape, read, write
from games.rules.options import BadOptions


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
    """The WSN file of a game: `deal` is the text of `Game.deal_text`, `events` all that happened
    since, unmasked; `tags` are the optional ones (Site, Table, Date ...), written before Options
    in their order."""
    rows = [("WSN", "1"), ("Game", game.key)]
    rows += [(name, escape(value)) for name, value in (tags or {}).items()]
    rows += [("Options", game.log_options(o)), ("Players", str(len(names)))]
    rows += [(f"Seat{seat}", escape(name)) for seat, name in enumerate(names, 1)]
    rows += [("Deal", deal)]
    rows += [("Result", result.text if result else "*"), ("End", result.end if result else "*")]
    lines = game.write_log(o, deal, events)
    return write(Log(tuple(rows), tuple(Row(line) for line in lines)))


def rewrite(text: str) -> str:
    """Read a file, replay it through the rules, and write it again: the same bytes.

    Raises:
        BadLine: with the line of the file at which it is not what the rules say.
    """
    log = read(text)
    game, o = header(log)
    try:
        t, events = game.read_log(o, log.tag("Deal"), log.lines)
    except BadLine as bad:
        raise BadLine(line_of(log, bad.line), bad.reason) from bad
    except ValueError as bad:
        raise BadLine(log.line_number("Deal"), str(bad)) from bad
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


def header(log: Log) -> tuple[Game, Options]:
    """The game and its options.

    Raises:
        BadLine: unknown game, options that cannot be read, or not a game for so many.
    """
    try:
        game = find(log.tag("Game"))
        o = game.read_options(log.tag("Options"), int(log.tag("Players")))
    except UnknownGame as bad:
        raise BadLine(log.line_number("Game"), "this game is not known here") from bad
    except BadOptions as bad:
        raise BadLine(log.line_number("Options"), bad.reason) from bad
    return game, o


def line_of(log: Log, number: int) -> int:
    """The line of the file that holds line `number` (from 1) of the move text; the last line
    if there is no such line."""
    moves = [place for place, row in enumerate(log.rows) if row.text]
    at = moves[number - 1] if number <= len(moves) else len(log.rows)
    return len(log.tags) + 2 + at
