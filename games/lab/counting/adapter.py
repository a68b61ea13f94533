"""Adapters between the lab and the games: playing games by number, the policies of the seats, and
the words for the counts.  Each game has a module with its adapter."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from django.utils.translation import gettext as _

from games.lab.counting.accumulator import Sums
from games.lab.counting.decisions import Decisions
from games.lab.counting.driver import (
    Levels,
    Played,
    Rule,
    Start,
    as_decided,
    as_they_were,
    drive_games,
    simulate,
)
from games.rules import catalogue
from games.rules.bots import Level
from games.rules.events import Event
from games.rules.game import Options, State
from games.rules.hands import Hand
from games.rules.jit import inline
from games.rules.phrases import Language, Phrase, gettext_noop
from games.rules.records import Record

EVERY = 1  # what a game of War costs; other games cost more
BOTS_VERSION = 2  # raise it when these bots play differently: earlier runs cannot be resumed
FAST = 10  # a chunk played fast has this many times the games


@inline
def level_of(levels: Levels, p: int) -> int:
    """The number of the policy in seat p; `levels` has four bits for each seat, 0 for an empty
    seat."""
    return levels >> 4 * p & 15


def lines_of(levels: Iterable[tuple[str, Level]]) -> dict[str, Phrase]:
    """The descriptions of bots as policies, by key, in the order of their numbers."""
    rows = sorted(levels, key=lambda row: row[1].number)
    line = gettext_noop("{name}: {line}")
    return {
        key: Phrase(line, name=Phrase(level.name), line=Phrase(level.line)) for key, level in rows
    }


def as_it_is(t: State, o: Options) -> None:
    """Leave the state unchanged: everything in it affects the rest of the game."""


def as_shown(t: State, viewer: int | None, names: Sequence[int]) -> None:
    """Leave the state unchanged: apart from the hidden cards, nothing in it depends on the
    viewer."""


def as_asked(o: Options, names: Sequence[str]) -> tuple[str, ...]:
    """Leave the policies as requested: any policy may have any seat."""
    return tuple(names)


class BadRun(ValueError):
    """An error in the parameters of a run: a code for programs, a sentence for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.sentence = code, sentence


class Step(NamedTuple):
    """The events up to the next pause, and the time of the pause (ms of the game; 0 without a
    clock)."""

    at: int
    events: list[Event]


def ngettext_noop(singular: str, plural: str) -> tuple[str, str]:
    """Mark both forms of a constant for translation."""
    return singular, plural


class Mark(NamedTuple):
    """A kind of remarkable game: its title, and the words for its value."""

    title: str
    forms: tuple[str, str]  # singular and plural, with the field `number`

    def said(self, value: int, lang: Language) -> str:
        """The value of a remarkable game in words."""
        return lang.ngettext(*self.forms, value).format(number=f"{value:,}")


CARDS_OF_A_MARK = ngettext_noop("{number} card", "{number} cards")
MARK_WORDS = {  # remarkable games; a game may change some of them
    "most_wars": Mark(gettext_noop("Most wars"), ngettext_noop("{number} war", "{number} wars")),
    "deepest_war": Mark(
        gettext_noop("Deepest war"),
        ngettext_noop("{number} war in a row", "{number} wars in a row"),
    ),
    "biggest_pot": Mark(gettext_noop("Biggest pot"), CARDS_OF_A_MARK),
    "comeback": Mark(
        gettext_noop("Greatest comeback"),
        ngettext_noop("from a pile of {number}", "from a pile of {number}"),
    ),
    "lead_changes": Mark(
        gettext_noop("Most changes of the lead"),
        ngettext_noop("{number} time", "{number} times"),
    ),
}


def ends_of(words: Mapping[Any, str]) -> dict[str, str]:
    """The words for the ways in which games end, in the order of counting; the first is for
    unfinished games."""
    ends = {end.name.lower(): text for end, text in words.items()}
    return {"playing": gettext_noop("not finished")} | ends


