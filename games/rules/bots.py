"""What the bots of all games have in common: levels, luck, and how long they take.

How a bot decides stands in the `policies` of its game, over the state of the game.  Bulk play
compiles these functions and gives them the state; live play calls them with a copy in which
everything the seat may not know is blinded.  Tests hold that both decide the same."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.rules.acts import ActTable
from games.rules.game import Act
from games.rules.jit import jit
from games.rules.rng import HasRng, below

# A hundredth to 99 hundredths of the normal distribution, in 32 equally likely steps; thousandths.
_BELOW = (2326, 1863, 1534, 1318, 1150, 1010, 887, 776, 674, 579, 489, 402, 319, 237, 157, 78)
_NORMAL = (*(-z for z in _BELOW), 0, *_BELOW[::-1])
# The same of the exponential distribution with mean 1; the last step makes the mean right.
_EXPONENTIAL = (0, 32, 65, 98, 134, 170, 208, 247, 288, 330, 375, 421, 470, 521, 575, 633) + (
    *(693, 758, 827, 901, 981, 1068, 1163, 1269, 1386, 1520, 1674, 1856, 2079, 2367, 2773),
    *(3466, 5304),
)


@jit
def log_normal(t: HasRng, median: int, spread: int) -> int:
    """A reaction (ms) around this median; `spread` in thousandths, at most 350.  Whole numbers
    only, so that compiled and plain games are the same."""
    drawn = below(t, 2048)
    step = drawn >> 6
    z = _NORMAL[step] + (_NORMAL[step + 1] - _NORMAL[step]) * (drawn & 63) // 64
    x = spread * z // 1000
    return median * (1000 + x + x * x // 2000 + x * x * x // 6_000_000) // 1000


@jit
def exponential(t: HasRng, mean: int) -> int:
    """A pause (ms) with this mean: mostly short, now and then five times as long."""
    drawn = below(t, 2048)
    step = drawn >> 6
    low = _EXPONENTIAL[step]
    return mean * (low + (_EXPONENTIAL[step + 1] - low) * (drawn & 63) // 64) // 1000


class Level(NamedTuple):
    """A way to play, for people, and its number for `policies`."""

    number: int
    name: str
    line: str


class Plan(NamedTuple):
    """An act, and when (ms of the game) it is due."""

    act: Act
    at: int


class Decision(NamedTuple):
    """An act as a client would send it, and when (ms of the game) it is due.  It answers the
    decision of the seat that has this number."""

    act: str
    args: dict[str, object]
    at: int
    turn: int


def luck(seed: int, seat: int, turn: int) -> int:
    """The random word (64 bits) of one decision: the same whenever it is made."""
    return int.from_bytes(hashlib.sha256(f"{seed}|{seat}|{turn}".encode()).digest()[:8])


def nobody(o: Any) -> dict[int, str]:
    """The house keeps no seat."""
    return {}


@dataclass(frozen=True)
class Bots:
    """The bots of one game.  `usual` play when nobody asks for others, one after the other; the
    first stands in for an absent owner.  `house` says which seats (from 1) the house keeps under
    these options and at which of `house_levels`; nobody invites those."""

    levels: Mapping[str, Level]
    usual: tuple[str, ...]
    acts: ActTable
    blind: Callable[[Any, Any, int], Any]  # the state as a seat (from 0) may know it
    turn: Callable[[Any, int], int]  # the number of the decision a seat has to make
    plan: Callable[[Any, Any, int, int], Plan | None]  # what a seat does next, at a level
    house: Callable[[Any], dict[int, str]] = nobody
    house_levels: Mapping[str, Level] = field(default_factory=dict)

    def decide(self, t: Any, o: Any, seat: int, level: str, seed: int) -> Decision | None:
        """What `seat` (from 0) does next, as far as it may know the game; None: nothing before
        something changes.

        Raises:
            KeyError: there is no such level.
        """
        number, turn = self.find(level).number, self.turn(t, seat)
        seen = self.blind(t, o, seat)
        seen.rng = luck(seed, seat, turn)
        plan = self.plan(seen, o, seat, number)
        return None if plan is None else Decision(*self.acts.ask(plan.act), plan.at, turn)

    def company(self, count: int) -> list[str]:
        """Levels for so many seats when nobody asks for any."""
        return [self.usual[seat % len(self.usual)] for seat in range(count)]

    @property
    def all_levels(self) -> Mapping[str, Level]:
        """Those one may invite, and those of the house."""
        return {**self.levels, **self.house_levels}

    def find(self, level: str) -> Level:
        """Raises KeyError: there is no such level."""
        return self.all_levels[level]
