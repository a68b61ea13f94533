"""The table of a season: each player's results in its events, and the order of the players.
Pure."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.rules.phrases import gettext_noop as _
from games.tournaments.declared import Labelled

NOTHING = Fraction(0)


class Scoring(Labelled):
    """The way in which the worth of a result is computed in a season."""

    PLACE = "place", _("Place, the same for every size: the first has 1, the last almost 0")
    SUM = "sum", _("The points of the event")


class Result(NamedTuple):
    """A player's result in an event with this number of `entrants`.  `place` is None for a player
    without a place."""

    place: int | None
    entrants: int
    points: Fraction = NOTHING

    def worth(self, scoring: Scoring) -> Fraction:
        """The worth of the result: the points, or (n - place + 1) / n for n entrants; 0 without a
        place."""
        if self.place is None:
            return NOTHING
        if scoring == Scoring.SUM:
            return self.points
        return Fraction(self.entrants - self.place + 1, self.entrants)


class Cell(NamedTuple):
    """A player's result in an event, in a row of the table.  `counts`: the result is among the
    player's best."""

    result: Result
    worth: Fraction
    counts: bool


class Row(NamedTuple):
    """A player's row; `cells` has None for an event that the player has missed."""

    player: int
    place: int
    total: Fraction
    wins: int
    cells: tuple[Cell | None, ...]


def table(
    events: Sequence[Mapping[int, Result]], scoring: Scoring, best: int | None = None
) -> list[Row]:
    """The rows in order, from the results of the events in order of time.  The `best` results
    count, or all if it is None; level players are ranked by their wins, then by the last event, and
    share a place if they are still level."""
    players = sorted({player for event in events for player in event})
    unranked = [_row(player, events, scoring, best) for player in players]
    rows: list[Row] = []
    for row in sorted(unranked, key=lambda row: (_order(row), -row.player), reverse=True):
        level = bool(rows) and _order(rows[-1]) == _order(row)
        rows.append(row._replace(place=rows[-1].place if level else len(rows) + 1))
    return rows


def _row(
    player: int, events: Sequence[Mapping[int, Result]], scoring: Scoring, best: int | None
) -> Row:
    results = [event.get(player) for event in events]
    worths = [(r.worth(scoring), n) for n, r in enumerate(results) if r is not None]
    counted = {n for _worth, n in sorted(worths, reverse=True)[:best]}
    cells = tuple(
        None if r is None else Cell(r, r.worth(scoring), n in counted)
        for n, r in enumerate(results)
    )
    total = sum((cell.worth for cell in cells if cell and cell.counts), NOTHING)
    wins = sum(r is not None and r.place == 1 for r in results)
    return Row(player, 0, total, wins, cells)


def _order(row: Row) -> tuple[Fraction, int, Fraction]:
    last = row.cells[-1]
    return row.total, row.wins, last.worth if last else Fraction(-1)
