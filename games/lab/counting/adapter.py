"""What the lab knows of a game: how to play one of its games by number, compiled or step by step,
who can sit in its seats, and the words for what is counted.  Each game has a module of its own."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.rules.bots import Level
from games.rules.catalogue import find
from games.rules.events import Event
from games.rules.game import Options, State
from games.rules.jit import inline
from games.rules.records import Record

Levels = int  # places in the list of policies, four bits for each seat; 0 where nobody sits
EVERY = 1  # what a game of War costs; other games are dearer
BOTS_VERSION = 1  # goes up when bots of these names play otherwise: their old runs are not repeated
FAST = 4  # as many games are in a part that is played fast


@inline
def level_of(levels: Levels, p: int) -> int:
    """Who sits in seat p."""
    return levels >> 4 * p & 15


def lines_of(levels: Iterable[tuple[str, Level]]) -> dict[str, str]:
    """Bots as policies, by number: the name and what it does."""
    rows = sorted(levels, key=lambda row: row[1].number)
    return {
        key: f"{level.name}: {level.line[0].lower()}{level.line[1:].rstrip('.')}"
        for key, level in rows
    }


def never(o: Options) -> bool:
    """No house rules are played fast."""
    return False


def as_asked(o: Options, names: Sequence[str]) -> tuple[str, ...]:
    """Anybody may sit anywhere."""
    return tuple(names)


class BadRun(ValueError):
    """What was asked for is no run; a code for programs, a sentence for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.sentence = code, sentence


class Step(NamedTuple):
    """What happened up to the next pause, and when (ms of the game; 0 where none are kept)."""

    at: int
    events: list[Event]


MARK_WORDS = {  # games to remember: title, value; a game may say some of them otherwise
    "most_wars": ("Most wars", "{} wars"),
    "deepest_war": ("Deepest war", "{} wars in a row"),
    "biggest_pot": ("Biggest pot", "{} cards"),
    "comeback": ("Greatest comeback", "from a pile of {}"),
    "lead_changes": ("Most changes of the lead", "{} times"),
}


class Terms(NamedTuple):
    """The words of a game's numbers."""

    unit: str  # what length is counted in: battles
    one: str  # one of them
    depth: str  # what `depths` counts by
    deep: str  # ... and how many of these there were
    lowest: str  # what `lowest` counts
    prized: str  # the cards `aces` counts
    strength: str  # how the strength of a hand is counted
    ends: Mapping[str, str]  # code of an end, in the order they are counted -> words
    marks: Mapping[str, tuple[str, str]]  # games to remember: title, value
    timed: bool = False  # games have a clock, so minutes are counted
    cards: int = 52  # the most one can hold


@dataclass(frozen=True)
class Adapter:
    """A game in the lab.

    `count` adds up one game and `drive` many (both compiled in bulk workers); `fresh` deals the
    same game in plain Python and `steps` plays it with pauses, to be looked at.  It goes on from
    any pause, given the state and the notes of then.  `settle` says who plays in each seat, of
    those who were asked for."""

    key: str
    table: type[Record]  # the state of a game
    course: type[Record]  # what is noted while it is played
    policies: Mapping[str, str]  # who can sit in a seat, the usual one first -> a line
    count: Callable[..., None]
    fresh: Callable[[Options, int, int], State]
    steps: Callable[[State, Options, Levels, Any], Iterator[Step]]
    opening: Callable[[State, Options], list[Event]]
    terms: Terms
    chunk: int  # games of a part of a run, about a second
    smallest: int  # ... of a small run: a first picture comes soon
    drive: Callable[..., None] | None = None  # None: only played in plain Python
    settle: Callable[[Options, Sequence[str]], tuple[str, ...]] = as_asked
    cost: int = EVERY  # a game, in games of War
    eager: int = 400  # moves played before any page of a game is shown, some 15 ms
    fast: Callable[[Any], bool] = never  # is there a fast path for these options?
    dice: tuple[str, ...] = ()  # policies that are no bots
    idle: tuple[str, ...] = ()  # options that make no difference to simulated games

    def most(self, o: Options) -> int:
        """Games of a part of a large run."""
        return self.chunk * FAST if self.fast(o) else self.chunk

    def version(self, policies: Sequence[str] = ()) -> int:
        """What makes a run of these policies (the usual one) come out as it does: the version of
        the rules, and a hundred times that of the bots."""
        bots = set(policies or [next(iter(self.policies))]) - set(self.dice)
        return find(self.key).rules_version + (100 * BOTS_VERSION if bots else 0)

    def levels(self, policies: Sequence[str]) -> Levels:
        """Policies as compiled code knows them."""
        known = list(self.policies)
        return sum(known.index(policy) << 4 * seat for seat, policy in enumerate(policies))

    def read_policies(self, given: Sequence[str], o: Any) -> tuple[str, ...]:
        """One policy for each seat; one alone is for all of them.  Raises BadRun."""
        names = list(given) or [next(iter(self.policies))]
        for name in names:
            if name not in self.policies:
                words = f"There is no policy “{name[:40]}”. There are: {', '.join(self.policies)}."
                raise BadRun("UNKNOWN_POLICY", words)
        if len(names) == 1:
            names *= o.players
        if len(names) != o.players:
            words = f"{o.players} seats need {o.players} policies or one for all, not {len(names)}."
            raise BadRun("BAD_POLICIES", words)
        return self.settle(o, names)
