"""Points of a place, of a shared place and of a round without a table (7.1-7.4)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from games.tournaments.scoring.record import Kind, Table, Unpaired
from games.tournaments.settings import Settings

NONE = Fraction(0)
HALF_A_WIN = frozenset({Kind.HALF, Kind.VOID})
A_WIN = frozenset({Kind.FULL, Kind.WALKOVER})


def places_by(worth: Mapping[int, float | Fraction]) -> dict[int, int]:
    """The place of each entrant, more is better; equals share the better place: 1, 2, 2, 4."""
    return {
        entrant: 1 + sum(other > own for other in worth.values()) for entrant, own in worth.items()
    }


def is_ranking(places: Sequence[int | None]) -> bool:
    """Are these places by seat a ranking of those who came (1, 2, 2, 4)?"""
    came = {seat: -place for seat, place in enumerate(places) if place is not None}
    return all(-came[seat] == place for seat, place in places_by(came).items())


def among_entrants(seats: Sequence[int], places: Sequence[int]) -> dict[int, int]:
    """The places of a game counted among its entrants only (6.2, 6.6): entrant -> place."""
    return places_by({seat: -place for seat, place in zip(seats, places, strict=True) if seat})


def of_places(settings: Settings, places: Sequence[int | None]) -> tuple[Fraction, ...]:
    """The points of a table by seat.  Shared places get the average of the places they cover; the
    size of the table is the number of those who came, and who did not come gets nothing.

    One who came alone gets a first place at a full table (6.5)."""
    came = [place for place in places if place is not None]
    if len(came) < 2:
        return tuple(NONE if place is None else settings.win for place in places)
    worth = {place: _worth(settings, place, came) for place in set(came)}
    return tuple(NONE if place is None else worth[place] for place in places)


def _worth(settings: Settings, place: int, came: Sequence[int]) -> Fraction:
    """What each who is in this place gets, at a table where these places were taken."""
    sharing = came.count(place)
    if len(came) == sharing == 2 and settings.draw is not None:
        return settings.draw
    covered = settings.points[len(came)][place - 1 : place - 1 + sharing]
    return sum(covered, NONE) / sharing


def of_table(settings: Settings, table: Table) -> tuple[Fraction, ...]:
    """The points of a pairing by seat: void gives everybody half a win, annulled nothing (6.8)."""
    if table.kind == Kind.VOID:
        return (settings.half,) * len(table.seats)
    if table.kind == Kind.ANNULLED:
        return (NONE,) * len(table.seats)
    return of_places(settings, table.places)


def of_kind(settings: Settings, kind: Kind) -> Fraction:
    """The points of a round without a table.  Late rounds have rules of their own (2.4)."""
    if kind == Kind.BYE:
        return settings.bye
    if kind in HALF_A_WIN:
        return settings.half
    return settings.win if kind in A_WIN else NONE


def unpaired(settings: Settings, entrant: int, kind: Kind) -> Unpaired:
    """This entrant without a table, with the points of the kind."""
    return Unpaired(entrant, kind, of_kind(settings, kind))