class Terms(NamedTuple):
    """The words for the counted numbers of a game."""

    unit: str  # the unit of length: battles
    singular: str  # battle
    depth: str  # what `depths` counts by
    deep: str  # what is counted for each depth
    lowest: str  # what `lowest` counts
    prized: str  # the cards `aces` counts
    strength: str  # how the strength of a hand is measured
    ends: Mapping[str, str]  # code of an end, in the order of counting -> words
    marks: Mapping[str, Mark]  # remarkable games
    timed: bool = False  # games have a clock, so minutes are counted
    cards: int = 52  # the most a player can hold

    def said(self, lang: Language) -> Self:
        """The words in this language; words for programs stay in English."""
        return self._replace(
            unit=lang.gettext(self.unit),
            singular=lang.gettext(self.singular),
            depth=lang.gettext(self.depth),
            deep=lang.gettext(self.deep),
            lowest=lang.gettext(self.lowest),
            prized=lang.gettext(self.prized),
            strength=lang.gettext(self.strength),
            ends={key: lang.gettext(text) for key, text in self.ends.items()},
        )


class Fast(NamedTuple):
    """A second implementation of a game for some options, with the same counts in less time; tests
    compare a hundred thousand games.  `drive_on` plays games from a start, and counts only the
    wins."""

    fits: Callable[[Any], bool]
    table: type[Record]
    drive: Rule
    fits_on: Callable[[Any], bool]
    drive_on: Rule


class ByHand(NamedTuple):
    """The functions for deals by hand: from hands to the start of games, and from a start to the
    hands."""

    start_of: Callable[[Any, Sequence[Hand]], Start]
    hands_of: Callable[[Start], list[Hand]]


