"""Numbers that show how they were made (7.9).

A number is the sum of its counted terms divided by its divisor; a term is what one round adds, the
sum of its parts: an entrant's number times a weight.  Pages show what was computed."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from games.tournaments.scoring.record import Kind

ZERO, ONE = Fraction(0), Fraction(1)


class Part(NamedTuple):
    """`number` of an entrant, counted `weight` times."""

    entrant: int
    number: Fraction
    weight: Fraction = ONE


@dataclass(frozen=True, slots=True)
class Term:
    """The contribution of one round."""

    round: int
    kind: Kind
    value: Fraction
    parts: tuple[Part, ...] = ()
    counted: bool = True  # False: left out by the tie-break


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a standing, and the terms it is made of."""

    value: Fraction
    terms: tuple[Term, ...] = ()
    divisor: int = 1


def term(round: int, kind: Kind, *parts: Part) -> Term:
    """The term that these parts make."""
    return Term(round, kind, sum((part.number * part.weight for part in parts), ZERO), parts)


def total(terms: Iterable[Term]) -> Number:
    """The sum of the counted terms."""
    kept = tuple(terms)
    return Number(sum((term.value for term in kept if term.counted), ZERO), kept)


def mean(terms: Iterable[Term]) -> Number:
    """The mean, 0 of nothing."""
    whole = total(terms)
    divisor = max(1, len(whole.terms))
    return replace(whole, value=whole.value / divisor, divisor=divisor)
