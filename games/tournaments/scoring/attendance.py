"""Who comes late, stays away or does not appear, and what becomes of a table then.

Sections 2.4 (late entry), 2.5 (absence), 2.9 (leaving a round robin), 6.5 (no-shows) and 6.6
(fillers)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from games.tournaments.scoring.points import unpaired
from games.tournaments.scoring.record import FILLER, Kind, Unpaired
from games.tournaments.settings import Settings


@dataclass(frozen=True, slots=True)
class Attendance:
    """What becomes of a pairing at the end of the grace.  `play` with these `seats`, bots (0) in
    the last ones; `walkover` for the `winner`; `noshow`: nobody came."""

    status: Literal["play", "walkover", "noshow"]
    seats: tuple[int, ...] = ()
    winner: int | None = None


def attendance(seats: Sequence[int], absent: Collection[int], game_least: int) -> Attendance:
    """Those who came play on in the same order, at a table of that many, which bots fill up to the
    number that the game needs (6.5, 6.6)."""
    came = tuple(entrant for entrant in seats if entrant not in absent)
    if not came:
        return Attendance("noshow")
    if len(came) == 1:
        return Attendance("walkover", winner=came[0])
    return Attendance("play", came + (FILLER,) * (game_least - len(came)))


def may_enter_late(rounds: int, next_round: int) -> bool:
    """Late entry is open while the next round to be drawn is in the first half, or one more."""
    return next_round <= rounds // 2 + 1


def missed(settings: Settings, entrant: int, next_round: int) -> list[Unpaired]:
    """The rounds before a late entrant came, from round 1 on (2.4)."""
    halves = {"half-first": 1, "half": next_round - 1, "zero": 0}[settings.late]
    return [
        Unpaired(entrant, Kind.LATE, settings.half if number <= halves else Fraction(0))
        for number in range(1, next_round)
    ]


def announced_absence(settings: Settings, entrant: int, number: int, halves_had: int) -> Unpaired:
    """A round that was announced to be missed: half a win while some are left and the round is not
    the last of the stage (2.5)."""
    has_half = halves_had < settings.halves and number != settings.rounds
    return unpaired(settings, entrant, Kind.HALF if has_half else Kind.ABSENT)


def is_annulled(sat_down: int, tables: int) -> bool:
    """Does leaving a round robin of two annul all pairings?  Before having sat down at half of
    one's tables, free rounds apart (2.9)."""
    return 2 * sat_down < tables
