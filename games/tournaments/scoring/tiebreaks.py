"""Tie-breaks between entrants who are level on points (7.5-7.7), one function each, in numbers that
show how they were made (7.9).

A number is the sum of its counted terms divided by its divisor; a term is the contribution of one
round, the sum of its parts: an entrant's number times a weight.  Pages show these terms."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from games.tournaments.scoring.points import History, Line, among_entrants
from games.tournaments.scoring.record import SILENT, VOLUNTARY, Game, Kind
from games.tournaments.settings import Settings

ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)


class Part(NamedTuple):
    """A part of a term: the `number` of an entrant, counted `weight` times."""

    entrant: int
    number: Fraction
    weight: Fraction = ONE


@dataclass(frozen=True, slots=True)
class Term:
    """The contribution of one round to a number."""

    round: int
    kind: Kind
    value: Fraction
    parts: tuple[Part, ...] = ()
    counted: bool = True  # False: left out by the tie-break


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a standing: a value, and the terms whose counted sum, divided by `divisor`, is
    this value."""

    value: Fraction
    terms: tuple[Term, ...] = ()
    divisor: int = 1


def term(round: int, kind: Kind, *parts: Part) -> Term:
    """The term of a round whose value is the sum of these parts."""
    return Term(round, kind, sum((part.number * part.weight for part in parts), ZERO), parts)


def total(terms: Iterable[Term]) -> Number:
    """The sum of the counted terms."""
    kept = tuple(terms)
    return Number(sum((term.value for term in kept if term.counted), ZERO), kept)


def mean(terms: Iterable[Term]) -> Number:
    """The mean of the counted terms; 0 if there are none."""
    whole = total(terms)
    divisor = max(1, len(whole.terms))
    return replace(whole, value=whole.value / divisor, divisor=divisor)


# Tie-breaks ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Basis:
    """The numbers, by entrant, from which all tie-breaks are computed."""

    lines: History
    points: Mapping[int, Number]
    adjusted: Mapping[int, Number]  # A of 7.5
    dummy: Mapping[int, Fraction]  # D of 7.6
    seed: Mapping[int, int]
    lots: Mapping[int, int]  # lots that may be shown (4.4)
    win: Fraction  # W of 7.1


def basis(
    settings: Settings, field: Sequence[int], lines: History, lots: Mapping[int, int]
) -> Basis:
    """The basis for this field, best seed first."""
    lines = {entrant: lines.get(entrant, []) for entrant in field}
    points = {entrant: total(map(_gain, own)) for entrant, own in lines.items()}
    return Basis(
        lines=lines,
        points=points,
        adjusted={entrant: adjusted(own, settings.half) for entrant, own in lines.items()},
        dummy={
            entrant: min(points[entrant].value, _counted(own) * settings.half)
            for entrant, own in lines.items()
        },
        seed={entrant: seed for seed, entrant in enumerate(field, 1)},
        lots=lots,
        win=settings.win,
    )


def adjusted(lines: Sequence[Line], half: Fraction) -> Number:
    """The adjusted score A(e): each of the voluntary rounds at the very end that is not a no-show
    counts half a win, so that an entrant who goes home early does not spoil the tie-breaks of
    earlier opponents (7.5)."""
    terms, at_end = [], True
    for line in reversed(lines):
        at_end = at_end and (line.kind in VOLUNTARY or line.kind in SILENT)
        term = _gain(line)
        if at_end and line.kind in VOLUNTARY and line.kind != Kind.NOSHOW:
            term = replace(term, value=half)
        terms.append(term)
    return total(reversed(terms))


def _gain(line: Line) -> Term:
    return Term(line.round, line.kind, line.points)


def _counted(lines: Sequence[Line]) -> int:
    """The number of lines that count."""
    return sum(line.kind not in SILENT for line in lines)


Weight = Callable[[Line, int], Fraction]  # weight of an entrant in this place


def _by_round(
    b: Basis, entrant: int, other: Weight, dummy: Callable[[Line], Fraction]
) -> list[Term]:
    """A term for each counted round: in a played round the A of each other entrant at the table,
    weighted by `other`; otherwise the entrant's own D, weighted by `dummy`."""
    terms = []
    for line in b.lines[entrant]:
        if line.kind == Kind.PLAYED:
            parts = [Part(e, b.adjusted[e].value, other(line, place)) for e, place in line.others]
            terms.append(term(line.round, line.kind, *parts))
        elif line.kind not in SILENT:
            terms.append(term(line.round, line.kind, Part(entrant, b.dummy[entrant], dummy(line))))
    return terms


def _contributions(b: Basis, entrant: int) -> list[Term]:
    """A term for each counted round: the mean A of the other entrants at the table, or the
    entrant's own D for an unplayed round (7.7)."""
    return _by_round(b, entrant, lambda line, _: Fraction(1, len(line.others)), lambda _: ONE)


