"""Curves of finished games, computed in this process: rules are plain here, so places are played
three times at first."""

from games.lab.chances import curves, work
from games.lab.chances.curve import next_parts, with_played
from games.lab.chances.decisions import looks_of
from games.lab.chances.models import Kind, StoredCurve
from games.lab.runs.models import State

FIRST = 3


def computed(source, course, view="all", level="", most=10**9):
    """The stored curve; `most`: games after which it stays under way."""
    row = curves.ask(source, course, view, level)
    starts = work.unpacked(row.game, bytes(row.starts))
    curve = row.curve
    while (parts := next_parts(curve, 200, FIRST)) and curve.games < most:
        played = [(one.place, row.playouts.tally(starts[one.place], *one[1:])) for one in parts]
        curve = with_played(curve, played)
    row.places, row.games_done = curve.packed(), curve.games
    row.games_at_first = FIRST * len(curve.places)
    if not parts:
        row.status, row.starts = State.DONE, None
    row.save()
    return StoredCurve.objects.get(pk=row.pk)


def split(source, course, playouts, first=3):
    """The stored splits of all seats, whose acts are played on this often."""
    for seat, each in enumerate(playouts):
        looks = looks_of(course, seat, each.policies[seat])
        finish(curves.start(source, each, str(seat + 1), looks, kind=Kind.SPLIT), first)


def finish(row, first=3):
    """Play on this often from each start of a split."""
    starts = enumerate(work.unpacked(row.game, bytes(row.starts)))
    played = [(i, row.playouts.tally(start, 0, first)) for i, start in starts]
    row.places = with_played(row.curve, played).packed()
    row.status, row.starts, row.games_done = State.DONE, None, first * len(played)
    row.save()
