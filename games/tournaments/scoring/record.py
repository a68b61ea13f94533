"""Results as stored: the entrant in each seat, the places, and the cards (sections 6, 7.4).

Entrants are the numbers of the tournament; rounds count from 1, seats in order from seat 1."""

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.rules.phrases import gettext_noop as _
from games.tournaments import lots
from games.tournaments.declared import Labelled
from games.tournaments.settings import Settings

FILLER = 0  # in a game's seats: a bot of 6.6, nobody's opponent


class Kind(Labelled):
    """The kinds of rounds for an entrant (7.4)."""

    PLAYED = "played", _("played")
    # unplayed and voluntary
    HALF = "half", _("missed, announced")
    LATE = "late", _("entered later")
    ABSENT = "absent", _("absent")
    WITHDRAWN = "withdrawn", _("withdrawn")
    DISQUALIFIED = "disqualified", _("disqualified")
    NOSHOW = "noshow", _("did not come")
    # unplayed, and not the entrant's doing
    BYE = "bye", _("bye")
    FULL = "full", _("full points from a director")
    WALKOVER = "walkover", _("walk-over")
    VOID = "void", _("void")
    # silent: counts nowhere
    FREE = "free", _("free round")
    ANNULLED = "annulled", _("annulled")


VOLUNTARY = frozenset(
    {Kind.HALF, Kind.LATE, Kind.ABSENT, Kind.WITHDRAWN, Kind.DISQUALIFIED, Kind.NOSHOW}
)
SILENT = frozenset({Kind.FREE, Kind.ANNULLED})
UNEARNED = frozenset({Kind.BYE, Kind.WALKOVER})  # counted for the order of byes (3.3)


@dataclass(frozen=True, slots=True)
class Game:
    """A counted game, with all values by seat of the game.  A match has several games."""

    seats: tuple[int, ...]
    places: tuple[int, ...]
    cards: tuple[int, ...] = ()  # at the end

    def cards_of(self, entrant: int) -> int:
        """The number of cards of this entrant at the end."""
        return self.cards[self.seats.index(entrant)]


@dataclass(frozen=True, slots=True)
class Table:
    """A pairing with its result.  `places`: by seat, None for an entrant who did not come.

    `kind` is VOID or ANNULLED if that holds for all who sat there, otherwise PLAYED: a walk-over
    follows from the places."""

    seats: tuple[int, ...]
    places: tuple[int | None, ...]
    games: tuple[Game, ...] = ()
    kind: Kind = Kind.PLAYED

    @property
    def came(self) -> list[int]:
        """The places of the entrants who came."""
        return [place for place in self.places if place is not None]


@dataclass(frozen=True, slots=True)
class Unpaired:
    """An entrant without a table in a round, and the points for this round."""

    entrant: int
    kind: Kind
    points: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Round:
    """A complete round: every entrant of the field once, at a table or unpaired (14.3)."""

    tables: tuple[Table, ...]
    unpaired: tuple[Unpaired, ...] = ()


@dataclass(frozen=True, slots=True)
class StageRecord:
    """The record on which a draw, a standing and the end of a stage depend.

    `field`: entrants, best seed first.  `rounds`: the complete rounds, each with all entrants of
    the field.  `missing`: the kind of absence of each entrant who is not drawn: WITHDRAWN or
    DISQUALIFIED, ABSENT, HALF if announced, FULL if a director gave it.  `nodes`: in an
    elimination, the places at each node by seed.  `gone`: the seeds not drawn at nodes.  `key`: of
    the lots."""

    settings: Settings
    field: tuple[int, ...]
    rounds: tuple[Round, ...] = ()
    missing: Mapping[int, Kind] = dataclasses.field(default_factory=dict)
    stage: int = 1
    key: bytes = b""
    plan: Sequence[Sequence[Sequence[int]]] = ()
    nodes: Mapping[str, Mapping[int, int | None]] = dataclasses.field(default_factory=dict)
    gone: Collection[tuple[int, str]] = frozenset()

    @property
    def number(self) -> int:
        """The number of the next round to be drawn."""
        return len(self.rounds) + 1

    @property
    def present(self) -> tuple[int, ...]:
        """The entrants to be drawn, best seed first."""
        return tuple(entrant for entrant in self.field if entrant not in self.missing)

    @property
    def seeds(self) -> dict[int, int]:
        """The seed of every entrant."""
        return {entrant: seed for seed, entrant in enumerate(self.field, 1)}

    @property
    def tie_lots(self) -> dict[int, int]:
        """The lot of every entrant, which decides between level entrants."""
        return lots.tie_lots(self.key, self.field)
