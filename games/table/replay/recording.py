"""Recordings of finished games for the replay: the live protocol, version by version.

A recording is made for one viewer (`all` cards, a `watcher`, or a seat such as `2`) and holds what
the live protocol sends to this viewer.  Each frame has the changes of the view (`d`; `seats`: only
the changed fields, by seat), the moves since the previous frame (`m`: version, time in ms, events,
lines), and its place (`b`), as in the log.  Recording does not use the database, so simulated games
are recorded too.  All viewers have the same frames, one whenever a spectator sees something new.
Marks stand for seats, because a recording is kept for ever and names change.

A recording may be made in independent parts: the first frame of a part holds the whole view.  Moves
after the last frame of a part are in `rest` and belong to the first frame of the next part."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.rules.cards import NONE
from games.rules.events import Event, read_event, seen_by
from games.rules.game import Game, Line, Options, State
from games.rules.words import worded
from games.table.differences import changed_view
from games.table.replay import moves_log
from games.table.words import active_language

FORMAT = 8
ALL, WATCHER = "all", "watcher"
# Needed only by a live table.
LIVE_ONLY = frozenset(("asks", "may", "plan", "questions", "touched", "until", "since", "turn"))

View = dict[str, Any]
Frame = dict[str, Any]
Describe = Callable[[Sequence[Event]], Sequence[Line]]  # a move's events as lines


class Summary:
    """The facts of a recorded game apart from its frames.  `first` is its first place; `front` has
    the counts of cards from that place on."""

    def __init__(self, game: Game, options: Options, eyes: str = ALL) -> None:
        self.game, self.o, self.eyes = game, options, eyes
        self.seat = int(eyes) - 1 if eyes.isdecimal() else None
        self.you = NONE if self.seat is None else self.seat  # who is called so in the lines
        self.first = 0
        self.front: list[list[int]] = []  # cards of each seat at place first + i
        self.wars: dict[int, int] = {}  # place -> wars in a row; 0: a fight without a war
        self.lines: list[Line] = []

    def record(
        self, state: State, version: int, at: int, events: Sequence[Event], describe: Describe
    ) -> bool:
        """Record a move with its version and time (ms).  Return whether there is something to
        see."""
        place = self.game.position(state, self.o, at)
        self.stand(place, self.game.standing(state, self.o)["counts"])
        for event in events:
            if event.ev == "war":
                self.wars[place] = getattr(event, "depth", 1)
            elif event.ev in self.game.landmarks:
                self.wars.setdefault(place, 0)
        seen = self.masked(events)
        self.note(version, at, seen, describe(seen))
        return bool(events) and self.is_seen(state)

    def begin(self, state: State, at: int, text: str = "") -> None:
        """Record the place where a branch begins, at `at` (ms), and the line `text` about it."""
        place = self.game.position(state, self.o, at)
        self.stand(place, self.game.standing(state, self.o)["counts"])
        self.lines += [Line(place, text, "note")] if text else []

    def note(self, version: int, at: int, events: Sequence[Event], lines: Sequence[Line]) -> None:
        """Record a move as this viewer sees it."""
        self.lines += lines

    def masked(self, events: Sequence[Event]) -> Sequence[Event]:
        """The events as this viewer may see them."""
        if self.eyes == ALL:
            return events
        return [read_event(self.game.key, seen_by(event, self.seat)) for event in events]

    @property
    def place(self) -> int:
        """The last place recorded so far."""
        return self.first + len(self.front) - 1

    def is_seen(self, state: State) -> bool:
        return self.game.pictured(state, self.o) or self.game.result(state, self.o) is not None

    def stand(self, place: int, counts: list[int]) -> None:
        """Record the counts of cards by seat at this place; skipped places get the previous
        counts."""
        missing = place + 1 - self.first - len(self.front)
        if missing > 0:
            self.front += [self.front[-1] if self.front else counts] * missing
        self.front[place - self.first] = counts

    def resume(self, state: State, at: int, depth: int | None) -> None:
        """Start in the middle of a game, after a move with something to see.  `depth`: the number
        of wars so far at that place."""
        self.first = self.game.position(state, self.o, at)
        self.front = [self.game.standing(state, self.o)["counts"]]
        if depth is not None:
            self.wars[self.first] = depth

    def serialise(self) -> dict[str, Any]:
        """The recording without its log, ready for JSON."""
        return {"first": self.first, "front": self.front, "wars": sorted(self.wars.items())}

    @property
    def log(self) -> list[moves_log.Entry]:
        return moves_log.grouped(self.lines)


class Recorder(Summary):
    """A recorder that adds a frame whenever a spectator sees something new."""

    def __init__(self, game: Game, options: Options, eyes: str = ALL) -> None:
        super().__init__(game, options, eyes)
        self.frames: list[dict[str, Any]] = []
        self.moves: list[Any] = []  # moves since the last frame
        self.public: View = {}  # what a spectator saw in the last frame
        self.shown: View = {}  # what this viewer saw in it

    def record(
        self, state: State, version: int, at: int, events: Sequence[Event], describe: Describe
    ) -> bool:
        """Record a move with its version and time (ms).  Return whether there is something to
        see."""
        seen = super().record(state, version, at, events, describe)
        if events and (seen or not self.public):
            self.frame(state)
        return seen

    def note(self, version: int, at: int, events: Sequence[Event], lines: Sequence[Line]) -> None:
        super().note(version, at, events, lines)
        if events or lines:
            self.moves.append([version, at, [event.to_dict() for event in events], lines])

    def begin(self, state: State, at: int, text: str = "") -> None:
        super().begin(state, at, text)
        self.moves.append([0, at, [], list(self.lines)])
        self.frame(state)

    def frame(self, state: State) -> None:
        """Add a frame, unless a spectator sees nothing new."""
        public = self.game.view(state, self.o, None)
        if not changed_view(self.public, public, LIVE_ONLY):
            return
        view = self.seen(state, public)
        view = worded(
            view, self.game.prompts(state, self.o, view, moves_log.MARKS, active_language())
        )
        self.frames.append(
            {"b": self.place, "d": changed_view(self.shown, view, LIVE_ONLY), "m": self.moves}
        )
        self.moves, self.public, self.shown = [], public, view

    def seen(self, state: State, public: View) -> View:
        """The view of this recording's viewer.  With all cards open, it is a spectator's view with
        the face-down cards and the hands added."""
        if self.eyes == WATCHER:
            return public
        if self.seat is not None:
            return self.game.view(state, self.o, self.seat)
        rows = enumerate(public["seats"])
        return public | {
            "seats": [row | self.game.seat_fields(state, self.o, p)[1] for p, row in rows]
        }

    def resume(self, state: State, at: int, depth: int | None) -> None:
        """Start in the middle of a game; the previous frame showed this state."""
        super().resume(state, at, depth)
        self.public = self.game.view(state, self.o, None)

    def serialise(self) -> dict[str, Any]:
        """The whole recording, ready for JSON."""
        rest = {"b": self.place, "m": self.moves}
        *frames, last = compact([*self.frames, rest])
        return super().serialise() | {"eyes": self.eyes, "frames": frames, "rest": last}


@dataclass
class Recording:
    """The recording of a game.  `length` is None if only a part of the game was played."""

    frames: list[dict[str, Any]]
    front: list[list[int]]
    wars: Sequence[Sequence[int]]
    log: list[moves_log.Entry]
    length: int | None
    has_start: bool = True

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Recording":
        """Read a whole recording from JSON."""
        frames = list(expand([*data["frames"], data["rest"]]))
        log = moves_log.grouped(line for f in frames for *_, lines in f["m"] for line in lines)
        return cls(frames[:-1], data["front"], data["wars"], log, frames[-2]["b"])

    @cached_property
    def places(self) -> dict[int, list[int]]:
        """The indexes of the frames of each battle, round or second; place 0 is the deal."""
        places: dict[int, list[int]] = {}
        for index, frame in enumerate(self.frames):
            places.setdefault(frame["b"], []).append(index)
        return places

    @property
    def is_whole(self) -> bool:
        """Whether the recording reaches the end of the game."""
        return self.length is not None and self.frames[-1]["b"] >= self.length

    def is_cut(self, place: int) -> bool:
        """Whether the recording ends before the next place begins."""
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
        """The nearest place with frames: this place, else the last one before it, else the
        first."""
        earlier = [number for number in self.places if number <= place]
        return max(earlier) if earlier else min(self.places)

    def text_of(self, index: int) -> str:
        """The place of a frame, as written in a URL."""
        place = self.frames[index]["b"]
        steps = self.places[place]
        return str(place) if index == steps[-1] else f"{place}.{steps.index(index) + 1}"

    @cached_property
    def frame_at(self) -> dict[str, int]:
        """The indexes of the frames by place, as written in URLs."""
        return {self.text_of(index): index for index in range(len(self.frames))}

    def told(self, first: int, last: int) -> list[str]:
        """The lines about the frames from `first` to `last`, without lines of the kind `note`."""
        moves = [move for frame in self.frames[first : last + 1] for move in frame["m"]]
        lines = [line for *_, rows in moves for line in rows]
        return [text for _, text, kind in lines if kind in ("", "war")]

    def view(self, index: int, names: Sequence[str]) -> View:
        """The view at a frame, with marks in its texts replaced by these names of the seats."""
        view: View = {}
        seats: dict[str, View] = {}
        for frame in self.frames[: index + 1]:
            view |= frame["d"]
            for seat, fields in frame["d"].get("seats", {}).items():
                seats.setdefault(seat, {}).update(fields)
        view |= {"seats": [seats[seat] for seat in sorted(seats, key=int)]}
        return dict(moves_log.all_named(view, names))


def compact(frames: Iterable[Frame]) -> Iterator[Frame]:
    """Frames with numbers as differences, most of them 0 or 1, which saves a third of the space.

    Places, versions and times are relative to those of the previous frame.  Within a move, places
    (of lines, and of events as `number`) are relative to the frame's, and times (`at`) to the
    move's."""
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
    """The original frames, restored from the output of `compact`."""
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
    """An event with its place moved by `place`, or its time by `at` in games with a clock."""
    if "at" in event:
        return event | {"at": event["at"] + at}
    return event | {"number": event["number"] + place} if "number" in event else event
