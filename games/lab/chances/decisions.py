"""The decisions of a seat in a game, as starts of games that are played after each possible choice.

The starts are the places of a curve, which `Split` reads: the deal; at each decision the position
before it (`12.2`), after the chosen act (`12.2!hold`) and after each other act (`12.2?draw`); and
the end.  Every position is as the seat knows it."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from games.lab.chances.course import Course
from games.lab.counting.adapter import find
from games.lab.counting.driver import Start
from games.rules.events import Event
from games.rules.game import Act, State

CHOSEN, OTHER = "!", "?"


class Decision(NamedTuple):
    """A decision of a seat: the index of the frame, the state, the choices and the chosen act."""

    frame: int
    state: State
    choices: list[Act]
    chosen: Act


def decisions_of(course: Course, seat: int) -> Iterator[Decision]:
    """The decisions of a seat (from 0) in the order of the game; none if the lab does not judge
    decisions of the game."""
    known = find(course.game.key).decisions
    if known is None or not known.are_judged(course.o):
        return
    for _moment, same in groupby(range(len(course.states)), key=course.moments.__getitem__):
        frames = [*same]  # something else may have changed meanwhile
        calls: dict[int, str] = {}
        events: list[Event] = []
        for frame in frames:
            calls |= course.calls[frame]
            events += course.heard(frame)
        t = course.game.load(course.states[frames[0]])
        known.move_to(t, seat, events)
        choices = known.choices(t, course.o, seat)
        chosen = known.chosen(t, seat, calls, events) if choices else None
        if chosen is not None:
            yield Decision(frames[0], t, choices, chosen)


def looks_of(course: Course, seat: int, level: str) -> list[tuple[str, Start]]:
    """The places of a split and the starts of their games; a bot of this level plays the seat (from
    0).  Raises BadRun."""
    view, text_of = str(seat + 1), course.recording.text_of
    looks = [(text_of(0), course.position(0, view).start)]
    for decision in decisions_of(course, seat):
        known = find(course.game.key).decisions
        assert known is not None
        if known.is_certain(level, decision.choices, decision.chosen):
            continue
        at, start = text_of(decision.frame), course.position_in(decision.state, view).start
        before = start if known.usual is None else start.choosing(seat, known.usual)
        looks.append((at, before))
        for choice in decision.choices:
            sign = CHOSEN if choice == decision.chosen else OTHER
            looks.append((f"{at}{sign}{known.word(choice)}", start.choosing(seat, choice)))
    last = len(course.frames) - 1
    return [*looks, (text_of(last), course.position(last, view).start)]
