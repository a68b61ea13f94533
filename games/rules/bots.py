"""The common parts of the bots of all games: levels, random numbers, and reaction times.

Each game's `policies` decide on the game's state.  The lab compiles the policies and passes the
state; live play passes a copy in which everything the seat may not know is blinded.  Tests check
that both lead to the same decisions."""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.rules.acts import ActTable
from games.rules.game import Act
from games.rules.jit import jit
from games.rules.rng import HasRng, below

# Quantiles 0.01 to 0.99 of the normal distribution in 32 equally likely steps, in thousandths.
_BELOW = (2326, 1863, 1534, 1318, 1150, 1010, 887, 776, 674, 579, 489, 402, 319, 237, 157, 78)
_NORMAL = (*(-z for z in _BELOW), 0, *_BELOW[::-1])
# The same for the exponential distribution with mean 1; the last step corrects the mean.
_EXPONENTIAL = (0, 32, 65, 98, 134, 170, 208, 247, 288, 330, 375, 421, 470, 521, 575, 633) + (
    *(693, 758, 827, 901, 981, 1068, 1163, 1269, 1386, 1520, 1674, 1856, 2079, 2367, 2773),
    *(3466, 5304),
)


@jit
def log_normal(t: HasRng, median: int, spread: int) -> int:
    """A random reaction (ms) with this median; `spread` in thousandths, at most 350.  Computed with
    whole numbers only, so that compiled and plain games are identical."""
    number = below(t, 2048)
    step = number >> 6
    z = _NORMAL[step] + (_NORMAL[step + 1] - _NORMAL[step]) * (number & 63) // 64
    x = spread * z // 1000
    return median * (1000 + x + x * x // 2000 + x * x * x // 6_000_000) // 1000


@jit
def exponential(t: HasRng, mean: int) -> int:
    """A random pause (ms) with this mean: mostly short, occasionally five times as long."""
    number = below(t, 2048)
    step = number >> 6
    low = _EXPONENTIAL[step]
    return mean * (low + (_EXPONENTIAL[step + 1] - low) * (number & 63) // 64) // 1000


FAST_MS = 20  # how long a decision takes where bots do not wait for each other
PROGRAM_MS = 250  # in a race the bot of a program never counts as faster
LEAD_MS = 50  # from sending cards to showing them, to a line whose round trip takes no time


class Level(NamedTuple):
    """A skill level as people see it, and its number in the game's `policies`."""

    number: int
    name: str
    line: str


class Tempo(NamedTuple):
    """A speed of bots at a table with people, as people choose it."""

    name: str
    line: str


class Plan(NamedTuple):
    """An act of a bot, and the time (ms of the game) at which it is due."""

    act: Act
    at: int


class Decision(NamedTuple):
    """An act as a client would send it, the time (ms of the game) at which it is due, and the
    number of the decision."""

    act: str
    args: dict[str, object]
    at: int
    turn: int


def luck(seed: int, seat: int, turn: int) -> int:
    """The random word (64 bits) of one decision, always the same for that decision."""
    return int.from_bytes(hashlib.sha256(f"{seed}|{seat}|{turn}".encode()).digest()[:8])


def at_once(t: Any, o: Any, seat: int, plan: Plan, tempo: str, people: Collection[int]) -> int:
    """The time (ms) of an act in a game without tempos: exactly when the policy says."""
    return plan.at


class Proven(NamedTuple):
    """What a table proves about face-down cards.  A card here means the place where it lies,
    because its face may be unknown.

    `packets`: sets of places whose cards were shuffled together, so that nobody knows which card is
    where.  `limits`: for a place, the cards that can be at this place; at a place without an entry
    any card can be."""

    packets: Sequence[Sequence[int]] = ()
    limits: Mapping[int, frozenset[int]] = {}


def nothing_proven(t: Any, o: Any) -> Proven:
    """Return no proofs: for games in which no seen card is shuffled and no act depends on hidden
    cards."""
    return Proven()


def no_seats(o: Any) -> dict[int, str]:
    """Return no seats: for games in which no seat always belongs to a bot."""
    return {}


@dataclass(frozen=True)
class Bots:
    """The bots of one game.  `usual` are the levels of the default opponents, in turn; the first
    one also replaces an absent player.  `fixed` gives the seats (from 1) that always belong to a
    bot under these options, each with one of `fixed_levels`, which players cannot invite."""

    levels: Mapping[str, Level]
    usual: tuple[str, ...]
    acts: ActTable
    # The state as a seat (from 0; None: a spectator) may know it.
    blind: Callable[[Any, Any, int | None], Any]
    turn: Callable[[Any, int], int]  # the number of the decision a seat has to make
    plan: Callable[[Any, Any, int, int], Plan | None]  # what a seat does next, at a level
    fixed: Callable[[Any], dict[int, str]] = no_seats
    fixed_levels: Mapping[str, Level] = field(default_factory=dict)
    tempos: Mapping[str, Tempo] = field(default_factory=dict)  # the first is usual among people
    opened: Callable[[Any], int] | None = None  # when (ms) the decision opened, if all know it
    ready_at: Callable[[Any, Any, int, Plan, str, Collection[int]], int] = at_once
    # What a state proves about the cards that are hidden in it.
    proven: Callable[[Any, Any], Proven] = nothing_proven

    def decide(
        self,
        t: Any,
        o: Any,
        seat: int,
        level: str,
        seed: int,
        tempo: str = "",
        people: Collection[int] = (),
        *,
        fast: bool = False,
    ) -> Decision | None:
        """The next act of the bot in `seat` (from 0), based on what the seat may know; None: no act
        until the state changes.  `tempo` slows the bot down for the `people` (seats from 0).
        `fast`: the bot does not pause before an act, but its reactions are as slow as usual.

        Raises:
            KeyError: there is no such level.
        """
        number, turn = self.find(level).number, self.turn(t, seat)
        seen = self.blind(t, o, seat)
        seen.rng = luck(seed, seat, turn)
        plan = self.plan(seen, o, seat, number)
        if plan is None:
            return None
        seen.rng = luck(seed, seat, -1 - turn)  # the same for this decision, whatever happens
        at = self.ready_at(seen, o, seat, plan, tempo, people)
        name, args = self.acts.ask(plan.act)
        if fast and self.opened is not None and "rt" not in args:
            at = min(at, self.opened(seen) + FAST_MS)
        return Decision(name, args, at, turn)

    def tempo(self, chosen: str, people: Collection[int]) -> str:
        """The tempo of a table: the chosen one; if none is chosen, the game's first tempo if people
        play, otherwise ""."""
        return chosen or (next(iter(self.tempos), "") if people else "")

    def company(self, count: int) -> list[str]:
        """The default levels of bots for this many seats."""
        return [self.usual[seat % len(self.usual)] for seat in range(count)]

    @property
    def all_levels(self) -> Mapping[str, Level]:
        """All levels by name: levels that players can invite, and levels of fixed seats."""
        return {**self.levels, **self.fixed_levels}

    def find(self, level: str) -> Level:
        """The level of this name.

        Raises:
            KeyError: there is no such level.
        """
        return self.all_levels[level]
