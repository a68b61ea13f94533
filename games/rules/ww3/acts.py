"""The acts of World War III: as numbers, in the messages of clients, and in storage (sections 0.6,
3.10)."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from games.rules.acts import CARD, ActTable, Param, Reader, between, flag, stopped
from games.rules.cards import card
from games.rules.game import Refusal
from games.rules.game import Reject as Common
from games.rules.phrases import Phrase
from games.rules.phrases import gettext_noop as _


class Kind(IntEnum):
    """The kinds of acts.  Only the server sends the last three."""

    PLAY = 0
    FIGHT = 1
    DECLINE = 2  # a: the declared two
    TARGET = 3  # a: the opponent's seat, from 0
    DRAW = 4
    HOLD = 5  # a: reveal, b: rt, c: arr, d: credit (ms, section 1.9)
    RESET = 6  # like HOLD
    AUTO = 7  # a: 1 on, 0 off
    RESIGN = 8
    LEAD = 9  # a: ms from sending cards to showing them
    HURRY = 10  # a fast-forward was agreed
    STOP = 11  # a: AGREED, ABANDONED or LIMIT of End


class Reject(Refusal):
    OK = Common.OK
    NOT_YOUR_SEAT = Common.NOT_YOUR_SEAT
    GAME_OVER = Common.GAME_OVER
    YOU_ARE_OUT = Common.YOU_ARE_OUT
    WRONG_PHASE = Common.WRONG_PHASE
    NOT_YOUR_TURN = Common.NOT_YOUR_TURN
    BAD_PARAM = Common.BAD_PARAM
    STALE = Common.STALE
    TOO_LATE = Common.TOO_LATE
    ALREADY = Common.ALREADY
    NOT_IN_WAR = 12, _("You are not in this war.")
    NO_DECLINE_CARD = 13, _("You have not declared that two.")
    CAN_BEAT = 14, _("You can beat the card, so you must lay your highest.")
    CANNOT_BEAT = 15, _("Your highest card does not beat the one on the table.")
    JOKER_WAR = 16, _("You cannot decline a war that a joker started.")
    BAD_TARGET = 17, _("Choose an opponent who is still in the game.")
    FALSE_START = 18, _("Nobody reacts that fast: the call did not count.")


_NUMBER, _SEAT = between(0, 111), between(1, 6)


def _declared(value: Any) -> int:
    """The number of a declared two, given as a number or a code.  Raises ValueError."""
    return _NUMBER(card(value) if isinstance(value, str) else value)


def _opponent(value: Any) -> int:
    """The index of a seat, from the number in a message; outside the rules seats count from 1."""
    return _SEAT(value) - 1


def _param(key: str, read: Reader, write: Callable[[int], int] = int) -> tuple[Param, ...]:
    return (
        Param(key, read, write, Phrase(_("“{key}” of “{name}” is not one that can be meant."))),
    )


_CALL = _param("reveal", between(1, 10**6)) + _param("rt", between(-60_000, 600_000))
_JUDGED = _param("arr", between(-60_000, 600_000)) + _param("credit", between(0, 60_000))
_ASKED: dict[Kind, tuple[Param, ...]] = {
    Kind.PLAY: (),
    Kind.FIGHT: (),
    Kind.DECLINE: _param("card", Reader(_declared, {"anyOf": [CARD, _NUMBER.schema]})),
    Kind.TARGET: _param("opponent", Reader(_opponent, _SEAT.schema), lambda seat: seat + 1),
    Kind.DRAW: (),
    Kind.HOLD: _CALL,  # without `arr` and `credit`: the server measures them
    Kind.RESET: _CALL,
    Kind.AUTO: _param("on", flag),
    Kind.RESIGN: (),
}
_STORED = _ASKED | {
    Kind.HOLD: _CALL + _JUDGED,
    Kind.RESET: _CALL + _JUDGED,
    Kind.LEAD: _param("ms", between(0, 400)),
    Kind.HURRY: (),
    Kind.STOP: _param("end", stopped),
}
ACTS = ActTable(Kind, _ASKED, _STORED)
