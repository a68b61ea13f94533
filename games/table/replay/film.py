"""A finished game as pictures: what the replay shows, step by step.

A film is made from a game that is played again; it knows nothing of the database, so games that
were only simulated can be filmed as well.  Pictures are differences: `d` holds the keys of the
spectator's view that changed (`seats`: only the fields that changed, by seat).  `open` holds, by
seat, the fields that look different once everything is known, `own` those that the seat itself
saw differently; both stand until they are given anew for that seat.

A film may be cut into parts that are made one by one: the first picture of each part is whole, so
that its pictures are those of the uncut film whatever was before it.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from games.rules.events import Event
from games.rules.game import Game, Line, Options, State
from games.table.replay import captions

FORMAT = 5
LIVE_ONLY = frozenset(("you", "asks", "may", "plan", "touched", "until", "since", "turn"))
NOT_WHOLE = LIVE_ONLY | {"seats"}

View = dict[str, Any]
NOTHING: View = {}
Rows = dict[int, View]


class Outline:
    """What is told of a game beside its pictures.  `first`: its first place; the front begins
    there."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game, self.o = game, options
        self.first = 0
        self.front: list[list[int]] = []  # cards of each seat at place first + i
        self.wars: dict[int, int] = {}  # place -> wars in a row; 0: a fight without

    def shoot(self, state: State, move: int, at: int, events: Sequence[Event]) -> bool:
        """After a move: its number, its time in ms, its events.  Is there something to see?"""
        place = self.game.position(state, self.o, at)
        self.stand(place, self.game.standing(state, self.o)["counts"])
        for event in events:
            if event.ev == "war":
                self.wars[place] = getattr(event, "depth", 1)
            elif event.ev in self.game.landmarks:
                self.wars.setdefault(place, 0)
        return bool(events) and self.is_seen(state)

    @property
    def place(self) -> int:
        """The last one."""
        return self.first + len(self.front) - 1

    def is_seen(self, state: State) -> bool:
        return self.game.pictured(state, self.o) or self.game.result(state, self.o) is not None

    def stand(self, place: int, counts: list[int]) -> None:
        """What everybody holds at this place; places that were passed over had the last count."""
        missing = place + 1 - self.first - len(self.front)
        if missing > 0:
            self.front += [self.front[-1] if self.front else counts] * missing
        self.front[place - self.first] = counts

    def go_on(self, state: State, at: int, depth: int | None) -> None:
        """Begin in the middle: after a move that left something to see.  `depth`: of the wars
        of that place so far."""
        self.first = self.game.position(state, self.o, at)
        self.front = [self.game.standing(state, self.o)["counts"]]
        if depth is not None:
            self.wars[self.first] = depth

    def develop(self, lines: Iterable[Line]) -> dict[str, Any]:
        """All of it, ready for JSON.  `lines`: the log, with marks for names."""
        return {
            "format": FORMAT,
            "first": self.first,
            "front": self.front,
            "wars": sorted(self.wars.items()),
            "log": captions.grouped(lines),
        }


class Film(Outline):
    """Takes a picture whenever there is something to see."""

    def __init__(self, game: Game, options: Options) -> None:
        super().__init__(game, options)
        self.frames: list[dict[str, Any]] = []
        self.before: View = {}
        self.known: dict[str, Rows] = {"open": {}, "own": {}}
        self.in_middle = False  # of the game this film began

    def shoot(self, state: State, move: int, at: int, events: Sequence[Event]) -> bool:
        """After a move: its number, its time in ms, its events.  Is there something to see?"""
        seen = super().shoot(state, move, at, events)
        if events and (seen or not self.before):
            self.picture(state, move, at)
        return seen

    def picture(self, state: State, move: int, at: int) -> None:
        """Unless a spectator sees nothing new."""
        view = self.game.view(state, self.o, None)
        change = changed(self.before, view)
        if change and self.in_middle and not self.frames:
            change = changed({}, view)
        if change:
            self.before = view
            frame = {"m": move, "t": at, "b": self.place, "d": change}
            self.frames.append(frame | self.uncovered(state, view["seats"]))

    def go_on(self, state: State, at: int, depth: int | None) -> None:
        """Begin in the middle; the last picture before was of this state."""
        super().go_on(state, at, depth)
        self.before = self.game.view(state, self.o, None)
        self.in_middle = True

    def uncovered(self, state: State, rows: Sequence[View]) -> dict[str, Rows]:
        """What changed for those who know more than a spectator; in the first picture of a part
        all of it."""
        whole = self.in_middle and not self.frames
        found: dict[str, Rows] = {}
        for row in rows:
            seat = row["seat"]
            own, opened = self.game.seat_fields(state, self.o, seat - 1)
            mine = otherwise(row, own) if own else NOTHING
            more = mine if own is opened else otherwise(row, opened)
            for name, fields in (("open", more), ("own", mine)):
                if whole or fields != self.known[name].get(seat, NOTHING):
                    self.known[name][seat] = found.setdefault(name, {})[seat] = fields
        return found

    def develop(self, lines: Iterable[Line]) -> dict[str, Any]:
        """The whole film, ready for JSON."""
        return super().develop(lines) | {"frames": self.frames}


def otherwise(row: View, fields: View) -> View:
    """Those of the fields that are not as in the row."""
    return {key: value for key, value in fields.items() if value != row[key]}


def changed(before: View, now: View) -> View:
    """What is different from the view before, without what only a live table needs."""
    found = {
        key: value
        for key, value in now.items()
        if key not in NOT_WHOLE and before.get(key, ...) != value
    }
    seats: Rows = {}
    rows = now["seats"]
    for row, was in zip(rows, before.get("seats") or [{}] * len(rows), strict=True):
        if row != was:
            seats[row["seat"]] = {k: v for k, v in row.items() if was.get(k, ...) != v}
    return found | {"seats": seats} if seats else found
