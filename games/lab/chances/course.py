"""The positions of a whole game: one for each frame of its replay, with the same numbers.  A game
comes from a finished table, a run of the lab, or a WSN file.  Position `64` is what the replay
shows at the end of battle, round or second 64; `64.2` is the second step of 64.

This module needs plain rules.  The lab's workers, whose rules are compiled, can only play from
positions."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from django.utils import translation
from django.utils.translation import gettext as _

from games.lab.chances.position import Position, position_of, read_view
from games.lab.chances.tally import Playouts, version_of
from games.lab.counting.adapter import BadRun, find
from games.lab.runs.games import Simulated
from games.rules import logs
from games.rules.catalogue import BOTS, rules_of
from games.rules.events import Event
from games.rules.game import Game, Options, State
from games.rules.options import BadOptions
from games.table.differences import changed_view
from games.table.models import Table
from games.table.moves import moves_of
from games.table.replay.rebuild import Replayed, key_of
from games.table.replay.recording import ALL, LIVE_ONLY, WATCHER, Recorder, Recording
from games.untrusted import whole_number


class Course(Recorder):
    """A game with the state of each frame.  `seats` are the levels of bots, "" for people."""

    def __init__(self, rules: Game, o: Options, version: int, seats: Sequence[str]) -> None:
        super().__init__(rules, o, WATCHER)
        self.version, self.seats = version, seats
        self.at, self.events = 0, list[Event]()  # game time (ms), and all that has happened
        self.states: list[bytes] = []
        self.times: list[int] = []  # of each frame
        self.happened: list[int] = []  # how many events before each frame
        self.calls: list[dict[int, str]] = []  # after each frame: who called what

    def watch(self, state: State, at: int, events: Sequence[Event]) -> None:
        """Record a move; the method is a `Watch` of the rules."""
        self.at = at
        self.events += events
        self.record(state, 0, at, events, lambda _: ())

    def hear(self, calls: Mapping[int, str]) -> None:
        """Record the calls that seats (from 0) make after the newest frame, because events do not
        show all of them."""
        if self.calls:
            self.calls[-1].update(calls)

    def masked(self, events: Sequence[Event]) -> Sequence[Event]:
        return ()

    def frame(self, state: State) -> None:
        """Record the state, unless a spectator sees nothing new."""
        public = self.game.view(state, self.o, None)
        if changed_view(self.public, public, LIVE_ONLY):
            self.frames.append({"b": self.place})
            self.states.append(state.to_bytes())
            self.times.append(self.at)
            self.happened.append(len(self.events))
            self.calls.append({})
            self.public = public

    def heard(self, index: int) -> list[Event]:
        """The events between a frame and the next one."""
        ends = [*self.happened[1:], len(self.events)]
        return self.events[self.happened[index] : ends[index]]

    @cached_property
    def places(self) -> list[int]:
        """The place (battle, round or second) of each frame."""
        return [frame["b"] for frame in self.frames]

    def ends_place(self, index: int) -> bool:
        """Whether this frame is the last of its place."""
        return index + 1 == len(self.places) or self.places[index + 1] > self.places[index]

    @cached_property
    def recording(self) -> Recording:
        """The recording of the frames, without their views."""
        return Recording(self.frames, self.front, sorted(self.wars.items()), [], self.places[-1])

    def index(self, at: str) -> int:
        """The index of the frame at a place, such as `64` or `64.2`.  Raises BadRun."""
        first, dot, second = at.partition(".")
        place, step = whole_number(first), whole_number(second)
        steps: list[int] = []
        if place is not None and place <= self.places[-1]:
            steps = self.recording.steps(place)
        number = step if dot else len(steps)
        if number is None or not 1 <= number <= len(steps):
            words = _("This game has no place “%(at)s”: its last one is %(last)s.")
            raise BadRun("NO_PLACE", words % {"at": at[:20], "last": self.places[-1]})
        return steps[number - 1]

    def position(self, index: int, view: str = ALL) -> Position:
        """The position of a frame, as this viewer knows it.  Raises BadRun."""
        return self.position_in(self.game.load(self.states[index]), view)

    def position_in(self, state: State, view: str) -> Position:
        """The position of a state of the game, as this viewer knows it.  Raises BadRun."""
        view = read_view(view, self.o.players)
        return position_of(self.game, self.o, self.version, state, view)

    @cached_property
    def moments(self) -> list[tuple[int, ...]]:
        """A key for each frame; frames of different decisions have different keys."""
        known = find(self.game.key).decisions
        return [known.moment(self.game.load(state)) for state in self.states] if known else []

    def playouts(self, level: str = "") -> Playouts:
        """The playouts of this game; bots of this `level` replace people.  Raises BadRun."""
        return playouts_of(self.game, self.o, self.seats, level)


def playouts_of(rules: Game, o: Options, seats: Sequence[str], level: str = "") -> Playouts:
    """The playouts of a game.  Bots play their seats; in the seats of people (`seats` has "") bots
    of this level play, by default the game's usual bot.  Raises BadRun."""
    adapter = find(rules.key)
    usual = level or BOTS[rules.key].usual[0]
    names = [seat if seat in adapter.policies else usual for seat in seats]
    for seat in BOTS[rules.key].fixed(o):  # the rules say who plays there
        names[seat - 1] = names[0]
    policies = adapter.read_policies(names if rules.has_decisions(o) else [], o)
    return Playouts(rules.key, rules.canonical(o), policies, version_of(adapter, policies))


