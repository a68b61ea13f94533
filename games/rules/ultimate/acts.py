"""The acts of Ultimate War: as numbers, as clients send them, as they are stored (2.3).

What one fights with (`src`) is "stack", "hand" or the code of a field card of one's own; seats
count from 1 outside; targets are named by their card, so a late click never hits another."""

from enum import IntEnum
from typing import Any

from games.rules.acts import ActTable, Param, between
from games.rules.cards import card, name, one
from games.rules.ultimate.state import HAND, SEATS, STACK, End, Force


class Kind(IntEnum):
    """What is done; STOP is the server's.  What a..d mean stands behind each."""

    DRAW = 0
    PLAY = 1
    DEPLOY = 2
    CONFRONT = 3  # source, seat, card
    CHALLENGE = 4  # source, seat, zone, set of options
    ACCEPT = 5  # number
    OPTION = 6  # number, source, card
    CHANGE = 7  # number, source
    CONSENT = 8  # number, 1 yes 0 no
    WAR = 9  # seat
    MULTI = 10  # source, force
    JOIN = 11  # source
    PASS = 12
    RESIGN = 13
    STOP = 14  # AGREED or ABANDONED of End


def source(value: Any) -> int:
    """HAND, STACK or a card.

    Raises:
        ValueError: it is none of them.
    """
    if value in ("hand", "stack"):
        return HAND if value == "hand" else STACK
    return one_card(value)


def source_word(number: int) -> str:
    """As clients write it."""
    return {HAND: "hand", STACK: "stack"}.get(number) or name(number)


def one_card(value: Any) -> int:
    """The card of this code.

    Raises:
        ValueError: it is no code of a card.
    """
    number = card(value) if isinstance(value, str) else -1
    if number < 0:
        raise ValueError(value)
    return number


def zone(value: Any) -> int:
    """HAND or STACK.

    Raises:
        ValueError: it is neither.
    """
    if value not in ("hand", "stack"):
        raise ValueError(value)
    return HAND if value == "hand" else STACK


def card_set(value: Any) -> int:
    """The set of these cards; at most the three of a field, none twice.

    Raises:
        ValueError: it is no such list.
    """
    if not isinstance(value, list) or len(value) > 3:
        raise ValueError(value)
    cards = [one_card(code) for code in value]
    if len(set(cards)) < len(cards):
        raise ValueError(value)
    return sum(one(c) for c in cards)


def set_codes(cards: int) -> list[str]:
    """The codes of a set of cards."""
    return [name(c) for c in range(52) if cards >> c & 1]


def _seat(value: Any) -> int:
    return between(1, SEATS)(value) - 1


def _yes(value: Any) -> int:
    if not isinstance(value, bool):
        raise ValueError(value)
    return int(value)


def _force(value: Any) -> int:
    if value not in ("lowest", "highest", "none"):
        raise ValueError(value)
    return int(Force[value.upper()])


def _end(value: Any) -> int:
    if value not in ("agreed", "abandoned"):
        raise ValueError(value)
    return int(End[value.upper()])


_SRC = Param("src", source, source_word)
_SEAT = Param("seat", _seat, lambda number: number + 1)
_CARD = Param("card", one_card, name)
# Not "id": that is the name of the command itself in what a client sends.
_ID = Param("challenge", between(1, 10**6), int)
_STORED: dict[Kind, tuple[Param, ...]] = {
    Kind.DRAW: (),
    Kind.PLAY: (),
    Kind.DEPLOY: (),
    Kind.CONFRONT: (_SRC, _SEAT, _CARD),
    Kind.CHALLENGE: (
        _SRC,
        _SEAT,
        Param("zone", zone, source_word),
        Param("options", card_set, set_codes),
    ),
    Kind.ACCEPT: (_ID,),
    Kind.OPTION: (_ID, _SRC, _CARD),
    Kind.CHANGE: (_ID, _SRC),
    Kind.CONSENT: (_ID, Param("yes", _yes, bool)),
    Kind.WAR: (_SEAT,),
    Kind.MULTI: (_SRC, Param("force", _force, lambda number: Force(number).name.lower())),
    Kind.JOIN: (_SRC,),
    Kind.PASS: (),
    Kind.RESIGN: (),
    Kind.STOP: (Param("end", _end, lambda number: End(number).name.lower()),),
}
_ASKED = {kind: params for kind, params in _STORED.items() if kind != Kind.STOP}
ACTS = ActTable(Kind, _ASKED, _STORED)