def buchholz(b: Basis, entrant: int) -> Number:
    """The sum of the contributions."""
    return total(_contributions(b, entrant))


def buchholz1(b: Basis, entrant: int) -> Number:
    """The sum of the contributions without one: the smallest contribution of a voluntary unplayed
    round, or the smallest of all if there is no such round."""
    terms = _contributions(b, entrant)
    pool = [term for term in terms if term.kind in VOLUNTARY] or terms
    cut = min(pool, key=lambda term: term.value, default=None)
    return total(replace(term, counted=False) if term is cut else term for term in terms)


def oms(b: Basis, entrant: int) -> Number:
    """The mean of the contributions: opponents' mean score, for tables of k."""
    return mean(_contributions(b, entrant))


def sonneborn(b: Basis, entrant: int) -> Number:
    """The sum of the score against each opponent times that opponent's score."""
    return total(
        _by_round(
            b,
            entrant,
            lambda line, place: result(line.place, place) / len(line.others),
            lambda line: min(ONE, line.points / b.win),
        )
    )


def result(own: int | None, other: int) -> Fraction:
    """The result of a place against another: 1 for a better, 1/2 for an equal, 0 for a worse
    place."""
    assert own is not None  # both have played
    return HALF if own == other else Fraction(own < other)


def wins(b: Basis, entrant: int) -> Number:
    """The number of tables won alone."""
    return total(Term(line.round, line.kind, ONE) for line in b.lines[entrant] if line.is_win)


def games(b: Basis, entrant: int) -> Number:
    """The mean result of the games of two: 1 for a win, 1/2 for a shared place."""
    terms = []
    for line in b.lines[entrant]:
        for game in _own_games(line, entrant):
            places = among_entrants(game.seats, game.places)
            own = places.pop(entrant)
            if len(places) == 1:
                ((other, place),) = places.items()
                terms.append(term(line.round, line.kind, Part(other, result(own, place))))
    return mean(terms)


def cards(b: Basis, entrant: int) -> Number:
    """The mean share of all cards that the entrant had at the end of a game."""
    return mean(
        Term(line.round, line.kind, Fraction(game.cards_of(entrant), sum(game.cards)))
        for line in b.lines[entrant]
        for game in _own_games(line, entrant)
        if any(game.cards)
    )


def _own_games(line: Line, entrant: int) -> list[Game]:
    """The games of a line in which the entrant played: a ruling may give a place to an entrant who
    was not at the game."""
    return [game for game in line.games if entrant in game.seats]


def seed(b: Basis, entrant: int) -> Number:
    """The seed; a smaller seed is better."""
    return Number(Fraction(b.seed[entrant]))


def lot(b: Basis, entrant: int) -> Number | None:
    """The lot; a smaller lot is better.  None while lots are not public (4.4)."""
    return Number(Fraction(b.lots[entrant])) if entrant in b.lots else None


def direct(b: Basis, level: Sequence[int]) -> dict[int, Number | None]:
    """The results among entrants who are level in points and all earlier tie-breaks: for each the
    sum over their common tables, or None for all if any two have not met (7.7)."""
    among = set(level)
    met = {e: {other for line in b.lines[e] for other, _ in line.others} for e in level}
    if len(level) < 2 or any(among - met[e] - {e} for e in level):
        return dict.fromkeys(level)
    return {entrant: total(_against(b, entrant, among)) for entrant in level}


def _against(b: Basis, entrant: int, among: set[int]) -> Iterable[Term]:
    for line in b.lines[entrant]:
        parts = [Part(e, result(line.place, place)) for e, place in line.others if e in among]
        if parts:
            yield term(line.round, line.kind, *parts)


class Tiebreak(NamedTuple):
    """A tie-break: a function from entrants who are level so far to their numbers, which are None
    where it cannot decide."""

    of: Callable[[Basis, Sequence[int]], Mapping[int, Number | None]]
    smaller_is_better: bool = False


def alone(
    number: Callable[[Basis, int], Number | None], smaller_is_better: bool = False
) -> Tiebreak:
    """A tie-break that computes the number of each entrant alone, whichever other entrants are
    level."""
    return Tiebreak(lambda b, level: {e: number(b, e) for e in level}, smaller_is_better)


TIEBREAKS = {
    "direct": Tiebreak(direct),
    "buchholz": alone(buchholz),
    "buchholz1": alone(buchholz1),
    "oms": alone(oms),
    "sonneborn": alone(sonneborn),
    "wins": alone(wins),
    "games": alone(games),
    "cards": alone(cards),
    "seed": alone(seed, smaller_is_better=True),
    "lot": alone(lot, smaller_is_better=True),
}
