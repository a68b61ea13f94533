"""The base of a format: its defaults, refusals, draw, results, standing and end."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from games.rules.phrases import Phrase
from games.rules.phrases import gettext_noop as _
from games.tournaments import formats
from games.tournaments.declared import need
from games.tournaments.pairing.draw import Draw
from games.tournaments.pairing.elimination.bracket import Node
from games.tournaments.scoring import points
from games.tournaments.scoring.points import match, of_game
from games.tournaments.scoring.record import Game, StageRecord, Table
from games.tournaments.scoring.standings import Row, standings, to_json
from games.tournaments.settings import Settings

Read = Callable[[], StageRecord]  # reads the record of the stage, which takes a while
Rows = list[dict[str, Any]]


class Outcome(NamedTuple):
    """The places at a table by entrant.  `by_lot`: the entrants are level, so the lot decides."""

    places: Mapping[int, int]
    by_lot: bool = False


class Format(ABC):
    """A format with rounds in which everybody plays for points; subclasses override what
    differs."""

    key: ClassVar[str]
    label: ClassVar[str]  # marked for translation
    in_waves = False  # tables are drawn whenever players are free, until the time is over (5.8)
    needs_all = False  # no table plays without somebody who was drawn for it (5.8.4)
    is_knockout = False  # a result decides who advances, and gives no points (5.1-5.3)
    has_losers_bracket = False
    by_score = False  # rounds are drawn from the scores: players may miss, directors pair them
    has_crosstable = False  # two at a table meet so that a cross-table and a TRF file can show it
    grace_s = 120  # until a table begins without those who are late (2.6)
    lateness = _("Come to your table within %(grace)d seconds, or you lose the round.")
    may_duplicate = False  # all tables of a round may play the same cards
    ties = ""  # a sentence of its own about ties

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the key, so that a copy is the registered object, in another process too."""
        return formats.find, (self.key,)

    @abstractmethod
    def sentence(self, s: Settings) -> Phrase:
        """The format in a sentence."""

    # Settings ----------------------------------------------------------------------------

    def defaults(self, two: bool) -> dict[str, Any]:
        """Settings that differ from the usual defaults.  `two`: no table has more than two seats;
        `best`: the points of a first place."""
        return {}

    def choices(self, two: bool) -> frozenset[str]:
        """The settings that the form offers for this format, among those that only some formats
        have."""
        rounds = {"rounds", "best", "pace", "times", "break_s", "call_s", "review"}
        own = {"deals"} if self.may_duplicate else set()
        return frozenset(rounds | own | ({"games"} if two else set()))

    def engines(self, two: bool) -> tuple[str | None, ...]:
        """The engines that can draw rounds of this format."""
        return ("",)

    def fewest(self, s: Settings) -> int:
        """The smallest number of entrants that can play this format."""
        return s.least

    def largest(self, s: Settings) -> int:
        """The largest number of entrants that can play this format."""
        return 2000

    def verify(self, s: Settings) -> None:  # noqa: B027 - not all refuse something
        """Check that the settings fit the format.  Raises BadSettings."""

    def verify_field(self, s: Settings, entrants: int) -> list[Phrase]:
        """Check that the field can play all rounds; return warnings.  Raises BadSettings."""
        return []

    def settle(self, s: Settings, entrants: int, first_seat: int) -> Settings:
        """The settings with the values that are known only at the start."""
        return s

    def rounds_for(self, s: Settings, entrants: int) -> int:
        """The number of rounds for this number of entrants."""
        return s.rounds or 0

    def proposed_rounds(self, s: Settings, entrants: int, most: int) -> int | None:
        """The number of rounds to propose for this number of entrants if there is time for `most`
        rounds; None if the format is not proposed for them."""
        return None

    def plan(self, s: Settings, entrants: int) -> list[Any] | None:
        """All rounds of the stage, if the format plans them at the start; otherwise None."""
        return None

    # Rounds ------------------------------------------------------------------------------

    @abstractmethod
    def draw(self, record: StageRecord) -> Draw:
        """Draw the next round: the same record gives the same draw.

        Raises:
            TooFew: too few entrants are present.
            NoDraw: forbidden pairs cannot be kept apart.
        """

    def is_over(self, s: Settings, played: int, read: Read) -> bool:
        """Whether the stage is over after `played` rounds."""
        return played >= (s.rounds or 0)

    def may_enter(self, s: Settings, next_round: int) -> bool:
        """Whether a late entrant who would first play in round `next_round` can still enter
        (2.4)."""
        return False

    def has_schedule(self, s: Settings) -> bool:
        """Whether the start fixes the round in which each pair meets.  If it does, there may be two
        cycles, and the pairings of an entrant who leaves early no longer count (2.9)."""
        return False

    # Results -----------------------------------------------------------------------------

    def outcome(self, s: Settings, seats: Sequence[int], games: Sequence[Game]) -> Outcome | None:
        """The result of a table after these games; None if the match continues."""
        last = of_game(s, games[-1])
        if not s.two or len(last) < 2 or (s.games == 1 and not self.is_knockout):
            return Outcome(last)
        first, second = seats
        result = match((first, second), games, s.games, knockout=self.is_knockout)
        if result.state == "next":
            return None
        if result.state == "lot":
            return Outcome({first: 1, second: 1}, by_lot=True)
        assert result.places is not None
        return Outcome(dict(zip(seats, result.places, strict=True)))

    def gains(self, s: Settings, table: Table) -> tuple[Fraction, ...]:
        """The points of a table by seat."""
        return points.of_table(s, table)

    def standing(
        self, record: StageRecord, out: Collection[int], *, is_over: bool, with_lots: bool
    ) -> Rows:
        """The rows of the standing after the rounds of the record; entrants in `out` have no place.
        `is_over`: the stage has no further round; `with_lots`: nobody shares a place (4.4)."""
        lots = record.tie_lots if with_lots else {}
        return [to_json(row) for row in self.rows(record, lots, out)]

    def rows(
        self,
        record: StageRecord,
        lots: Mapping[int, int],
        out: Collection[int],
        level: Sequence[int] | None = None,
    ) -> list[Row]:
        """The rows of a standing with the terms of every number; `lots`, `out` and `level` as in
        `standings`."""
        return standings(record.settings, record.field, record.rounds, lots, out, level)

    # Brackets ----------------------------------------------------------------------------

    def graph(self, s: Settings, entrants: int) -> list[Node]:
        """The nodes of the bracket in order of time; empty for formats without a bracket of two."""
        return []

    def dependents(self, record: StageRecord, node: str) -> tuple[str, ...]:
        """All nodes that depend on this node, directly or through others (6.9)."""
        return ()


def verify_rounds(rounds: int, most: int, text: str) -> None:
    """Check that there are at most `most` rounds.  Raises BadSettings."""
    need(rounds <= most, "rounds", text, most=most)


FIXED_TIES = _("These are fixed in this format.")
