"""Standings and pairings for spreadsheets: CSV by RFC 4180, every number as a decimal and exact
(12.5).  A byte order mark identifies UTF-8; without it, Excel reads names wrongly."""

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction

from games.tournaments.models import Place, Standing, Tournament
from games.tournaments.reading.record import HIDDEN, settings_of

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a cell begins that spreadsheets compute


def standings_csv(standing: Standing) -> str:
    """The rows of a standing as CSV."""
    stage = standing.stage
    entrants = stage.tournament.entrants.select_related("player")
    names = {one.number: one.player.name for one in entrants}
    keys = settings_of(stage).tiebreaks
    head = ["place", "entrant", "name", *both("points")]
    rows = [[*head, *(name for key in keys for name in both(key))]]
    for row in standing.rows:
        cells = [row["place"], row["entrant"], cell(names[row["entrant"]])]
        values = [row["points"], *(row["ties"].get(key) for key in keys)]
        rows.append([*cells, *(text for value in values for text in number(value))])
    return written(rows)


def pairings_csv(tournament: Tournament) -> str:
    """A CSV row for every entrant in every public round."""
    places = Place.objects.filter(round__stage__tournament=tournament)
    places = places.exclude(round__state__in=HIDDEN).select_related(
        "round__stage", "pairing", "entrant__player"
    )
    rows: list[Sequence[object]] = [
        ["stage", "round", "table", "node", "seat", "entrant", "name", "status", "place"]
        + both("points")
    ]
    order = ("round__stage__number", "round__number", "pairing__number", "seat", "entrant__number")
    for place in places.order_by(*order):
        table = place.pairing
        rows.append(
            [
                place.round.stage.number,
                place.round.number,
                table.number if table else None,
                table.node if table else place.node,
                place.seat,
                place.entrant.number,
                cell(place.entrant.player.name),
                table.status if table else place.kind,
                place.place,
                *number(place.points or None),
            ]
        )
    return written(rows)


def both(key: str) -> list[str]:
    return [key, f"{key}_exact"]


def number(value: str | None) -> list[str]:
    """A number as a decimal, and as an exact fraction such as 0 1/2: spreadsheets read 1/2 as a
    date."""
    if value is None:
        return ["", ""]
    exact = Fraction(value)
    if exact.denominator == 1:
        return [value, value]
    whole, rest = divmod(exact, 1)
    return [f"{float(exact):.6f}".rstrip("0"), f"{whole} {rest}"]


def cell(text: str) -> str:
    """The text of a cell, which a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def written(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO("\ufeff", newline="")
    out.seek(0, io.SEEK_END)
    csv.writer(out).writerows(rows)
    return out.getvalue()
