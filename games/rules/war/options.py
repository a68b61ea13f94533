"""The house rules of War (sections 1.8 and 1.1-1.9): values, what is refused, presets."""

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from games.rules.cards import NONE, RANKS
from games.rules.options import BadOptions, Note, pairs
from games.rules.war.schema import SCHEMA


class Order(IntEnum):
    """In which order won cards go under the pile (1.5)."""

    RANDOM = 0
    WINNER = 1
    LOSER = 2
    HIGH = 3
    LOW = 4
    SEAT = 5


class Leftover(IntEnum):
    """What becomes of the 52nd card with three players (1.1)."""

    CENTER = 0
    SEATS = 1
    REMOVE = 2


class FalseSlap(IntEnum):
    """What a false slap costs (1.9.6)."""

    LOCKOUT = 0
    BURN = 1
    NONE = 2


class Options(NamedTuple):
    """One table's house rules.  Ranks are 0 (two) .. 12 (ace), NONE = not played; times in ms."""

    players: int = 2
    peace: bool = False
    auto: int = NONE
    auto_in_war: bool = True
    faces: int = NONE
    ace: int = NONE
    underdog: int = NONE
    underdog_all: bool = False  # every war of the battle, not the last only
    underdog_counter: bool = False
    slap: int = NONE
    slap2: int = NONE
    slap_window: int = 3000
    false_slap: FalseSlap = FalseSlap.LOCKOUT
    order: Order = Order.RANDOM
    zero_loses: bool = False
    short_equal: bool = False
    leftover: Leftover = Leftover.CENTER
    spoils_shown: bool = True
    cap: int = 3000
    rhythm: int = 0  # pace=auto: ms from one reveal to the next; 0 = players turn by hand
    cycles: bool = True  # look for endless repetition (1.12)


RHYTHM = 1200  # ms, of pace=auto


def refuse(values: Mapping[str, str]) -> None:
    """Refuse what the table of 1.8 refuses.

    Raises:
        BadOptions: with the keys concerned and the reason.
    """
    for number in ("faces", "ace"):
        rank = values[number]
        if rank != "none" and rank == values["auto"] and values["auto_in_war"] == "on":
            raise BadOptions(
                (number, "auto"),
                f"Never compared: turning a {rank} always starts a war, so it could not beat "
                "anything. Choose another number, or let the automatic card rest in wars.",
            )
    if values["order"] == "seat" and int(values["cap"]) > 3000:
        raise BadOptions(
            ("order", "cap"),
            "With seat 1's cards first many games never end: at most 3000 battles.",
        )


def options(chosen: str | Mapping[str, str]) -> Options:
    """The options of a new table, checked.

    Raises:
        BadOptions: an unknown key or value, or a combination that 1.8 refuses.
    """
    values = SCHEMA.read(chosen)
    refuse(values)
    return build(values)


def _text(raw: object) -> str:
    """A case's value as text: flags may be booleans, two ranks a list, no rank None."""
    if isinstance(raw, bool):
        return "on" if raw else "off"
    text = ",".join(map(str, raw)) if isinstance(raw, list) else str(raw)
    return "none" if text == "None" else text


def loose(chosen: str | Mapping[str, object]) -> Options:
    """The options of a log or of a scripted case: flags may be booleans, numbers may lie
    outside what a table offers, and combinations are not judged.

    Raises:
        BadOptions: an unknown key or a value that means nothing.
    """
    return build(SCHEMA.read_loose(chosen, _text))


def of_log(text: str, seats: int) -> Options:
    """The options of a log of a game with so many seats.

    Raises:
        BadOptions: an unknown key or value, or not a game for so many.
    """
    o = loose(text)
    given = "players" in dict(pairs(text))
    if not 2 <= seats <= 3 or given and o.players != seats:
        raise BadOptions(("players",), f"War is not played by {seats} here.")
    return o._replace(players=seats)


def notes(o: Options) -> list[Note]:
    """What 1.8 says about combinations that are allowed."""
    rows: list[Note] = []
    if o.auto != NONE and not o.auto_in_war:
        for key, number in (("faces", o.faces), ("ace", o.ace)):
            if number == o.auto:
                rows.append(Note((key, "auto"), f"The {RANKS[number]} counts only for war cards."))
    if o.peace and o.auto == 0:
        text = "In Peace the 2 is the best card; the mirror of the usual rule is auto=A."
        rows.append(Note(("mode", "auto"), text))
    if o.auto != NONE and o.auto in (o.slap, o.slap2):
        text = "The slap comes first; if nobody slaps, there is an automatic war."
        rows.append(Note(("auto", "slap"), text))
    if o.order == Order.SEAT:
        text = "Never rated: about four games in ten repeat for ever and are ended by the count."
        rows.append(Note(("order",), text))
    return rows


def _rank(value: str) -> int:
    return NONE if value == "none" else RANKS.index(value)


def build(values: Mapping[str, str]) -> Options:
    """The options with these values (every key must be there, in canonical spelling)."""
    slaps = [_rank(value) for value in values["slap"].split(",")]
    pace = values["pace"]
    return Options(
        players=int(values["players"]),
        peace=values["mode"] == "peace",
        auto=_rank(values["auto"]),
        auto_in_war=values["auto_in_war"] == "on",
        faces=_rank(values["faces"]),
        ace=_rank(values["ace"]),
        underdog=_rank(values["underdog"]),
        underdog_all=values["underdog_scope"] == "all",
        underdog_counter=values["underdog_counter"] == "on",
        slap=slaps[0],
        slap2=slaps[1] if len(slaps) > 1 else NONE,
        slap_window=int(values["slap_window"]),
        false_slap=FalseSlap[values["false_slap"].upper()],
        order=Order[values["order"].upper()],
        zero_loses=values["zero"] == "lose",
        short_equal=values["short"] == "equal",
        leftover=Leftover[values["leftover"].upper()],
        spoils_shown=values["spoils"] == "shown",
        cap=int(values["cap"]),
        rhythm=0 if pace == "manual" else int(pace.partition(":")[2] or RHYTHM),
    )


def _rank_text(rank: int) -> str:
    return "none" if rank == NONE else RANKS[rank]


def _pace_text(rhythm: int) -> str:
    if rhythm == 0:
        return "manual"
    return "auto" if rhythm == RHYTHM else f"auto:{rhythm}"


def values_of(o: Options) -> dict[str, str]:
    """Every option and its value, as text."""
    slap = _rank_text(o.slap) + (f",{RANKS[o.slap2]}" if o.slap2 != NONE else "")
    return {
        "players": str(o.players),
        "mode": "peace" if o.peace else "war",
        "auto": _rank_text(o.auto),
        "auto_in_war": "on" if o.auto_in_war else "off",
        "faces": _rank_text(o.faces),
        "ace": _rank_text(o.ace),
        "underdog": _rank_text(o.underdog),
        "underdog_scope": "all" if o.underdog_all else "last",
        "underdog_counter": "on" if o.underdog_counter else "off",
        "slap": slap,
        "slap_window": str(o.slap_window),
        "false_slap": o.false_slap.name.lower(),
        "order": o.order.name.lower(),
        "zero": "lose" if o.zero_loses else "stand",
        "short": "equal" if o.short_equal else "own",
        "leftover": o.leftover.name.lower(),
        "spoils": "shown" if o.spoils_shown else "hidden",
        "cap": str(o.cap),
        "pace": _pace_text(o.rhythm),
    }
