"""The house rules of World War III (section 3.9): values, remarks, canonical text."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from games.rules.options import BadOptions, Note, pairs
from games.rules.ww3.schema import SCHEMA


class Order(IntEnum):
    """In which order captured cards go under the pile."""

    SHUFFLE = 0
    OLDEST = 1
    NEWEST = 2


class Options(NamedTuple):
    """One table's house rules; times in ms.  `players` counts the General too."""

    players: int = 3
    solo: bool = False  # seat 2 is the General (3.12)
    secret: bool = False
    same_ms: int = 500
    hold_window: int = 8000
    joker_window: int = 2500
    order: Order = Order.SHUFFLE
    fail_plays: bool = False
    single_lap: bool = False
    held_joker_resets: bool = False
    second_hold_resets: bool = False
    mid_loses: bool = False
    to_centre: bool = False  # cards of fallen players
    cap: int = 200


_FLAGS = {  # option -> (field, value when set, value when not)
    "hold": ("secret", "secret", "race"),
    "failcard": ("fail_plays", "play", "keep"),
    "lap": ("single_lap", "single", "continue"),
    "heldjoker": ("held_joker_resets", "reset", "immune"),
    "seqhold": ("second_hold_resets", "reset", "compare"),
    "mid": ("mid_loses", "lose", "stand"),
    "fallen": ("to_centre", "centre", "remove"),
}
_NUMBERS = ("same_ms", "hold_window", "joker_window")


def usual_cap(players: int) -> int:
    """The round limit that is not worth mentioning (3.8)."""
    return 200 if players <= 3 else 100


def build(values: Mapping[str, str]) -> Options:
    """The options with these values (every key must be there, in canonical spelling)."""
    seats = int(values["seats"])
    players = max(2, seats)
    cap = usual_cap(players) if values["cap"] == "usual" else int(values["cap"])
    fields: dict[str, Any] = {field: values[key] == on for key, (field, on, _) in _FLAGS.items()}
    fields |= {key: int(values[key]) for key in _NUMBERS}
    order = Order[values["order"].upper()]
    return Options(players=players, solo=seats == 1, order=order, cap=cap, **fields)


def values_of(o: Options) -> dict[str, str]:
    """Every option and its value, as text."""
    rows = {"seats": "1" if o.solo else str(o.players), "order": o.order.name.lower()}
    rows |= {key: on if getattr(o, field) else off for key, (field, on, off) in _FLAGS.items()}
    rows |= {key: str(getattr(o, key)) for key in _NUMBERS}
    return rows | {"cap": "usual" if o.cap == usual_cap(o.players) else str(o.cap)}


def options(chosen: str | Mapping[str, str]) -> Options:
    """The options of a new table.  Every combination can be played at a live table.

    Raises:
        BadOptions: an unknown key or value.
    """
    return build(SCHEMA.read(chosen))


def loose(chosen: str | Mapping[str, object]) -> Options:
    """The options of a log or of a scripted case: numbers may lie outside what a table offers.

    Raises:
        BadOptions: an unknown key or a value that means nothing.
    """
    return build(SCHEMA.read_loose(chosen, least=1))


def of_log(text: str, seats: int) -> Options:
    """The options of a log of a game with so many seats.

    Raises:
        BadOptions: an unknown key or value, or not a game for so many.
    """
    o = loose(text)
    given = "seats" in dict(pairs(text))
    if not 2 <= seats <= 6 or given and o.players != seats:
        raise BadOptions(("seats",), f"World War III is not played by {seats} here.")
    capped = "cap" in dict(pairs(text))
    return o._replace(players=seats, cap=o.cap if capped else usual_cap(seats))


def notes(o: Options) -> list[Note]:
    """Remarks on what is allowed but worth a word (3.9)."""
    rows: list[Note] = []
    if o.order != Order.SHUFFLE:
        text = "Discard piles are open: who counts cards may know whole pick-up piles."
        rows.append(Note(("order",), text))
    for key, value in (("same_ms", 500), ("joker_window", 2500)):
        if o.secret and getattr(o, key) != value:
            rows.append(Note((key, "hold"), "No effect: secret calls are not timed."))
    if o.players >= 4 and o.cap > 200:
        text = "With four and more players a game may take several hundred rounds."
        rows.append(Note(("cap",), text))
    return rows
