"""A recording that can be opened at any place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.table.replay import moves_log
from games.table.replay.compact import expand
from games.table.replay.recorder import View


@dataclass
class Recording:
    """The recording of a game.  If only a part of it was played, `length` is None."""

    frames: list[dict[str, Any]]
    front: list[list[int]]
    wars: Sequence[Sequence[int]]
    log: list[moves_log.Entry]
    length: int | None
    has_start: bool = True

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Recording":
        """A whole recording, read from JSON."""
        frames = list(expand([*data["frames"], data["rest"]]))
        log = moves_log.grouped(line for f in frames for *_, lines in f["m"] for line in lines)
        return cls(frames[:-1], data["front"], data["wars"], log, frames[-2]["b"])

    @cached_property
    def places(self) -> dict[int, list[int]]:
        """The frames of each battle, round or second; 0 is the deal."""
        places: dict[int, list[int]] = {}
        for index, frame in enumerate(self.frames):
            places.setdefault(frame["b"], []).append(index)
        return places

    def is_cut(self, place: int) -> bool:
        """Whether it ends before the next place begins."""
        later = [number for number in self.places if number > place]
        return not later or min(later) == max(later)

    def steps(self, place: int) -> list[int]:
        """The frames of this place, or of the last one before it that has any.

        Raises:
            KeyError: the game is shorter.
        """
        if place < 0 or (self.length is not None and place > self.length):
            raise KeyError(place)
        return self.places[self.shown(place)]

    def shown(self, place: int) -> int:
        """The place that has frames: this one, the last one before it, or the first."""
        earlier = [number for number in self.places if number <= place]
        return max(earlier) if earlier else min(self.places)

    def text_of(self, index: int) -> str:
        """The place of a frame, for a URL."""
        place = self.frames[index]["b"]
        steps = self.places[place]
        return str(place) if index == steps[-1] else f"{place}.{steps.index(index) + 1}"

    def view(self, index: int) -> View:
        """What this viewer sees at a frame."""
        view: View = {}
        seats: dict[str, View] = {}
        for frame in self.frames[: index + 1]:
            view |= frame["d"]
            for seat, fields in frame["d"].get("seats", {}).items():
                seats.setdefault(seat, {}).update(fields)
        return view | {"seats": [seats[seat] for seat in sorted(seats, key=int)]}
