"""Numbers of a recording as differences, most of them 0 or 1, which saves a third.

Places, versions and times count from the previous ones.  Within a move, places (of lines, and of
events as `number`) count from the frame's, and times (`at`) from the move's."""

from collections.abc import Iterable, Iterator
from typing import Any

Frame = dict[str, Any]


def compact(frames: Iterable[Frame]) -> Iterator[Frame]:
    before = version = at = 0
    for frame in frames:
        place, moves = frame["b"], []
        for v, t, events, lines in frame["m"]:
            rows = [shifted(event, -place, -t) for event in events]
            packed = [[n - place, text, *([kind] if kind else [])] for n, text, kind in lines]
            moves.append([v - version, t - at, rows, packed])
            version, at = v, t
        yield frame | {"b": place - before, "m": moves}
        before = place


def expand(frames: Iterable[Frame]) -> Iterator[Frame]:
    """Frames as they were recorded."""
    place = version = at = 0
    for frame in frames:
        place, moves = place + frame["b"], []
        for v, t, events, lines in frame["m"]:
            version, at = version + v, at + t
            rows = [shifted(event, place, at) for event in events]
            packed = [[n + place, text, kind[0] if kind else ""] for n, text, *kind in lines]
            moves.append([version, at, rows, packed])
        yield frame | {"b": place, "m": moves}


def shifted(event: dict[str, Any], place: int, at: int) -> dict[str, Any]:
    """An event with the number that says when it happened; in games with a clock that is `at`."""
    if "at" in event:
        return event | {"at": event["at"] + at}
    return event | {"number": event["number"] + place} if "number" in event else event
