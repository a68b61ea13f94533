"""The order of a field after its complete rounds (7.8), in which every number has its terms (7.9);
the field of the next stage, and the places in the whole tournament (5.9)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.tournaments.scoring.points import history, places_by
from games.tournaments.scoring.record import Round
from games.tournaments.scoring.tiebreaks import TIEBREAKS, Basis, Number, Tiebreak, basis
from games.tournaments.settings import Settings

Ties = dict[str, Number | None]
NO_LOTS: Mapping[int, int] = {}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a standing; `place` is None for an entrant without a place."""

    entrant: int
    place: int | None
    points: Number
    ties: Ties


def to_json(row: Row) -> dict[str, Any]:
    """The row as it is exported: exact numbers as text (14.5)."""
    return {
        "entrant": row.entrant,
        "place": row.place,
        "points": str(row.points.value),
        "ties": {key: number and str(number.value) for key, number in row.ties.items()},
    }


def standings(
    settings: Settings,
    field: Sequence[int],
    rounds: Sequence[Round],
    lots: Mapping[int, int] = NO_LOTS,
    out: Collection[int] = (),
    level: Sequence[int] | None = None,
) -> list[Row]:
    """The rows in order of place, then seed; level entrants share a place.

    `field` is best seed first; `lots` are the public ones, of a level group all or none (4.4);
    `out` are the disqualified and annulled, who come last and have no place.  `level`: entrants
    with equal points, in order of seed; then only their rows are returned, with places among
    them."""
    b = basis(settings, field, history(settings, rounds), lots)
    tiebreaks = {key: TIEBREAKS[key] for key in settings.tiebreaks}
    return ranked(b, field if level is None else level, tiebreaks, out)


def ranked(
    b: Basis, field: Sequence[int], tiebreaks: Mapping[str, Tiebreak], out: Collection[int] = ()
) -> list[Row]:
    """The rows of a field in order of points, then of each tie-break in turn; entrants in `out` are
    last."""
    ties: dict[int, Ties] = {entrant: {} for entrant in field}
    groups = _split((e for e in field if e not in out), lambda e: b.points[e].value)
    for key, tiebreak in tiebreaks.items():
        groups = [part for group in groups for part in _apply(b, key, tiebreak, group, ties)]
    rows, place = [], 1
    for group in groups:
        rows += [Row(entrant, place, b.points[entrant], ties[entrant]) for entrant in group]
        place += len(group)
    for entrant in (e for e in field if e in out):
        for key, tiebreak in tiebreaks.items():
            _apply(b, key, tiebreak, [entrant], ties)
        rows.append(Row(entrant, None, b.points[entrant], ties[entrant]))
    return rows


def _apply(
    b: Basis, key: str, tiebreak: Tiebreak, group: list[int], ties: Mapping[int, Ties]
) -> list[list[int]]:
    """Store the numbers of a tie-break for a level group, and split the group by these numbers."""
    numbers = tiebreak.of(b, group)
    for entrant, number in numbers.items():
        ties[entrant][key] = number
    values = {entrant: number.value for entrant, number in numbers.items() if number}
    if len(values) < len(group):  # some of them are not public, so they decide nothing
        return [group]
    sign = -1 if tiebreak.smaller_is_better else 1
    return _split(group, lambda entrant: sign * values[entrant])


def _split(group: Iterable[int], value: Callable[[int], Fraction]) -> list[list[int]]:
    """Split a group into parts of equal value, the highest first.  Within a part entrants keep
    their order."""
    parts = defaultdict(list)
    for entrant in group:
        parts[value(entrant)].append(entrant)
    return [parts[key] for key in sorted(parts, reverse=True)]


def advancing(standing: Sequence[int], take: int, gone: Collection[int]) -> list[int]:
    """The field of the next stage, best seed first: the first `take` of a standing (lots included)
    who have neither withdrawn nor been disqualified (5.9.1)."""
    return [entrant for entrant in standing if entrant not in gone][:take]


def overall_places(stages: Sequence[Mapping[int, int | None]]) -> dict[int, int | None]:
    """The place of everybody in the tournament, from the places in each stage, first stage first.

    The entrants of the last stage come before the rest of the stage before, and so on.  An entrant
    without a place in their last stage has none (5.9.3)."""
    final: dict[int, int | None] = {}
    for places in reversed(stages):
        better = sum(place is not None for place in final.values())
        rest = {entrant: place for entrant, place in places.items() if entrant not in final}
        placed = places_by({entrant: -place for entrant, place in rest.items() if place})
        final |= {
            entrant: better + placed[entrant] if place else None for entrant, place in rest.items()
        }
    return final
