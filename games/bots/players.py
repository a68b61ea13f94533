"""The bots of a game, as tables know them."""

import random
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from games.bots.intent import Intent


class Players(NamedTuple):
    """The bots of one game: level -> its name and a line about it, how they choose, and the
    luck of one decision from (seed of the bot, seat, turn of the view).  `usual` play when
    nobody asks for others, one after the other; the first stands in for an absent owner.
    `house` says which seats (from 1) the house keeps under these options, and who sits there;
    nobody invites those."""

    levels: dict[str, tuple[str, str]]
    choose: Callable[[Mapping[str, Any], str, random.Random], Intent | None]
    luck: Callable[[int, int, int], random.Random]
    usual: tuple[str, ...]
    house: Callable[[Any], dict[int, str]] = lambda o: {}
    house_levels: Mapping[str, str] = {}  # level -> name of whoever sits there

    def company(self, count: int) -> list[str]:
        """Levels for so many seats when nobody asks for any."""
        return [self.usual[seat % len(self.usual)] for seat in range(count)]

    @property
    def all_levels(self) -> list[str]:
        """Those one may invite, and those of the house."""
        return [*self.levels, *self.house_levels]

    def name_of(self, level: str) -> str:
        """Raises KeyError: there is no such level."""
        return self.house_levels.get(level) or self.levels[level][0]
