"""The decisions of a seat in a game, as starts from which each act that was possible is played on.

They are the places of a curve (`Split` reads it): the deal, at each decision the chance before it
(`12.2`), after the act that was chosen (`12.2!hold`) and after the others (`12.2?draw`), and the
end.  Everything is seen with the eyes of the seat."""

from collections.abc import Iterator
from typing import NamedTuple

from games.lab.chances.course import Course
from games.lab.counting.adapter import Decisions, find
from games.lab.counting.driver import Start
from games.rules.catalogue import BOTS
from games.rules.events import Event
from games.rules.game import Act

CHOSEN, OTHER = "!", "?"


class Decision(NamedTuple):
    """The frame of a course at which a seat had a choice, what it could choose, and what it did."""

    frame: int
    acts: list[Act]
    chosen: Act


def decisions_of(course: Course, seat: int) -> Iterator[Decision]:
    """The decisions of a seat (from 0); none if those of its game are not judged."""
    known = find(course.game.key).decisions
    frame = 0
    while known and frame < len(course.states):
        t = course.game.load(course.states[frame])
        last = last_frame(course, known, frame)
        acts = known.choices(t, course.o, seat)
        if acts:
            calls: dict[int, str] = {}
            events: list[Event] = []
            for number in range(frame, last + 1):
                calls |= course.calls[number]
                events += course.heard[number]
            chosen = known.chosen(t, seat, calls, events)
            if chosen is not None:
                yield Decision(frame, acts, chosen)
        frame = last + 1


def last_frame(course: Course, known: Decisions, first: int) -> int:
    """The last frame that shows the same decision: something else may have changed meanwhile."""
    moment = known.moment(course.game.load(course.states[first]))
    last = first
    while last + 1 < len(course.states):
        if known.moment(course.game.load(course.states[last + 1])) != moment:
            break
        last += 1
    return last


def looks_of(course: Course, seat: int) -> list[tuple[str, Start]]:
    """The places of a split, and where their games start.  Raises BadRun."""
    view, text_of = str(seat + 1), course.recording.text_of
    looks = [(text_of(0), course.position(0, view).start)]
    for decision in decisions_of(course, seat):
        at, start = text_of(decision.frame), course.position(decision.frame, view).start
        looks.append((at, start))
        for act in decision.acts:
            sign = CHOSEN if act == decision.chosen else OTHER
            looks.append((f"{at}{sign}{word_of(course.game.key, act)}", start.choosing(seat, act)))
    last = len(course.frames) - 1
    return [*looks, (text_of(last), course.position(last, view).start)]


def word_of(game: str, act: Act) -> str:
    """An act in a word: `hold`, or `target2` for seat 2."""
    name, args = BOTS[game].acts.write_act(act)
    return f"{name}{act.a + 1}" if "opponent" in args else name
