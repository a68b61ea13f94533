"""The course of rounds and tables in the log: draw, publish, begin, results, complete (14.3-14.6),
rulings with what was before, and rounds that were undone."""

from collections.abc import Iterable
from typing import Any

from tests.referee.file import Act, Fault, Faults, File, Pairing, Round, Stage, compare
from tests.referee.timeline import (
    DRAWS,
    RESULTS,
    PairingKey,
    Result,
    Results,
    result_of,
    round_key,
)

# What may follow what in a round; "" is before the draw.
NEXT = {
    "draw": {""},
    "redraw": {"drawn", "published"},
    "set": {"", "drawn", "published"},
    "publish": {"drawn"},
    "begin": {"published"},
    "complete": {"playing"},
    "undo": {"drawn", "published", "playing", "complete"},
}
STATE = {
    "draw": "drawn", "redraw": "drawn", "set": "drawn", "publish": "published",
    "begin": "playing", "complete": "complete", "undo": "",
}  # fmt: skip
TIMES = {"publish": "published", "begin": "started", "complete": "ended"}
OPEN = ("planned", "open")
Times = dict[str, int | None]


class Course:
    """Follows the acts of every round."""

    def __init__(self, file: File) -> None:
        self.state: dict[tuple[int, int], str] = {}
        self.times: dict[tuple[int, int], Times] = {}
        self.method: dict[tuple[int, int], dict[str, Any]] = {}
        self.undone: dict[int, tuple[tuple[int, int], Times]] = {}
        self.results: Results = {}
        self.opened = [1] if any(act.act == "start" for act in file.acts) else []
        self.players = {one.player: one.no for one in file.entrants}
        self.seats = {
            (stage.no, round_.no, pairing.no): set(pairing.seats)
            for stage in file.stages
            for round_ in stage.rounds
            for pairing in round_.pairings
        }
        self.is_arena = {stage.no: stage.settings.format == "arena" for stage in file.stages}

    def follow(self, acts: Iterable[Act]) -> Faults:
        for act in acts:
            if act.act == "stage":
                yield from compare(self._where(act), "the stage", act.args, {"stage": self._next})
                self.opened.append(act.args["stage"])
            elif act.act in NEXT:
                yield from self._of_round(act)
            elif act.act in (*RESULTS, "restart", "noshow"):
                yield from self._of_table(act)

    @property
    def _next(self) -> int:
        return len(self.opened) + 1

    def _where(self, act: Act) -> str:
        return f"act {act.no} ({act.act})"

    def _of_round(self, act: Act) -> Faults:
        key = round_key(act)
        state = self.state.get(key, "")
        if state not in NEXT[act.act]:
            yield Fault(self._where(act), f"round {key} is {state or 'not drawn'}")
        yield from compare(self._where(act), "the stage", key[0], max(self.opened, default=0))
        if state == "" and act.act in DRAWS and not self.is_arena.get(key[0]):
            done = sum(1 for at, one in self.state.items() if at[0] == key[0] and one)
            yield from compare(self._where(act), "the number of the round", key[1], done + 1)
            if "complete" not in (self.state.get((key[0], key[1] - 1), "complete"),):
                yield Fault(self._where(act), "the round before is not complete")
        self.state[key] = STATE[act.act]
        times = self.times.setdefault(key, {})
        if act.act in DRAWS:
            self.times[key] = {"paired": act.at, "published": None, "started": None, "ended": None}
            self.method[key] = act.args | ({"method": "manual"} if act.act == "set" else {})
        elif act.act in TIMES:
            times[TIMES[act.act]] = act.at
        else:
            self.undone[act.no] = (key, times)
        if act.act in ("draw", "undo"):
            self.results = {at: one for at, one in self.results.items() if at[:2] != key}

    def _of_table(self, act: Act) -> Faults:
        where, key = self._where(act), (*round_key(act), act.args["pairing"])
        known = self.results.get(key)
        state = self.state.get(key[:2])
        if state not in ("published", "playing", "complete"):
            yield Fault(where, f"the round is {state or 'not drawn'}")
        yield from self._own(act, key)
        if act.act == "restart":
            self.results.pop(key, None)
        if act.act not in RESULTS:
            return
        if act.act == "result" and known is not None:
            yield Fault(where, "this table has a result already")
        if act.act == "rule":
            before = act.args.get("before")
            yield from compare(where, "what was before", before, as_before(known))
        self.results[key] = result_of(act)

    def _own(self, act: Act, key: PairingKey) -> Faults:
        """A director who sits at the table says so (1.5)."""
        if act.by.role == "director":
            is_own = self.players.get(act.by.player or 0) in self.seats.get(key, ())
            yield from compare(self._where(act), "own", act.args.get("own", False), is_own)


