"""Estimates of a tournament before anybody has entered (rounds, tables, time, opponents met), and
the format that suits a number of players and a length of time.  Pure."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from games.tournaments import formats
from games.tournaments.formats.base import Format
from games.tournaments.pairing.byes import Sizes, of_round
from games.tournaments.pairing.plans.designs import bound
from games.tournaments.settings import Settings
from games.tournaments.terms import Terms

SETTLE_S = 60  # seconds at the end of a round until the last result is in
FEW = 300  # entrants times rounds up to which opponents are counted


class Plan(NamedTuple):
    """The estimate of a tournament.  `tables`: in the first round; `met`: the least and greatest
    number of opponents of an entrant, None where it depends on results; `each`: the games of an
    entrant who plays all the time in an arena."""

    rounds: int | None
    tables: int
    minutes: int
    met: tuple[int, int] | None = None
    each: int | None = None


def plan_of(s: Settings, entrants: int, round_minutes: int) -> Plan:
    """The estimate for this number of entrants; `round_minutes` is the result of
    `minutes_of_round`."""
    sizes = of_round(s, entrants)
    if s.minutes is not None:
        return Plan(None, len(sizes.tables), s.minutes, each=max(1, s.minutes // round_minutes))
    rounds = s.format.rounds_for(s, entrants)
    met = None if s.format.is_knockout else opponents(sizes, entrants, rounds)
    return Plan(rounds, len(sizes.tables), rounds * round_minutes, met)


def minutes_of_round(s: Settings, terms: Terms, game_minutes: int) -> int:
    """The minutes of a round with its call and the break after it; `game_minutes` is the usual
    length of a game."""
    pause_s = SETTLE_S if s.format.in_waves else SETTLE_S + terms.call_s + terms.break_s
    return s.games * game_minutes + ceil(pause_s / 60)


def opponents(sizes: Sizes, entrants: int, rounds: int) -> tuple[int, int] | None:
    """The approximate number of opponents of each entrant, at least and at most: all neighbours at
    the tables, less the meetings that must repeat (5.5.3).  If some must repeat, the least number
    is lower by one, because a few more do."""
    if entrants * rounds > FEW or not sizes.tables:
        return None
    again = repeats(sizes, rounds, entrants)
    beside = Fraction(sum(size * (size - 1) for size in sizes.tables), entrants)
    met = rounds * beside - again
    return max(1, floor(met) - bool(again)), min(entrants - 1, ceil(met))


def repeats(sizes: Sizes, rounds: int, entrants: int) -> Fraction:
    """The average number of an entrant's meetings that must repeat an earlier one."""
    if sizes.tables[0] == 2:
        return Fraction(0)
    seeds = iter(range(entrants))
    one_round = [[next(seeds) for _seat in range(size)] for size in sizes.tables]
    return Fraction(2, entrants) * bound([one_round] * rounds, entrants)


class Proposal(NamedTuple):
    format: Format
    rounds: int | None


def propose(
    resolve: Callable[[Format], Settings | None],
    entrants: int,
    minutes: int,
    round_minutes: Callable[[Settings], int],
) -> Proposal | None:
    """The first format, in the order of `formats.PROPOSED`, that finishes in time.  `resolve`
    returns the settings of a format, None if it cannot be played."""
    for key in formats.PROPOSED:
        format = formats.find(key)
        s = resolve(format)
        if s is None or entrants < format.fewest(s):
            continue
        rounds = format.proposed_rounds(s, entrants, minutes // round_minutes(s))
        if rounds is not None:
            return Proposal(format, rounds)
    return None
