"""Points and standing of an arena (5.8.3, 5.8.6)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from games.tournaments.scoring.points import History, Line, history
from games.tournaments.scoring.record import Kind, Round, Table
from games.tournaments.scoring.standings import NO_LOTS, Row, ranked
from games.tournaments.scoring.tiebreaks import Basis, Number, alone, basis, lot, wins
from games.tournaments.settings import Settings

STREAK = 2  # sole first places in a row after which results count double


class Tally(NamedTuple):
    """The results of an entrant so far: as much as is needed to add the next result and to order
    the next wave."""

    points: Fraction = Fraction(0)
    wins: int = 0  # sole first places
    games: int = 0
    in_a_row: int = 0  # sole first places in a row until now


def results(settings: Settings, waves: Sequence[Round]) -> History:
    """The lines of all entrants, without doubled points.  A table with a missing entrant was called
    off for all, and nobody scores there (5.8.4)."""
    return history(settings, [replace(w, tables=tuple(map(judged, w.tables))) for w in waves])


def judged(table: Table) -> Table:
    """The table as it counts: annulled if an entrant was missing."""
    is_off = table.kind == Kind.PLAYED and None in table.places
    return replace(table, kind=Kind.ANNULLED) if is_off else table


def add(tally: Tally, line: Line, *, streaks: bool) -> Tally:
    """The tally after one more result.  A round that was not played does not count as a game, and
    does not end a series of wins."""
    if line.kind != Kind.PLAYED:
        return tally._replace(points=tally.points + line.points)
    factor = 2 if streaks and tally.in_a_row >= STREAK else 1
    return Tally(
        points=tally.points + factor * line.points,
        wins=tally.wins + line.is_win,
        games=tally.games + 1,
        in_a_row=tally.in_a_row + 1 if line.is_win else 0,
    )


def with_streaks(lines: Iterable[Line], *, streaks: bool) -> list[Line]:
    """The lines of an entrant with the points that count: they are doubled after two sole first
    places in a row, until a game is not won alone."""
    tally, counted = Tally(), []
    for line in lines:
        before, tally = tally, add(tally, line, streaks=streaks)
        counted.append(replace(line, points=tally.points - before.points))
    return counted


def by_standing(tallies: Mapping[int, Tally], lots: Mapping[int, int]) -> list[int]:
    """The entrants in the order of the next wave, the leader first."""

    def worth(entrant: int) -> tuple[Fraction, int, int, int]:
        tally = tallies[entrant]
        return -tally.points, -tally.wins, tally.games, lots[entrant]

    return sorted(tallies, key=worth)


def standings(
    settings: Settings,
    field: Sequence[int],
    lines: History,
    lots: Mapping[int, int] = NO_LOTS,
    out: Sequence[int] = (),
) -> list[Row]:
    """The rows in order of points, sole first places, fewer games, and lot; everything else is as
    in the standings of other formats."""
    lines = {entrant: with_streaks(own, streaks=settings.streaks) for entrant, own in lines.items()}
    keys = {"wins": alone(wins), "games": alone(_games, True), "lot": alone(lot, True)}
    return ranked(basis(settings, field, lines, lots), field, keys, out)


def _games(b: Basis, entrant: int) -> Number:
    """The number of tables played; a smaller number is better."""
    return Number(Fraction(sum(line.kind == Kind.PLAYED for line in b.lines[entrant])))
