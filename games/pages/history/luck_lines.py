"""Luck and choices of a finished game in words: a line for each seat, and its costliest choices."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.lab.chances import curves
from games.lab.chances.course import judging, strongest
from games.lab.chances.models import StoredCurve
from games.lab.chances.split import Judged, Split, chance, split_of
from games.lab.chances.tally import Playouts
from games.lab.counting.adapter import BadRun, find
from games.lab.runs.statistics import Z95
from games.pages.history.chances import Subject
from games.table.words import place_name

View = dict[str, Any]
SHOWN = 3  # costly choices of a seat


class Act(NamedTuple):
    """A possible act, and the number of games out of 100 that are won after it."""

    words: str
    wins: int
    is_chosen: bool


class Costly(NamedTuple):
    """A choice that cost more than a point: its place, the acts, and the cost in points."""

    at: str
    place: str
    acts: list[Act]
    cost: int
    give_or_take: int


class Line(NamedTuple):
    """A seat's result (from 1) in points of a hundred, split into its parts."""

    seat: int
    name: str
    dealt: int
    luck: int
    choice: int
    give_or_take: int
    result: int
    judged: int  # choices
    costs: int  # ... that cost more than a point
    costly: list[Costly]


def is_judged(subject: Subject) -> bool:
    """Whether the choices of this game are judged.  They are not in a game without choices, where
    all is luck."""
    known = find(subject.rules.key).decisions
    return known is not None and known.are_judged(subject.o)


def playouts(subject: Subject, level: str) -> list[Playouts]:
    """The playouts that split each seat's result, judged by this bot.  Raises BadRun."""
    seats = range(1, len(subject.seats) + 1)
    return [judging(subject.rules, subject.o, subject.seats, seat, level) for seat in seats]


def lines(subject: Subject, rows: Sequence[StoredCurve]) -> list[Line]:
    """The lines of those splits that are complete."""
    return [line(subject, split_of(row.curve)) for row in rows if row.is_done]


def line(subject: Subject, split: Split) -> Line:
    """The line of a split, whose parts are rounded so that their sum is the result."""
    dealt, choice, result = (
        round(100 * part) for part in (split.dealt, split.choice, split.result)
    )
    return Line(
        seat=split.seat + 1,
        name=subject.names[split.seat],
        dealt=dealt,
        luck=result - dealt - choice,
        choice=choice,
        give_or_take=round(100 * Z95 * split.choice_error),
        result=result,
        judged=len(split.choices),
        costs=len(split.costly),
        costly=[costly(subject, each) for each in split.costly[:SHOWN]],
    )


def costly(subject: Subject, judged: Judged) -> Costly:
    acts = [
        Act(
            words=act_words(subject, act),
            wins=round(100 * chance(tally, judged.seat)),
            is_chosen=act == judged.chosen,
        )
        for act, tally in judged.acts.items()
    ]
    return Costly(
        at=judged.at,
        place=capfirst(place_name(subject.rules, judged.at)),
        acts=sorted(acts, key=lambda act: -act.wins),
        cost=round(100 * judged.cost),
        give_or_take=max(1, round(100 * Z95 * judged.cost_error)),
    )


def act_words(subject: Subject, act: str) -> str:
    """An act as its button shows it: `target2` chooses seat 2."""
    word = act.rstrip("0123456789")
    words = find(subject.rules.key).decisions
    assert words is not None
    seat = act[len(word) :]
    name = subject.names[int(seat) - 1] if seat else ""
    return _(words.labels[word]) % {"name": name} if seat else _(words.labels[word])


def found(subject: Subject) -> list[Line]:
    """The lines of all seats, judged by the strongest bot; empty unless all of them have been
    computed."""
    try:
        rows = curves.splits_of(subject.source, playouts(subject, strongest(subject.rules.key)))
    except BadRun:
        return []
    known = [row for row in rows if row is not None and row.is_done]
    return lines(subject, known) if len(known) == len(rows) else []
