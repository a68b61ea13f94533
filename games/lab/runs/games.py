"""Replays of any game of a run: its recording, its words, its log.  Games are not stored: number,
seed, options and rules version determine a game."""

from functools import cached_property, partial
from typing import Any, Generic, NamedTuple, TypeVar

from django.utils.translation import gettext as _

from games.lab.counting.adapter import BadRun
from games.lab.runs.spec import RunSpec
from games.rules.events import Event
from games.rules.game import Result, State
from games.rules.logs import write_wsn
from games.table.replay import moves_log
from games.table.replay.recording import ALL, Recorder, Summary
from games.table.words import active_language

R = TypeVar("R", bound=Summary)

# Moves of a part, about 20 ms with all its frames, each of which shows every seat.  A page waits
# for the first one.
MOVES, FIRST, SEAT_MOVES = 120, 100, 720


class Stop(NamedTuple):
    """A position from which a game can be continued: after a move that a viewer sees."""

    move: int
    at: int  # ms
    depth: int | None  # wars in a row of the battle so far
    state: str  # hex
    notes: str  # the players' notes; hex


class Part(NamedTuple, Generic[R]):
    """A part of a recorded game, the stop at which the next part begins (None: the game is over),
    and the state after this part."""

    noted: R
    stop: Stop | None
    state: State


class Simulated:
    """Game number `index` of a run.

    Raises:
        BadRun: the run has no such game.
    """

    def __init__(self, spec: RunSpec, index: int) -> None:
        if not 0 <= index < spec.games:
            words = _("This run has the games 0 to %(last)s.")
            raise BadRun("NO_GAME", words % {"last": f"{spec.games - 1:,}"})
        self.spec, self.index = spec, index
        self.rules, self.o = spec.rules, spec.o
        self.adapter = spec.adapter

    def deal(self) -> State:
        return self.fresh()[0]

    def fresh(self) -> tuple[State, Any]:
        """The state after the deal, or at the position where the game starts, and the players'
        notes."""
        spec = self.spec
        return self.adapter.fresh(self.o, spec.levels, spec.seed, self.index, spec.begins)

    def opening(self, t: State) -> list[Event]:
        """The events of the deal; none for a game that starts at a position."""
        return [] if self.spec.starts_later else self.adapter.opening(t, self.o)

    @cached_property
    def names(self) -> list[str]:
        policies = self.spec.policies
        if self.spec.is_plain:
            named = _("Seat %(number)s")
            return [named % {"number": seat} for seat in range(1, len(policies) + 1)]
        return [f"{policy.capitalize()} {seat}" for seat, policy in enumerate(policies, 1)]

    def part(self, stop: Stop | None, noted: R, moves: int = 0) -> Part[R]:
        """Play from a stop (None: from the start) for about this many moves (0: the usual number),
        and record them in `noted`."""
        t, notes = self.take_up(stop)
        first = stop.move if stop else 0
        usual = min(MOVES, SEAT_MOVES // self.o.players)
        last = first + (moves or (usual if stop else min(usual, FIRST)))
        names, lang = moves_log.MARKS, active_language()
        describe = partial(self.rules.describe, names=names, lang=lang, you=noted.you)
        if stop:
            noted.resume(t, stop.at, stop.depth)
        elif self.spec.starts_later:
            noted.begin(t, notes.clock, _("The game starts here."))
        else:
            noted.record(t, 0, 0, self.opening(t), describe)
        steps = self.adapter.steps(t, self.o, self.spec.levels, notes)
        for move, step in enumerate(steps, first + 1):
            seen = noted.record(t, move, step.at, step.events, describe)
            if seen and move >= last and self.rules.result(t, self.o) is None:
                depth = noted.wars.get(noted.place)
                state, memory = t.to_bytes().hex(), notes.to_bytes().hex()
                return Part(noted, Stop(move, step.at, depth, state, memory), t)
        return Part(noted, None, t)

    def take_up(self, stop: Stop | None) -> tuple[State, Any]:
        """The state and the players' notes at a stop; None: at the start."""
        if stop is None:
            return self.fresh()
        state = self.rules.load(bytes.fromhex(stop.state))
        return state, self.adapter.game_stats.from_bytes(bytes.fromhex(stop.notes))

    def recorder(self, eyes: str = ALL) -> Recorder:
        """A recorder of the game for this viewer."""
        return Recorder(self.rules, self.o, eyes)

    @cached_property
    def played(self) -> tuple[State, list[Event]]:
        """The last state, and all events."""
        t, notes = self.fresh()
        events = self.opening(t)
        for step in self.adapter.steps(t, self.o, self.spec.levels, notes):
            events += step.events
        return t, events

    def recorded(self, eyes: str = ALL) -> dict[str, Any]:
        """The recording of the whole game in one part, for this viewer."""
        return self.part(None, self.recorder(eyes), moves=10**9).noted.serialise()

    @property
    def events(self) -> list[Event]:
        return self.played[1]

    @property
    def result(self) -> Result:
        result = self.rules.result(self.played[0], self.o)
        assert result is not None, "simulated games are played to their end"
        return result

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
            tags={"Site": "warsite", "Table": f"seed-{self.spec.seed}-game-{self.index}"},
        )
