"""How long a game of some house rules usually is: medians of many simulated games."""

from collections.abc import Callable
from typing import Any, NamedTuple

from games.rules.cards import NONE
from games.rules.game import Options
from games.rules.ultimate.options import Options as UltimateOptions
from games.rules.war.options import Options as WarOptions
from games.rules.ww3.options import Options as Ww3Options

# Battles, median; section 1.12 of the rules. Sets that were not measured take their nearest kin.
WAR = {2: 211, 3: 234}
PEACE = {2: 136, 3: 136}
AUTOMATIC = {2: 68, 3: 62}
ARSENAL = {2: 72, 3: 54}
UNDERDOG = {2: 208, 3: 234}
SLAP = {2: 221, 3: 234}
BATTLE_MS = 1200  # what a battle takes people who turn briskly
# Rounds, median; section 3.15.
ROUNDS = {2: 18, 3: 15, 4: 167, 5: 136, 6: 114}
ROUND_MS = 20_000  # bots need half of that
# Fights a minute between bots; in pulses everybody has one act in four seconds.
FIGHTS = {3: 24, 4: 26, 5: 25, 6: 30, 7: 34, 8: 38}
PULSED = 9


class Usual(NamedTuple):
    """Half of the games are shorter."""

    length: int  # battles, rounds, fights
    minutes: int


def usual(game: str, o: Options) -> Usual:
    """Of one game with these rules."""
    length = LENGTHS[game](o)
    return Usual(length, minutes(game, length, o))


def minutes(game: str, length: int, o: Options) -> int:
    """What a game of this length takes at a table."""
    return max(1, round(MINUTES[game](length, o)))


def medians(o: WarOptions) -> dict[int, int]:
    if o.auto != NONE:
        return ARSENAL if o.slap != NONE and o.underdog != NONE else AUTOMATIC
    if o.peace:
        return PEACE
    if o.slap != NONE:
        return SLAP
    return UNDERDOG if o.underdog != NONE else WAR


def rate(o: UltimateOptions) -> int:
    """Fights a minute."""
    return PULSED if o.pulse else FIGHTS[o.players]


def battles(o: WarOptions) -> int:
    return min(medians(o)[o.players], o.cap)


def rounds(o: Ww3Options) -> int:
    return min(ROUNDS[o.players], o.cap)


def fights(o: UltimateOptions) -> int:
    """Most games go on until their clock has run out."""
    return round(rate(o) * o.clock / 60_000)


LENGTHS: dict[str, Callable[[Any], int]] = {"war": battles, "ww3": rounds, "ultimate": fights}
MINUTES: dict[str, Callable[[int, Any], float]] = {
    "war": lambda length, o: length * (o.rhythm or BATTLE_MS) / 60_000,
    "ww3": lambda length, o: length * ROUND_MS / 60_000,
    "ultimate": lambda length, o: min(length / rate(o), o.clock / 60_000),
}
