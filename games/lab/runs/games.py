"""Any game of a run, played again on demand: its film, its words, its log.  Nothing of it is
stored; number, seed, options and rules version say it all."""

from functools import cached_property
from typing import Any, NamedTuple

from games.lab.counting.adapter import BadRun
from games.lab.runs.spec import Definition
from games.rules.events import Event
from games.rules.game import Result, State
from games.rules.logs import write_wsn
from games.rules.records import Record
from games.table.replay import captions
from games.table.replay.film import Film, Outline

# Moves of a part, some 20 ms with all its pictures: each shows every seat.  A page waits for the
# first one.
MOVES, FIRST, SEAT_MOVES = 150, 100, 900


class Stop(NamedTuple):
    """A place where a game can be taken up again: after a move that left something to see."""

    move: int
    at: int  # ms
    depth: int | None  # wars in a row of the battle so far
    state: str  # hex
    notes: str  # what those who play have in mind; hex


class Part(NamedTuple):
    """A piece of a game: what a film or an outline says of it, where the next one begins (None: it
    is over), and the position after it."""

    told: dict[str, Any]
    stop: Stop | None
    state: State


class Simulated:
    """Game number `index` of a run.

    Raises BadRun: the run has no such game."""

    def __init__(self, definition: Definition, index: int) -> None:
        if not 0 <= index < definition.games:
            words = f"This run has the games 0 to {definition.games - 1:,}."
            raise BadRun("NO_GAME", words)
        self.definition, self.index = definition, index
        self.rules, self.o = definition.rules, definition.o
        self.adapter = definition.adapter

    def deal(self) -> State:
        return self.adapter.fresh(self.o, self.definition.seed, self.index)

    @cached_property
    def names(self) -> list[str]:
        policies = self.definition.policies
        if self.definition.is_plain:
            return [f"Seat {seat}" for seat in range(1, len(policies) + 1)]
        return [f"{policy.capitalize()} {seat}" for seat, policy in enumerate(policies, 1)]

    def part(self, stop: Stop | None, camera: Outline, moves: int = 0) -> Part:
        """Play on from a stop (None: the deal) for about so many moves (0: the usual number)."""
        t, notes = self.take_up(stop)
        first = stop.move if stop else 0
        usual = min(MOVES, SEAT_MOVES // self.o.players)
        last = first + (moves or (usual if stop else min(usual, FIRST)))
        events: list[Event] = []
        if stop:
            camera.go_on(t, stop.at, stop.depth)
        else:
            events = self.adapter.opening(t, self.o)
            camera.shoot(t, 0, 0, events)
        end = None
        steps = self.adapter.steps(t, self.o, self.definition.levels, notes)
        for move, step in enumerate(steps, first + 1):
            seen = camera.shoot(t, move, step.at, step.events)
            events += step.events
            if seen and move >= last and self.rules.result(t, self.o) is None:
                depth = camera.wars.get(camera.place)
                state, course = t.to_bytes().hex(), notes.to_bytes().hex()
                end = Stop(move, step.at, depth, state, course)
                break
        lines = self.rules.describe(events, captions.marks(len(self.names)))
        return Part(camera.develop(lines), end, t)

    def take_up(self, stop: Stop | None) -> tuple[State, Record]:
        """Position and notes."""
        if stop is None:
            return self.deal(), self.adapter.course()
        state = self.rules.load(bytes.fromhex(stop.state))
        return state, self.adapter.course.from_bytes(bytes.fromhex(stop.notes))

    def outline(self) -> Outline:
        """What notes a part of this game without pictures."""
        return Outline(self.rules, self.o)

    def camera(self) -> Film:
        """What takes the pictures of a part."""
        return Film(self.rules, self.o)

    @cached_property
    def played(self) -> tuple[State, list[Event]]:
        """The last position, and all that happened."""
        t = self.deal()
        events = self.adapter.opening(t, self.o)
        notes = self.adapter.course()
        for step in self.adapter.steps(t, self.o, self.definition.levels, notes):
            events += step.events
        return t, events

    @property
    def film(self) -> dict[str, Any]:
        """Pictures of every step, in one part."""
        return self.part(None, self.camera(), moves=10**9).told

    @property
    def events(self) -> list[Event]:
        return self.played[1]

    @property
    def result(self) -> Result:
        found = self.rules.result(self.played[0], self.o)
        assert found is not None, "simulated games are played to their end"
        return found

    @property
    def wsn(self) -> str:
        """The game as a WSN file."""
        return write_wsn(
            game=self.rules,
            o=self.o,
            names=[name.replace(" ", "-").lower() for name in self.names],
            deal=self.rules.deal_text(self.deal()),
            events=self.events,
            result=self.result,
            tags={"Site": "warsite", "Table": f"seed-{self.definition.seed}-game-{self.index}"},
        )