@dataclass(frozen=True)
class Adapter:
    """A game in the lab.

    `begin` deals a game on an empty table, and `step` plays it up to the next pause, given the
    state and the notes.  `play_on` plays and counts one game, `drive` many games; the lab's workers
    compile both.  `settle` gives the policy in each seat for the requested policies.

    A game can start from a position: `settle_state` removes from a state what does not affect the
    rest of the game, such as clocks and sealed calls; `conceal` removes what depends on hidden
    cards when these are replaced; and `take_up` prepares each game from the position.  `insist`
    makes a given first decision."""

    key: str
    table: type[Record]  # the state of a game
    game_stats: type[Record]  # notes while it is played
    policies: Mapping[str, Phrase]  # for a seat, the default first -> description
    begin: Rule
    step: Rule
    opening: Callable[[State, Options], list[Event]]
    play_on: Rule
    terms: Terms
    chunk: int  # games in a chunk of a run, about a second
    smallest: int  # games in a chunk of a small run, whose first results come soon
    note: str = ""  # what its policies have in common with the bots at a table, and what not
    drive: Rule | None = None  # None: only plain Python
    decisions: Decisions | None = None  # None: they are not judged
    insist: Rule = as_decided
    settle_state: Callable[[State, Options], None] = as_it_is
    take_up: Rule = as_they_were
    conceal: Callable[[State, int | None, Sequence[int]], None] = as_shown
    # Which states a curve of chances shows: the last one of every place of the replay (every second
    # one, and where there is a fight), and others of which this is true.
    every: int = 1
    is_place: Callable[[State], bool] | None = None
    settle: Callable[[Options, Sequence[str]], tuple[str, ...]] = as_asked
    cost: int = EVERY  # per game, in games of War
    looks_on: bool = False  # steps without events are not moves: nobody did anything
    eager: int = 400  # moves played before a game's page is shown, about 15 ms
    fast: Fast | None = None
    by_hand: ByHand | None = None  # None: its cards cannot be dealt by hand
    dice: tuple[str, ...] = ()  # policies that are not bots
    idle: tuple[str, ...] = ()  # options that do not matter to simulated games

    def fresh(
        self, o: Options, levels: Levels, seed: int, game: int, start: Start | None = None
    ) -> tuple[State, Any]:
        """Game number `game` of the run `seed`, after the deal or at its start, and the notes on
        the game."""
        t: State = self.table()
        notes: Any = self.game_stats()
        if start is None:
            self.begin(t, o, seed, game)
        else:
            t, names = start.dealt(seed, game)
            self.take_up(t, o, notes, levels, names)
            if start.choice:
                self.insist(t, o, notes, levels, start.choice)
        return t, notes

    def steps(self, t: State, o: Options, levels: Levels, c: Any) -> Iterator[Step]:
        """Play from this state and these notes to the end, in plain Python, one step at a time."""
        while not t.end:
            tape: list[Event] = []
            self.step(t, o, c, levels, tape)
            if tape or not self.looks_on:
                yield Step(c.clock, tape)

    def is_fast(self, o: Options) -> bool:
        return self.fast is not None and self.fast.fits(o)

    def most(self, o: Options) -> int:
        """The number of games in a chunk of a large run."""
        return self.chunk * FAST if self.is_fast(o) else self.chunk

    def simulate(
        self, run: tuple[int, int, int], o: Options, levels: Levels, start: Start | None = None
    ) -> Sums:
        """The sums over some games, played by compiled rules.  `run`: the seed, the number of the
        first game, and the number of games."""
        table, drive = self.table, self.drive
        is_dealt = start is None or bool(self.by_hand and self.by_hand.hands_of(start))
        if self.fast and self.fast.fits(o) and is_dealt:
            table, drive = self.fast.table, self.fast.drive
        assert drive is not None  # otherwise the engine plays in plain Python
        return simulate(drive, table, self.game_stats, run, o, levels, start)

    def play_on_many(
        self, run: tuple[int, int, int], o: Options, levels: Levels, start: Start
    ) -> Played:
        """The counts of games from a start, played by compiled rules.  `run`: the seed, the number
        of the first game, and the number of games."""
        table, drive = self.table, self.drive
        if self.fast and self.fast.fits_on(o):
            table, drive = self.fast.table, self.fast.drive_on
        assert drive is not None
        return drive_games(drive, table, self.game_stats, run, o, levels, start)[1]

    def version(self, policies: Sequence[str] = ()) -> int:
        """The version of games with these policies (by default the default one): the version of the
        rules, plus a hundred times the version of the bots if a policy is a bot."""
        bots = set(policies or [next(iter(self.policies))]) - set(self.dice)
        return catalogue.find(self.key).rules_version + (100 * BOTS_VERSION if bots else 0)

    def levels(self, policies: Sequence[str]) -> Levels:
        """The policies as one number, in the form that compiled code uses (see `level_of`)."""
        names = list(self.policies)
        return sum(names.index(policy) << 4 * seat for seat, policy in enumerate(policies))

    def read_policies(self, requested: Sequence[str], o: Any) -> tuple[str, ...]:
        """The policies for each seat; a single policy is for all seats.  Raises BadRun."""
        names = list(requested) or [next(iter(self.policies))]
        for name in names:
            if name not in self.policies:
                words = _("There is no policy “%(name)s”. There are: %(known)s.")
                known = ", ".join(self.policies)
                raise BadRun("UNKNOWN_POLICY", words % {"name": name[:40], "known": known})
        if len(names) == 1:
            names *= o.players
        if len(names) != o.players:
            words = _("%(seats)s seats need %(seats)s policies or one for all, not %(count)s.")
            raise BadRun("BAD_POLICIES", words % {"seats": o.players, "count": len(names)})
        return self.settle(o, names)


ADAPTERS: catalogue.Parts[Adapter] = catalogue.Parts("lab")


def find(key: str) -> Adapter:
    """The lab's adapter for this game.  Raises BadRun if there is none."""
    if key not in ADAPTERS:
        words = _("There is no game “%(game)s” to simulate.")
        raise BadRun("UNKNOWN_GAME", words % {"game": key[:40]})
    return ADAPTERS[key]
