"""The ways to play a stage: round after round, or in waves (5.8).  Each way is an object whose
methods the acts call."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Any

from games.tournaments.models import Entrant, Pairing, Round, Stage
from games.tournaments.scoring.record import Unpaired
from games.tournaments.settings import Settings
from games.tournaments.writer.ledger import Ledger

Rows = list[dict[str, Any]]  # of a standing
Args = dict[str, Any]  # of an act


class StagePlay(ABC):
    """A way to play a stage.  Methods that are not abstract do nothing unless overridden."""

    # The field -------------------------------------------------------------------------------

    def open(self, ledger: Ledger, stage: Stage, s: Settings) -> None:  # noqa: B027
        """Begin to play a stage that has just opened."""

    @abstractmethod
    def first_round(self, stage: Stage) -> int:
        """The first round that a late entrant does not miss."""

    @abstractmethod
    def join(
        self, ledger: Ledger, stage: Stage, entrant: Entrant, missed: Sequence[Unpaired]
    ) -> None:
        """Take a late entrant in, with the results of the rounds they `missed`."""

    def welcome_back(self, stage: Stage, entrant: Entrant, now: int) -> None:  # noqa: B027
        """Include an entrant again who was away."""

    # The clock -------------------------------------------------------------------------------

    @abstractmethod
    def due(self, ledger: Ledger, stage: Stage) -> int | None:
        """The next moment at which something happens by itself (epoch ms)."""

    @abstractmethod
    def go_on(self, stage: Stage, now: int, present: Collection[int]) -> None:
        """Do the next step that is due, only one.  `present`: the players who are on the
        tournament's pages or at its tables.  Raises Refused."""

    def postpone(self, stage: Stage, lost_ms: int) -> None:  # noqa: B027
        """Extend the stage by time that was lost to a pause or an outage (9.3, 10.6)."""

    # Results ---------------------------------------------------------------------------------

    def count(  # noqa: B027
        self, ledger: Ledger, pairings: Sequence[Pairing], acts: Sequence[Args]
    ) -> None:
        """Count pairings of one stage that were just decided.  Each act gets the points that count
        for its pairing."""

    def count_anew(  # noqa: B027
        self, ledger: Ledger, pairing: Pairing, act: Args, *, was_open: bool
    ) -> None:
        """Count a pairing whose result was replaced; the act gets the points that count."""

    def points(self, pairing: Pairing) -> list[str]:
        """The points of a decided pairing by seat, as they count now."""
        return [row.points or "0" for row in pairing.places.order_by("seat")]

    def completed(self, ledger: Ledger, round_: Round) -> None:  # noqa: B027
        """Do what follows when a round is complete."""

    @abstractmethod
    def is_over(self, ledger: Ledger, stage: Stage) -> bool:
        """Whether nothing is left to play."""

    @abstractmethod
    def standing(self, ledger: Ledger, stage: Stage, after: int, *, is_over: bool) -> Rows:
        """The standing after this round; `is_over`: the stage has no further round."""


_PLAYS: dict[bool, StagePlay] = {}  # by `in_waves` of the format


def register(play: StagePlay, *, in_waves: bool) -> None:
    """Play all stages of such formats this way."""
    _PLAYS[in_waves] = play


def play_of(stage: Stage) -> StagePlay:
    """The way to play this stage."""
    return _PLAYS[stage.format.in_waves]
