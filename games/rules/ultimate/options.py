"""The house rules of Ultimate War (section 2.8): values and their text."""

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from games.rules.options import BadOptions, Note, pairs
from games.rules.ultimate.schema import SCHEMA


class Order(IntEnum):
    """In which order won cards go under the stack (1.5, 2.4.6)."""

    RANDOM = 0
    WINNER = 1
    LOSER = 2


class Leftover(IntEnum):
    """What becomes of the cards that cannot be dealt evenly (2.1)."""

    CENTER = 0
    SEATS = 1
    REMOVE = 2


class Options(NamedTuple):
    """One table's house rules; times in ms, `stall` 0 = no muster."""

    players: int = 4
    change: bool = False
    multi: bool = False
    order: Order = Order.RANDOM
    leftover: Leftover = Leftover.CENTER
    cooldown: int = 500
    nofield: int = 5_000
    nofield0: int = 10_000
    respond: int = 10_000
    consent: int = 6_000
    multi_window: int = 8_000
    stall: int = 60_000
    clock: int = 1_200_000
    spoils_shown: bool = False
    pulse: bool = False


_FLAGS = ("change", "multi")
_TIMES = ("cooldown", "nofield", "nofield0", "respond", "consent", "multi_window", "clock")


def options(chosen: str | Mapping[str, str]) -> Options:
    """The options of a new table, checked; all combinations are legal.

    Raises:
        BadOptions: an unknown key or value.
    """
    return build(SCHEMA.read(chosen))


def _text(raw: object) -> str:
    """A case's value as text: flags may be booleans."""
    return ("on" if raw else "off") if isinstance(raw, bool) else str(raw)


def loose(chosen: str | Mapping[str, object]) -> Options:
    """The options of a log or of a scripted case: flags may be booleans, times may lie outside
    what a table offers.

    Raises:
        BadOptions: an unknown key or a value that means nothing.
    """
    return build(SCHEMA.read_loose(chosen, _text))


def of_log(text: str, seats: int) -> Options:
    """The options of a log with so many seats.

    Raises:
        BadOptions: an unknown key or value, or not a game for so many.
    """
    o = loose(text)
    given = "seats" in dict(pairs(text))
    if not 3 <= seats <= 8 or given and o.players != seats:
        raise BadOptions(("seats",), f"Ultimate War is not played by {seats} here.")
    return o._replace(players=seats)


def build(values: Mapping[str, str]) -> Options:
    """The options with these values (every key must be there, in canonical spelling)."""
    flags = {key: values[key] == "on" for key in _FLAGS}
    times = {key: int(values[key]) for key in _TIMES}
    return Options(
        players=int(values["seats"]),
        change=flags["change"],
        multi=flags["multi"],
        order=Order[values["order"].upper()],
        leftover=Leftover[values["leftover"].upper()],
        cooldown=times["cooldown"],
        nofield=times["nofield"],
        nofield0=times["nofield0"],
        respond=times["respond"],
        consent=times["consent"],
        multi_window=times["multi_window"],
        stall=0 if values["stall"] == "off" else int(values["stall"]),
        clock=times["clock"],
        spoils_shown=values["spoils"] == "shown",
        pulse=values["pace"] == "pulse",
    )


def values_of(o: Options) -> dict[str, str]:
    """Every option and its value, as text."""
    values = {key: "on" if getattr(o, key) else "off" for key in _FLAGS}
    values |= {key: str(getattr(o, key)) for key in _TIMES}
    return values | {
        "seats": str(o.players),
        "order": o.order.name.lower(),
        "leftover": o.leftover.name.lower(),
        "stall": str(o.stall) if o.stall else "off",
        "spoils": "shown" if o.spoils_shown else "hidden",
        "pace": "pulse" if o.pulse else "realtime",
    }


def notes(o: Options) -> list[Note]:
    """Remarks on combinations that are allowed but worth a word (2.12)."""
    rows: list[Note] = []
    if not o.stall:
        text = "Without the muster a table where nobody attacks waits until its clock runs out."
        rows.append(Note(("stall",), text))
    if o.pulse and (o.respond, o.consent, o.multi_window) != (10_000, 6_000, 8_000):
        text = "In pulses every answer is due at the next pulse, whatever these times say."
        rows.append(Note(("consent", "multi_window", "pace", "respond"), text))
    return rows
