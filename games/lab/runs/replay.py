"""Recordings of simulated games, in parts, each made on demand and cached.

A game of Ultimate War takes too long to play while a page loads.  So the game is played only as far
as the page shows it; the start of each part is stored, and every part can be made from its
start."""

import json
from typing import Any

import brotli  # type: ignore[import-untyped]
from django.core.cache import caches
from django.utils.translation import get_language

from games.lab.runs.games import Part, Simulated, Stop
from games.table.replay import moves_log
from games.table.replay.recording import ALL, FORMAT, Recorder, Recording, Summary, expand

KEPT_S = 24 * 3600
QUALITY = 4  # fast: someone is waiting

View = dict[str, Any]


def packed(data: Any) -> bytes:
    text: bytes = json.dumps(data, separators=(",", ":")).encode()
    compressed: bytes = brotli.compress(text, quality=QUALITY)
    return compressed


def unpacked(data: bytes) -> Any:
    return json.loads(brotli.decompress(data))


class PartedReplay:
    """A game of a run for one viewer, as far as it has been played.  `parts` hold the facts of each
    part without its frames, and the stop after the part; the last part of a complete game also has
    the ending."""

    def __init__(self, code: str, game: Simulated, eyes: str = ALL) -> None:
        self.game, self.eyes = game, eyes
        language = get_language()
        self.key = f"simulated:{code}:{game.index}:{FORMAT}:{eyes}:{language}"
        self.version = f"{game.spec.rules_version}.{FORMAT}&lang={language}"
        kept: bytes | None = caches["copies"].get(self.key)
        self.parts: list[View] = unpacked(kept) if kept else []

    @property
    def is_whole(self) -> bool:
        """Whether the game has been played to its end."""
        return bool(self.parts) and self.parts[-1]["stop"] is None

    @property
    def ending(self) -> View | None:
        """The ending of the game; None if the game has not been played to its end."""
        view: View | None = self.parts[-1]["ending"]
        return view

    @property
    def last_place(self) -> int:
        """The last place (battle, round or second) that has been played."""
        row = self.parts[-1]
        place: int = row["first"] + len(row["front"]) - 1
        return place

    @property
    def moves(self) -> int:
        """The number of moves played so far; 0 if the game is complete."""
        stop = self.parts[-1]["stop"] if self.parts else None
        return stop[0] if stop else 0

    def query(self, number: int) -> str:
        """The query of a part's URL, without the viewer."""
        return f"?part={number}&v={self.version}&view="

    def play(self) -> None:
        """Play the next part without making frames."""
        noted = Summary(self.game.rules, self.game.o, self.eyes)
        self.add(self.game.part(self.stop(len(self.parts)), noted))

    def play_recorded(self) -> bytes:
        """Play the next part with its frames."""
        number = len(self.parts)
        part = self.game.part(self.stop(number), self.game.recorder(self.eyes))
        self.add(part)
        return self.keep(number, part)

    def add(self, part: Part[Any]) -> None:
        noted = part.noted
        summary = Summary.serialise(noted) | {"log": noted.log}
        self.parts.append(summary | {"stop": part.stop, "ending": self.ended(part)})

    def ended(self, part: Part[Any]) -> View | None:
        result = self.game.rules.result(part.state, self.game.o)
        if result is None:
            return None
        standing = self.game.rules.standing(part.state, self.game.o)
        return {"result": {"text": result.text, "end": result.end}, "standing": standing}

    def stop(self, number: int) -> Stop | None:
        """The stop at which a part begins."""
        return Stop(*self.parts[number - 1]["stop"]) if number else None

    def save(self) -> None:
        """Store the progress of the replay."""
        caches["copies"].set(self.key, packed(self.parts), KEPT_S)

    def keep(self, number: int, part: Part[Recorder]) -> bytes:
        """Store a part of the recording, and return it in the form in which it is sent; `next` is
        the query of the next part."""
        then = self.query(number + 1) + self.eyes if part.stop else None
        data = packed(part.noted.serialise() | {"next": then})
        caches["copies"].set(f"{self.key}:{number}", data, KEPT_S)
        return data

    def part(self, number: int) -> bytes:
        """A part of the recording: JSON, compressed with brotli.  Raises KeyError if there is no
        such part."""
        kept: bytes | None = caches["copies"].get(f"{self.key}:{number}")
        if kept:
            return kept
        if number < len(self.parts):
            again = self.game.part(self.stop(number), self.game.recorder(self.eyes))
            return self.keep(number, again)
        while len(self.parts) < number and not self.is_whole:
            self.play()
        if self.is_whole:
            raise KeyError(number)
        kept = self.play_recorded()
        self.save()
        return kept

    def reach(self, place: int | None, moves: int = 0) -> None:
        """Play until the game is known as far as a page shows it at this place (None: to the end),
        and for at least this many moves."""
        played = len(self.parts)
        while not self.is_whole and (self.moves < moves or not self.is_told(place)):
            if place == 0 and not self.parts:
                self.play_recorded()
            else:
                self.play()
        if len(self.parts) > played:
            self.save()

    def is_told(self, place: int | None) -> bool:
        """Whether the lines that a page shows at this place, and the next war, have been played."""
        if place is None:
            return False
        later = [parts for row in self.parts for at, parts in row["log"] if at > place]
        lines = sum(map(len, later[:-1]))  # the last place may continue in the next part
        enough = len(later) > moves_log.AT_ONCE + 1 or lines > moves_log.MOST_LINES
        return enough and any(at > place for row in self.parts for at, _ in row["wars"])

    def around(self, place: int) -> Recording:
        """The recording around a place that has been played: the parts that the page shows there,
        and the frames before and after it."""
        starts = [row["first"] for row in self.parts]
        first = last = max(number for number, start in enumerate(starts) if start <= place)
        recording = self.recording(first, last)
        while first and recording.shown(place) <= recording.frames[0]["b"]:
            first -= 1
            recording = self.recording(first, last)
        while not (self.is_whole and last == len(self.parts) - 1) and recording.is_cut(place):
            last += 1
            recording = self.recording(first, last)
        return recording

    def recording(self, first: int, last: int) -> Recording:
        """A recording with the frames of these parts, and the facts of all parts."""
        frames: list[View] = []
        for number in range(first, last + 1):
            frames += expand(unpacked(self.part(number))["frames"])
        front: list[list[int]] = []
        wars: dict[int, int] = {}
        for row in self.parts:
            front[row["first"] :] = row["front"]
            wars |= dict(row["wars"])
        log = moves_log.joined(row["log"] for row in self.parts)
        length = len(front) - 1 if self.is_whole else None
        return Recording(frames, front, sorted(wars.items()), log, length, has_start=first == 0)
