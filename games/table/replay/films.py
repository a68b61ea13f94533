"""Films of stored games: made once from deal and log, then kept in the cache."""

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import brotli  # type: ignore[import-untyped]
from django.core.cache import cache

from games.rules.events import read_event
from games.rules.game import Line
from games.table import words
from games.table.models import Move, Table
from games.table.replay import captions
from games.table.replay.film import FORMAT, View
from games.table.replay.film import Film as Camera
from games.table.replay.rebuild import Replayed, key_of

KEPT_S = 7 * 24 * 3600
QUALITY = 6  # of 11: a tenth of the time of the best for a few percent


class Film:
    """A film that can be opened at any place."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.frames: list[dict[str, Any]] = data["frames"]
        self.front: list[list[int]] = data["front"]
        self.wars: list[list[int]] = data["wars"]
        self.log: list[captions.Caption] = data["log"]
        # Of a game that was not played to its end only a piece is known.
        self.has_start: bool = data.get("has_start", True)
        self.length: int | None = data.get("length", self.frames[-1]["b"])

    @cached_property
    def battles(self) -> dict[int, list[int]]:
        """The frames of each battle, round or second; 0 is the deal."""
        found: dict[int, list[int]] = {}
        for index, frame in enumerate(self.frames):
            found.setdefault(frame["b"], []).append(index)
        return found

    def is_cut(self, place: int) -> bool:
        """Does it end before the battle after this place is over?"""
        later = [number for number in self.battles if number > place]
        return not later or min(later) == max(later)

    def find_battle(self, battle: int) -> int:
        """The frame that shows how this battle ended.  Raises KeyError."""
        return self.steps(battle)[-1]

    def steps(self, battle: int) -> list[int]:
        """The frames of this battle, or of the last one before it that has any.

        Raises:
            KeyError: the game was not so long."""
        if battle < 0 or (self.length is not None and battle > self.length):
            raise KeyError(battle)
        return self.battles[self.shown(battle)]

    def shown(self, battle: int) -> int:
        """The battle of which there are frames: this one, the last one before it, or the first."""
        earlier = [number for number in self.battles if number <= battle]
        return max(earlier) if earlier else min(self.battles)

    def text_of(self, index: int) -> str:
        """The place of a frame as in an address."""
        battle = self.frames[index]["b"]
        steps = self.battles[battle]
        return str(battle) if index == steps[-1] else f"{battle}.{steps.index(index) + 1}"

    def view(self, index: int, eyes: str) -> View:
        """The view at a frame: of a `watcher`, of `all` cards, or of a seat ("2")."""
        view: View = {"you": int(eyes) if eyes.isdecimal() else None}
        seats: dict[str, View] = {}
        known: dict[str, View] = {}  # by seat: what these eyes see beyond a spectator's view
        for frame in self.frames[: index + 1]:
            view |= {key: value for key, value in frame["d"].items() if key != "seats"}
            for seat, fields in frame["d"].get("seats", {}).items():
                seats.setdefault(seat, {}).update(fields)
            known |= frame.get("open" if eyes == "all" else "own", {})
        for seat, fields in seats.items():
            if eyes in ("all", seat):
                fields |= known.get(seat, {})
        view["seats"] = [seats[seat] for seat in sorted(seats, key=int)]
        return view


def shoot(table: Table) -> dict[str, Any]:
    """Play the game again, take the pictures and write down what happened."""
    game = Replayed(table, key_of(table, list(table.seats.order_by("number"))))
    camera = Camera(game.game, game.o)
    moves = Move.objects.filter(table=table).order_by("number")
    names, lines = captions.marks(table.players), list[Line]()
    for move, events in game.steps(moves):
        camera.shoot(game.state, move.number, move.at_ms, events)
        stored = [read_event(table.game, row) for row in move.events]
        lines += words.told(game.game, move, stored, names, lines[-1].number if lines else 0)
    if not camera.frames:  # dealt, but ended before anything was played
        camera.stand(0, game.game.standing(game.state, game.o)["counts"])
        camera.picture(game.state, 0, 0)
    return camera.develop(lines)


def address(path: str, table: Table) -> str:
    """Changes when the film would: browsers keep it for ever."""
    return f"{path}?v={table.rules_version}.{FORMAT}.{table.version}"


def packed(table: Table) -> bytes:
    """The film as JSON, brotli."""
    key = f"film:{table.code}:{table.rules_version}:{FORMAT}:{table.version}"
    found: bytes | None = cache.get(key)
    if found is None:
        text = json.dumps(shoot(table), separators=(",", ":"))
        found = brotli.compress(text.encode(), quality=QUALITY)
        cache.set(key, found, KEPT_S)
    return found


def text(table: Table) -> bytes:
    """The film as JSON."""
    found: bytes = brotli.decompress(packed(table))
    return found


def of(table: Table) -> Film:
    return Film(json.loads(text(table)))
