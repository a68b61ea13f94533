"""Films of simulated games, in parts: each is made when it is asked for and kept in the cache.

A game of Ultimate War takes longer to play than one waits for a page.  So it is played on only as
far as somebody looks; where parts begin is kept, and each part can be made from there."""

import json
from typing import Any

import brotli  # type: ignore[import-untyped]
from django.core.cache import cache

from games.lab.runs.games import Part, Simulated, Stop
from games.table.replay import captions
from games.table.replay.film import FORMAT
from games.table.replay.films import Film

KEPT_S = 24 * 3600
QUALITY = 4  # quick: these films are made while somebody waits

View = dict[str, Any]


def squeezed(data: Any) -> bytes:
    text: bytes = json.dumps(data, separators=(",", ":")).encode()
    found: bytes = brotli.compress(text, quality=QUALITY)
    return found


def spread(data: bytes) -> Any:
    return json.loads(brotli.decompress(data))


class Reel:
    """A game of a run as far as it has been played.  `outlines` are what its parts tell beside
    their pictures, each with the stop after it; the last one of a whole game has its ending."""

    def __init__(self, code: str, game: Simulated) -> None:
        self.game = game
        self.key = f"simulated:{code}:{game.index}:{FORMAT}"
        self.version = f"{game.definition.rules_version}.{FORMAT}"
        kept: bytes | None = cache.get(self.key)
        self.outlines: list[View] = spread(kept) if kept else []

    @property
    def is_whole(self) -> bool:
        """Has it been played to its end?"""
        return bool(self.outlines) and self.outlines[-1]["stop"] is None

    @property
    def ending(self) -> View | None:
        """How the game ended, if that is known."""
        found: View | None = self.outlines[-1]["ending"]
        return found

    @property
    def places(self) -> int:
        """The last place that was reached."""
        row = self.outlines[-1]
        place: int = row["first"] + len(row["front"]) - 1
        return place

    @property
    def first(self) -> str:
        """The query of the first part."""
        return f"?part=0&v={self.version}"

    @property
    def moves(self) -> int:
        """How far it has been played, unless it is whole."""
        stop = self.outlines[-1]["stop"] if self.outlines else None
        return stop[0] if stop else 0

    def play(self, *, pictures: bool = False) -> bytes:
        """The next part; its film, if there are to be pictures."""
        number, film = len(self.outlines), b""
        camera = self.game.camera() if pictures else self.game.outline()
        part = self.game.part(self.stop(number), camera)
        if pictures:
            film = self.keep(number, part)
        told = {key: value for key, value in part.told.items() if key != "frames"}
        self.outlines.append(told | {"stop": part.stop, "ending": self.ended(part)})
        return film

    def ended(self, part: Part) -> View | None:
        result = self.game.rules.result(part.state, self.game.o)
        if result is None:
            return None
        standing = self.game.rules.standing(part.state, self.game.o)
        return {"result": {"text": result.text, "end": result.end}, "standing": standing}

    def stop(self, number: int) -> Stop | None:
        """Where a part begins."""
        return Stop(*self.outlines[number - 1]["stop"]) if number else None

    def save(self) -> None:
        """Remember how far it has been played."""
        cache.set(self.key, squeezed(self.outlines), KEPT_S)

    def keep(self, number: int, part: Part) -> bytes:
        """A part of the film, as it is sent; `next` is the query of the one after it."""
        then = f"?part={number + 1}&v={self.version}" if part.stop else None
        packed = squeezed(part.told | {"next": then})
        cache.set(f"{self.key}:{number}", packed, KEPT_S)
        return packed

    def part(self, number: int) -> bytes:
        """A part of the film: JSON, brotli.  Raises KeyError: it has not so many."""
        kept: bytes | None = cache.get(f"{self.key}:{number}")
        if kept:
            return kept
        played = len(self.outlines)
        while len(self.outlines) < number and not self.is_whole:
            self.play()
        if number < played:
            kept = self.keep(number, self.game.part(self.stop(number), self.game.camera()))
        elif self.is_whole:
            raise KeyError(number)
        else:
            kept = self.play(pictures=True)
            self.save()
        return kept

    def reach(self, place: int | None, moves: int = 0) -> None:
        """Play on until everything is known that a page shows at a place (None: at the end), and
        for so many moves at least."""
        played = len(self.outlines)
        while not self.is_whole and (self.moves < moves or not self.is_told(place)):
            self.play(pictures=place == 0 and not self.outlines)
        if len(self.outlines) > played:
            self.save()

    def is_told(self, place: int | None) -> bool:
        """Are the lines known that are shown at a place, and the next war?"""
        if place is None:
            return False
        later = [parts for row in self.outlines for at, parts in row["log"] if at > place]
        lines = sum(map(len, later[:-1]))  # the last place may go on in the next part
        enough = len(later) > captions.AT_ONCE + 1 or lines > captions.MOST_LINES
        return enough and any(at > place for row in self.outlines for at, _ in row["wars"])

    def around(self, place: int) -> Film:
        """The film at a place that has been reached: the parts that show it, and the pictures
        before and after it."""
        starts = [row["first"] for row in self.outlines]
        first = last = max(number for number, start in enumerate(starts) if start <= place)
        film = self.film(first, last)
        while first and film.shown(place) <= film.frames[0]["b"]:
            first -= 1
            film = self.film(first, last)
        while not (self.is_whole and last == len(self.outlines) - 1) and film.is_cut(place):
            last += 1
            film = self.film(first, last)
        return film

    def film(self, first: int, last: int) -> Film:
        """These parts with their pictures, and all that is known besides."""
        frames = []
        for number in range(first, last + 1):
            frames += spread(self.part(number))["frames"]
        front: list[list[int]] = []
        wars: dict[int, int] = {}
        for row in self.outlines:
            front[row["first"] :] = row["front"]
            wars |= dict(row["wars"])
        log = captions.joined(row["log"] for row in self.outlines)
        length = len(front) - 1 if self.is_whole else None
        known = {"front": front, "wars": sorted(wars.items()), "log": log, "length": length}
        return Film(known | {"frames": frames, "has_start": first == 0})
