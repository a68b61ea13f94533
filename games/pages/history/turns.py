"""The turning points of a curve on its chart, with the cards that caused them."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.lab.chances.curve import Change, Curve
from games.table.reading.ending import opened
from games.table.replay.recording import Recording
from games.templatetags.chances import across
from games.templatetags.plot import Mark


def marks(curve: Curve, recording: Recording) -> list[Mark]:
    """The marks of the turning points, the largest changes first."""
    length = int(curve.places[-1].at.partition(".")[0])
    points = sorted(curve.turning_points, key=lambda point: -point.size)
    return [
        Mark(across(point.at, length), height(curve, point), pair(recording, curve, point))
        for point in points
    ]


def height(curve: Curve, point: Change) -> float:
    """The distance, in percent, from the top of the chart to the edge of the area of the seat whose
    chance changed."""
    chances = curve.places[point.place].tally.chances
    return 100 - 100 * sum(chances[: min(point.seat, len(chances) - 1)])


def pair(recording: Recording, curve: Curve, point: Change) -> list[str]:
    """The last card that the seat of this change turned over before the place, and the last of
    another seat; empty if this viewer did not see them."""
    frames, before = recording.frame_at, curve.places[point.place - 1].at
    if before not in frames or point.at not in frames:
        return []
    last: dict[int, str] = {}
    for frame in recording.frames[frames[before] + 1 : frames[point.at] + 1]:
        for _version, _at, events, _lines in frame["m"]:
            for seat, code in (shown for row in events for shown in turned(row)):
                last.pop(seat, None)
                last[seat] = code
    own = last.pop(point.seat, None)
    others = list(last.values())
    return [own, others[-1]] if own and others else others[-2:]


def turned(row: Mapping[str, Any]) -> list[tuple[int, str]]:
    """The cards that an event shows to everybody, each with its seat."""
    pairs: Iterable[tuple[int, str | None]] = opened(row)
    if row["ev"] == "play":
        pairs = [(row["seat"], row.get("card"))]
    elif row["ev"] == "confront":
        pairs = [(row["seat"], row["card"]), (row["target"], row["struck"])]
    return [(seat, code) for seat, code in pairs if code and "?" not in code]
