"""The registry of games: where each part of each game is found.

A part is named `module:name` and imported on demand, so the rules import nothing that is built
on them, and a worker that plays one game does not load the others."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, Generic, NamedTuple, Self, TypeVar, cast

from games.rules.bots import Bots
from games.rules.game import Game, Options

Part = TypeVar("Part")


class UnknownGame(KeyError):
    """No game has this key."""


class Entry(NamedTuple):
    """The parts of one game, each as `module:name`."""

    game: str  # its rules, a `games.rules.game.Game`
    bots: str  # its bots, a `games.rules.bots.Bots`
    lab: str  # how it is simulated and counted, a `games.lab.counting.adapter.Adapter`
    presentation: str  # everything about it that pages show

    @classmethod
    def of(cls, key: str) -> Self:
        """The entry of a game of this project, whose parts are in their standard places."""
        return cls(
            game=f"games.rules.{key}.game:game",
            bots=f"games.rules.{key}.policies:BOTS",
            lab=f"games.lab.counting.{key}:ADAPTER",
            presentation=f"games.pages.presentation.{key}:presentation",
        )


ENTRIES = {key: Entry.of(key) for key in ("war", "ww3", "ultimate")}


@cache
def load(name: str) -> Any:
    """The object named `module:name`."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


class Parts(Mapping[str, Part], Generic[Part]):
    """The mapping from each game's key to one part of the game, such as its rules."""

    def __init__(self, part: str) -> None:
        self.part = part  # a field of Entry

    def __getitem__(self, key: str) -> Part:
        return cast(Part, load(getattr(ENTRIES[key], self.part)))

    def __contains__(self, key: object) -> bool:
        return key in ENTRIES

    def __iter__(self) -> Iterator[str]:
        return iter(ENTRIES)

    def __len__(self) -> int:
        return len(ENTRIES)


GAMES: Parts[Game] = Parts("game")
BOTS: Parts[Bots] = Parts("bots")


def find(key: str) -> Game:
    """The game with this key.

    Raises:
        UnknownGame: there is none.
    """
    if key not in GAMES:
        raise UnknownGame(key)
    return GAMES[key]


@lru_cache(maxsize=512)
def rules_of(game: str, options: str) -> tuple[Game, Options]:
    """The game and the parsed options, from a cache: options never change."""
    rules = find(game)
    return rules, rules.options(options)