def as_before(known: Result | None) -> dict[str, Any] | None:
    """The result that a ruling replaces, as it records it."""
    if known is None:
        return None
    points = [str(one) for one in known.points] or None  # of duplicate they are not in the log
    return {"status": known.status, "places": known.places, "points": points}


def faults(file: File) -> Faults:
    course = Course(file)
    yield from course.follow(file.acts)
    for stage in file.stages:
        numbers = [round_.no for round_ in stage.rounds]
        yield from compare(
            f"stage {stage.no}", "the rounds", numbers, [*range(1, len(numbers) + 1)]
        )
        for round_ in stage.rounds:
            yield from _round(course, stage, round_)
        for gone in stage.undone:
            yield from _undone(course, stage, gone.act, gone)
    recorded = {one.act for stage in file.stages for one in stage.undone}
    yield from compare("undone", "the acts that undid rounds", recorded, set(course.undone))
    yield from compare(
        "stages", "those that have begun", [s.no for s in file.stages], course.opened
    )


def _round(course: Course, stage: Stage, round_: Round) -> Faults:
    where, key = f"stage {stage.no} round {round_.no}", (stage.no, round_.no)
    if round_.status == "planned":
        if course.state.get(key) not in (None, "", "drawn"):
            yield Fault(where, f"it is not planned, but {course.state[key]}")
        return
    state = "playing" if round_.status == "opening" else round_.status
    yield from compare(where, "its state", state, course.state.get(key))
    yield from _times(where, round_, course.times.get(key, {}))
    method = course.method.get(key, {})
    if "present" in method:
        yield from compare(where, "how many are present", len(round_.present), method["present"])
    if "method" in method:
        yield from compare(where, "the method", round_.method, method["method"])
    for pairing in round_.pairings:
        if stage.settings.deals == "duplicate":  # it has none
            pairing = pairing.model_copy(update={"points": None})
        own_key = (*key, pairing.no)
        if stage.settings.format == "arena" and own_key in course.results:
            # A later ruling may have begun or ended a series, and early logs have none.
            logged = course.results[own_key].points
            pairing = pairing.model_copy(update={"points": logged or None})
        yield from _pairing(f"{where} table {pairing.no}", pairing, course, own_key)


def _times(where: str, round_: Round, right: Times) -> Faults:
    recorded = {name: getattr(round_, name) for name in ("paired", "published", "started", "ended")}
    yield from compare(where, "its times", recorded, right)


def _pairing(where: str, pairing: Pairing, course: Course, key: PairingKey) -> Faults:
    logged = course.results.get(key)
    if pairing.status in ("annulled", "empty"):
        return
    if pairing.status in OPEN or logged is None:
        yield from compare(where, "its result", pairing.status in OPEN, logged is None)
        return
    recorded = Result(pairing.status, pairing.places, pairing.points or [])
    yield from compare(where, "its result", tuple(recorded), tuple(logged))


def _undone(course: Course, stage: Stage, act: int, round_: Round) -> Faults:
    where = f"stage {stage.no} round {round_.no}, undone"
    if act not in course.undone:
        yield Fault(where, f"act {act} did not undo it")
        return
    key, times = course.undone[act]
    yield from compare(where, "the round of that act", key, (stage.no, round_.no))
    yield from _times(where, round_, times)
