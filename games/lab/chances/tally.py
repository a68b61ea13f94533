"""How often each seat wins when games are played on from a position."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple, Self

from games.lab.counting.accumulator import Sums
from games.lab.counting.adapter import Adapter, find
from games.lab.counting.driver import Start
from games.lab.runs.statistics import Share
from games.rules import catalogue
from games.rules.game import Options
from games.rules.jit import COMPILED
from games.rules.rng import stream


class Tally(NamedTuple):
    """Games played on, and by seat those won alone and shared.  `exact`: nothing was left to
    chance, so one game says it all."""

    games: int
    wins: tuple[int, ...]
    shared: tuple[int, ...]
    exact: bool = False

    @classmethod
    def empty(cls, players: int) -> Self:
        return cls(0, (0,) * players, (0,) * players)

    def plus(self, other: "Tally") -> "Tally":
        return Tally(
            self.games + other.games,
            tuple(a + b for a, b in zip(self.wins, other.wins, strict=True)),
            tuple(a + b for a, b in zip(self.shared, other.shared, strict=True)),
            other.exact,
        )

    @property
    def chances(self) -> tuple[float, ...]:
        """The chance of each seat; together 1.  A game that several won counts for each in part."""
        if not self.games:
            return (0.0,) * len(self.wins)
        together, sharers = self.games - sum(self.wins), sum(self.shared) or 1
        parts = zip(self.wins, self.shared, strict=True)
        return tuple((won + together * shared / sharers) / self.games for won, shared in parts)

    def half_width(self, seat: int) -> float:
        """Half the width of the 95 % interval of this seat's chance."""
        if self.exact or not self.games:
            return 0.0
        share = Share(round(self.chances[seat] * self.games), self.games)
        return (share.high - share.low) / 2


class Playouts(NamedTuple):
    """Games played on from positions: by which rules, and who decides."""

    game: str
    options: str  # canonical
    policies: tuple[str, ...]
    version: int  # version of rules and bots, see `Adapter.version`

    @property
    def adapter(self) -> Adapter:
        return find(self.game)

    @property
    def o(self) -> Options:
        return catalogue.find(self.game).options(self.options)

    @property
    def is_stale(self) -> bool:
        """Whether rules or bots have changed since."""
        return self.version != self.adapter.version(self.policies)

    def seed(self, start: Start) -> int:
        """The seed of the games from this start, the same everywhere: they are a function of the
        position and their number alone."""
        words = [self.game, self.options, *self.policies, str(self.version)]
        digest = hashlib.sha256("|".join(words).encode() + start.packed()).digest()
        return int.from_bytes(digest[:8]) >> 1

    def tally(self, start: Start, first: int, games: int) -> Tally:
        """Play games `first` .. `first + games - 1` from this start."""
        if first == 0 and not start.cells:
            opening = self.play(start, 0, 1)
            return opening if opening.exact else opening.plus(self.play(start, 1, games - 1))
        return self.play(start, first, games)

    def play(self, start: Start, first: int, games: int) -> Tally:
        o, adapter, seed = self.o, self.adapter, self.seed(start)
        if COMPILED and adapter.drive is not None:
            run, levels = (seed, first, games), adapter.levels(self.policies)
            wins, shared, lucky = adapter.play_on_many(run, o, levels, start)
        else:
            sums, lucky = self.play_plainly(start, seed, range(first, first + games))
            wins, shared = sums.wins, sums.shared
        exact = not lucky and not start.cells
        return Tally(games, tuple(wins[: o.players]), tuple(shared[: o.players]), exact)

    def play_plainly(self, start: Start, seed: int, games: range) -> tuple[Sums, int]:
        """The sums, and in how many of these games anything was left to chance."""
        o, adapter, sums, lucky = self.o, self.adapter, Sums(), 0
        levels = adapter.levels(self.policies)
        for game in games:
            t, notes = adapter.fresh(o, levels, seed, game, start)
            adapter.play_on(t, notes, sums, o, levels, game)
            lucky += t.rng != stream(seed, game)
        return sums, lucky


def tally_packed(playouts: Playouts, batch: Sequence[tuple[bytes, int, int]]) -> list[Tally]:
    """Tallies from packed starts, for another process: the first game and how many of each."""
    table = playouts.adapter.table
    return [
        playouts.tally(Start.unpacked(table, data), first, games) for data, first, games in batch
    ]