def strongest(game: str) -> str:
    """The bot that judges choices unless another bot is chosen."""
    return [*BOTS[game].levels][-1]


def judging(rules: Game, o: Options, seats: Sequence[str], seat: int, level: str) -> Playouts:
    """The playouts that judge a seat (from 1): a bot of this level plays the seat, and the other
    seats are played as in `playouts_of`.  Raises BadRun."""
    judged = [*seats]
    if seat not in BOTS[rules.key].fixed(o):
        judged[seat - 1] = level
    return playouts_of(rules, o, judged)


def levels_of(table: Table) -> list[str]:
    """The levels of the bots in the table's seats, in order; "" for people."""
    seats = sorted(table.seats.all(), key=lambda seat: seat.number)
    return [seat.player.level if seat.bot else "" for seat in seats]


def playouts_of_table(table: Table, level: str = "") -> Playouts:
    """The playouts of a table's game.  The seats of the table must have their players.  Raises
    BadRun."""
    try:
        rules, o = rules_of(table.game, table.options)
    except BadOptions as bad:
        raise BadRun("OUTDATED", bad.reason.translate(translation)) from bad
    return playouts_of(rules, o, levels_of(table), level)


def course_of_table(table: Table) -> Course:
    """The course of a finished game.  The seats of the table must have their players, and the
    caller has checked that the visitor may see the game.  Raises BadRun."""
    try:
        seats = sorted(table.seats.all(), key=lambda seat: seat.number)
        played = Replayed(table, key_of(table, seats))
        course = Course(played.game, played.o, table.rules_version, levels_of(table))
        if table.is_branch:
            course.begin(played.state, played.at)
        for move, events in played.steps(moves_of(table)):
            course.hear({move.seat - 1: move.act})
            course.watch(played.state, move.at_ms, events)
    except ValueError as bad:
        words = _("This game cannot be played again under the current rules.")
        raise BadRun("OUTDATED", words) from bad
    if not course.frames:  # dealt, but ended before the first move
        course.frame(played.state)
    return course


def course_of_simulated(game: Simulated, last: int | None = None) -> Course:
    """The course of a game of a run, up to place `last`.  Raises BadRun."""
    if trouble := game.spec.trouble:
        raise BadRun("OUTDATED", trouble)
    course = Course(game.rules, game.o, game.rules.rules_version, game.spec.policies)
    t, notes = game.fresh()
    if game.spec.starts_later:
        course.begin(t, notes.clock)
    else:
        course.watch(t, 0, game.opening(t))
    decisions = game.adapter.decisions
    for step in game.adapter.steps(t, game.o, game.spec.levels, notes):
        course.hear(decisions.calls(t) if decisions else {})
        course.watch(t, step.at, step.events)
        if last is not None and course.place > last:
            break
    return course


def course_of_log(text: str) -> Course:
    """The course of a game in a WSN file.  Raises BadRun."""
    try:
        log = logs.read(text)
        rules, o = logs.header(log)
        o = rules.options(rules.canonical(o))
        names = [log.tag(f"Seat{seat + 1}") for seat in range(o.players)]
        levels = [name.removeprefix("bot:") if name.startswith("bot:") else "" for name in names]
        course = Course(rules, o, rules.rules_version, levels)
        logs.follow(log, rules, o, course.watch)
    except BadOptions as bad:
        raise BadRun("BAD_FILE", bad.reason.translate(translation)) from bad
    except logs.BadLine as bad:
        raise BadRun("BAD_FILE", _("This is no game log: %(why)s.") % {"why": bad}) from bad
    if not course.frames:
        words = _("This game log ends before the first move.")
        raise BadRun("BAD_FILE", words)
    return course
