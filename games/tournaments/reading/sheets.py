"""Standings and pairings for spreadsheets: CSV by RFC 4180, every number as a decimal and exact
(12.5)."""

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction

from games.tournaments.models import Place, Round, Standing, Tournament
from games.tournaments.reading.results import settings_of

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a cell begins that spreadsheets compute
HIDDEN = (Round.State.DRAWN, Round.State.UNDONE)


def standings_csv(standing: Standing) -> str:
    """The rows of a standing."""
    stage = standing.stage
    entrants = stage.tournament.entrants.select_related("player")
    names = {one.number: one.player.name for one in entrants}
    keys = settings_of(stage).tiebreaks
    head = ["place", "entrant", "name", *both("points")]
    rows = [[*head, *(name for key in keys for name in both(key))]]
    for row in standing.rows:
        told = [row["place"], row["entrant"], cell(names[row["entrant"]])]
        values = [row["points"], *(row["ties"].get(key) for key in keys)]
        rows.append([*told, *(text for value in values for text in number(value))])
    return written(rows)


def pairings_csv(tournament: Tournament) -> str:
    """A row for every entrant in every round that may be seen."""
    places = Place.objects.filter(round__stage__tournament=tournament)
    places = places.exclude(round__state__in=HIDDEN).select_related(
        "round__stage", "pairing", "entrant__player"
    )
    rows: list[Sequence[object]] = [
        ["stage", "round", "table", "node", "seat", "entrant", "name", "status", "place"]
        + both("points")
    ]
    order = ("round__stage__number", "round__number", "pairing__number", "seat", "entrant__number")
    for one in places.order_by(*order):
        table = one.pairing
        rows.append(
            [
                one.round.stage.number,
                one.round.number,
                table.number if table else None,
                table.node if table else one.node,
                one.seat,
                one.entrant.number,
                cell(one.entrant.player.name),
                table.status if table else one.kind,
                one.place,
                *number(one.points or None),
            ]
        )
    return written(rows)


def both(key: str) -> list[str]:
    return [key, f"{key}_exact"]


def number(value: str | None) -> list[str]:
    """As a decimal, and exact."""
    if value is None:
        return ["", ""]
    exact = Fraction(value)
    whole = exact.denominator == 1
    return [value if whole else f"{float(exact):.6f}".rstrip("0"), value]


def cell(text: str) -> str:
    """A name that is no formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def written(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue()
