"""The counts of wins of each seat in games that are played from a position."""

import hashlib
from collections.abc import Sequence
from operator import add
from typing import NamedTuple, Self

from games.lab.counting.accumulator import WHOLE, Sums
from games.lab.counting.adapter import Adapter, find
from games.lab.counting.driver import Played, Start
from games.lab.runs.statistics import Share
from games.rules import catalogue
from games.rules.game import Options
from games.rules.jit import COMPILED
from games.rules.rng import stream

VERSION = 1  # of how hidden cards are dealt anew and wins are counted; raise it when that changes
COUNTED = 100_000


def version_of(adapter: Adapter, policies: Sequence[str] = ()) -> int:
    """The version of counts: the version of rules and bots (`Adapter.version`), plus a hundred
    thousand times the version of the counting."""
    return adapter.version(policies) + COUNTED * VERSION


class Tally(NamedTuple):
    """The counts of games from a position: for each seat the games won alone, the shared wins, and
    its parts of the shared wins, in 840ths of a game.  `exact`: nothing was left to chance, so one
    game is enough."""

    games: int
    wins: tuple[int, ...]
    shared: tuple[int, ...]
    parts: tuple[int, ...]
    exact: bool = False

    @classmethod
    def empty(cls, players: int) -> Self:
        nothing = (0,) * players
        return cls(0, nothing, nothing, nothing)

    def plus(self, other: "Tally") -> "Tally":
        return Tally(
            self.games + other.games,
            tuple(map(add, self.wins, other.wins)),
            tuple(map(add, self.shared, other.shared)),
            tuple(map(add, self.parts, other.parts)),
            other.exact,
        )

    @property
    def chances(self) -> tuple[float, ...]:
        """The chance of each seat; the sum is 1.  A shared win counts in part for each winner."""
        if not self.games:
            return (0.0,) * len(self.wins)
        pairs = zip(self.wins, self.parts, strict=True)
        return tuple((won + parts / WHOLE) / self.games for won, parts in pairs)

    def half_width(self, seat: int) -> float:
        """Half the width of the 95 % interval of this seat's chance."""
        if self.exact or not self.games:
            return 0.0
        share = Share(round(self.chances[seat] * self.games), self.games)
        return (share.high - share.low) / 2


class Playouts(NamedTuple):
    """The conditions under which games are played from positions: the rules, and the bots."""

    game: str
    options: str  # canonical
    policies: tuple[str, ...]
    version: int  # see `version_of`

    @property
    def adapter(self) -> Adapter:
        return find(self.game)

    @property
    def o(self) -> Options:
        return catalogue.find(self.game).options(self.options)

    @property
    def is_stale(self) -> bool:
        """Whether rules or bots, or the way in which hidden cards are dealt again, have changed
        since the games were counted."""
        return self.version != version_of(self.adapter, self.policies)

    def seed(self, start: Start) -> int:
        """The seed of the games from this start, the same on every machine.  A game depends only on
        the position and the number of the game, with the same luck for every choice."""
        words = [self.game, self.options, *self.policies, str(self.version)]
        place = start.packed(choice=False)
        digest = hashlib.sha256("|".join(words).encode() + place).digest()
        return int.from_bytes(digest[:8]) >> 1

    def tally(self, start: Start, first: int, games: int) -> Tally:
        """The counts of games `first` .. `first + games - 1` from this start."""
        if first == 0 and start.is_known:
            opening = self.play(start, 0, 1)
            return opening if opening.exact else opening.plus(self.play(start, 1, games - 1))
        return self.play(start, first, games)

    def play(self, start: Start, first: int, games: int) -> Tally:
        o, adapter, seed = self.o, self.adapter, self.seed(start)
        if COMPILED and adapter.drive is not None:
            run, levels = (seed, first, games), adapter.levels(self.policies)
            played = adapter.play_on_many(run, o, levels, start)
        else:
            played = self.play_plainly(start, seed, range(first, first + games))
        exact = not played.lucky and start.is_known
        counted = (played.wins, played.shared, played.parts)
        wins, shared, parts = (tuple(row[: o.players]) for row in counted)
        return Tally(games, wins, shared, parts, exact)

    def play_plainly(self, start: Start, seed: int, games: range) -> Played:
        o, adapter, sums, lucky = self.o, self.adapter, Sums(), 0
        levels = adapter.levels(self.policies)
        for game in games:
            t, notes = adapter.fresh(o, levels, seed, game, start)
            adapter.play_on(t, notes, sums, o, levels, game)
            lucky += t.rng != stream(seed, game)
        return Played(sums.wins, sums.shared, sums.parts, lucky)


def tally_packed(playouts: Playouts, batch: Sequence[tuple[bytes, int, int]]) -> list[Tally]:
    """The tallies from packed starts, for another process.  A row of the batch has the start, the
    number of the first game, and the number of games."""
    table = playouts.adapter.table
    return [
        playouts.tally(Start.unpacked(table, data), first, games) for data, first, games in batch
    ]
