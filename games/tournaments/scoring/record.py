"""Results as they are stored: who sat where, in which place, with how many cards (sections 6, 7.4).

Entrants are the numbers of the tournament; rounds count from 1, seats in order from seat 1."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

FILLER = 0  # in a game's seats: a bot of 6.6, nobody's opponent


class Kind(StrEnum):
    """What a round was for an entrant (7.4)."""

    PLAYED = "played"
    # unplayed and voluntary
    HALF = "half"
    LATE = "late"
    ABSENT = "absent"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"
    NOSHOW = "noshow"
    # unplayed, and not the entrant's doing
    BYE = "bye"
    FULL = "full"
    WALKOVER = "walkover"
    VOID = "void"
    # silent: counts nowhere
    FREE = "free"
    ANNULLED = "annulled"


VOLUNTARY = frozenset(
    {Kind.HALF, Kind.LATE, Kind.ABSENT, Kind.WITHDRAWN, Kind.DISQUALIFIED, Kind.NOSHOW}
)
SILENT = frozenset({Kind.FREE, Kind.ANNULLED})
UNEARNED = frozenset({Kind.BYE, Kind.WALKOVER})  # what byes are shared out by (3.3)


@dataclass(frozen=True, slots=True)
class Game:
    """A counted game; everything by seat of the game.  A match has several."""

    seats: tuple[int, ...]
    places: tuple[int, ...]
    cards: tuple[int, ...] = ()  # at the end

    def cards_of(self, entrant: int) -> int:
        """The cards of this entrant at the end."""
        return self.cards[self.seats.index(entrant)]


@dataclass(frozen=True, slots=True)
class Table:
    """A pairing with its result; `places` by seat, None who did not come.

    `kind` is VOID or ANNULLED where that holds for all who sat there, else PLAYED: whether
    somebody alone had a walk-over follows from the places."""

    seats: tuple[int, ...]
    places: tuple[int | None, ...]
    games: tuple[Game, ...] = ()
    kind: Kind = Kind.PLAYED


@dataclass(frozen=True, slots=True)
class Unpaired:
    """An entrant without a table in a round, and the points that gives."""

    entrant: int
    kind: Kind
    points: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Round:
    """A complete round: every entrant of the field once, at a table or unpaired (14.3)."""

    tables: tuple[Table, ...]
    unpaired: tuple[Unpaired, ...] = ()
