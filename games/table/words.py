"""The lines of a game's log: those of its rules, and those of the table around it."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from games.rules.catalogue import UnknownGame, find
from games.rules.events import Event
from games.rules.game import Game, Line
from games.table.models import Table


class Logged(Protocol):
    """What the lines of a move are made from."""

    @property
    def seat(self) -> int: ...
    @property
    def act(self) -> str: ...
    @property
    def args(self) -> Any: ...
    @property
    def refused(self) -> str: ...


WHAT = {"finish": "to end the game now", "fast": "to speed up the game"}
# Act of the table: its words, from the move and the name of its seat.
TABLE_WORDS: dict[str, Callable[[Logged, str], str]] = {
    "sit": lambda move, who: f"{who} sits down.",
    "bot": lambda move, who: f"{who} takes a seat.",
    "leave": lambda move, who: f"Seat {move.seat} is free again.",
    "ready": lambda move, who: f"{who} is ready.",
    "deal": lambda move, who: "The cards are dealt.",
    "away": lambda move, who: f"{who} lost connection.",
    "back": lambda move, who: f"{who} is back.",
    "substitute": lambda move, who: f"A bot takes over for {who}.",
    "offer": lambda move, who: f"{who} offers {WHAT.get(move.args.get('what'), '')}.",
    "answer": lambda move, who: f"{who} {'agrees' if move.args.get('yes') else 'declines'}.",
    "lapse": lambda move, who: "The offer was not answered and has expired.",
    "hurry": lambda move, who: "Everyone agreed: the cards are now turned fast.",
    "pause": lambda move, who: (
        f"The server was away for {move.args.get('ms', 0) // 1000} s. The clocks were stopped."
    ),
    "rematch": lambda move, who: f"{who} asks for a rematch.",
    "abort": lambda move, who: f"The table was closed: {move.args.get('reason', '')}",
}


def title(table: Table) -> str:
    """What is played: the name of the preset, with its game unless that says all."""
    try:
        game = find(table.game)
    except UnknownGame:
        return table.game
    if table.day is not None:
        return f"{game.name}, deal of {table.day.day} {table.day:%b %Y}"
    named = {preset.key: preset.name for preset in game.presets}
    name = named.get(table.preset, "own options")
    if table.preset and (game.presets_say_all or name == game.name):
        return name
    return f"{game.name}, {name[:1].lower() + name[1:]}"


def told(
    game: Game, move: Logged, events: Sequence[Event], names: Sequence[str], battle: int
) -> list[Line]:
    """The lines of a move.  `events` as the reader may see them, `names` by seat; `battle` is
    the number that lines of the table get."""
    lines = game.describe(events, names) if events else []
    if move.refused:
        return [Line(battle, refused(game, move, name_of(move, names)), "note")]
    if (word := TABLE_WORDS.get(move.act)) is not None:
        return [Line(battle, word(move, name_of(move, names)), "note"), *lines]
    return lines


def name_of(move: Logged, names: Sequence[str]) -> str:
    """Braces mean cards in a line; no name has any, but a log is read for ever."""
    named = 1 <= move.seat <= len(names) and names[move.seat - 1]
    return (named or f"Seat {move.seat}").replace("{", "(").replace("}", ")")


def refused(game: Game, move: Logged, who: str) -> str:
    took = f" ({move.args['rt']} ms)" if "rt" in move.args else ""
    why = game.rejects[move.refused].sentence
    return f"{who}: {move.act}{took} was refused. {why}"
