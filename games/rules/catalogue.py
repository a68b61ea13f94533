"""The games of the site, by key."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from typing import Generic, TypeVar

from games.rules.game import Game, Options

Kept = TypeVar("Kept")


class UnknownGame(KeyError):
    """There is no game of this key."""


class Shelf(Mapping[str, Kept], Generic[Kept]):
    """Something of every game, by its key; `module:name` says where it is.  It is loaded when
    somebody asks for it: a worker that plays one game does not wait for the others."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self.places = dict(places)
        self.loaded: dict[str, Kept] = {}

    def __getitem__(self, key: str) -> Kept:
        if key not in self.loaded:
            module, _, name = self.places[key].partition(":")
            self.loaded[key] = getattr(import_module(module), name)
        return self.loaded[key]

    def __contains__(self, key: object) -> bool:
        return key in self.places

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)


KEYS = ("war", "ww3", "ultimate")
GAMES: Shelf[Game] = Shelf({key: f"games.rules.{key}.game:game" for key in KEYS})


def find(key: str) -> Game:
    """The game of this key.

    Raises:
        UnknownGame: there is none.
    """
    if key not in GAMES:
        raise UnknownGame(key)
    return GAMES[key]


@lru_cache(maxsize=512)
def rules_of(game: str, options: str) -> tuple[Game, Options]:
    """The game and its options; options never change, so they are read once."""
    rules = find(game)
    return rules, rules.options(options)
