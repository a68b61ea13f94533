"""The acts of War: as numbers, in the messages of clients, and in storage (sections 0.6, 1.10)."""

from enum import IntEnum

from games.rules.acts import ActTable, Param, Reader, between, flag, stopped
from games.rules.game import Refusal
from games.rules.game import Reject as Common
from games.rules.phrases import Phrase
from games.rules.phrases import gettext_noop as _


class Kind(IntEnum):
    """The kinds of acts.  Only the server sends the last three."""

    FLIP = 0
    LAY = 1
    CHECK = 2
    SLAP = 3  # a: reveal, b: rt, c: arr, d: credit (ms, section 1.9)
    AUTO = 4  # a: 1 on, 0 off
    RESIGN = 5
    LEAD = 6  # a: ms from sending cards to showing them
    HURRY = 7  # a fast-forward was agreed
    STOP = 8  # a: AGREED, ABANDONED or LIMIT of End


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
    LOCKED_OUT = 9, _("After a false slap there is no other until the battle is over.")
    FALSE_SLAP = 11, _("There was nothing to slap.")


def _number(key: str, low: int, high: int, read: Reader | None = None) -> tuple[Param, ...]:
    refusal = Phrase(_("“{key}” must be a number from {low} to {high}."), low=low, high=high)
    return (Param(key, read or between(low, high), refusal=refusal),)


_SLAP = _number("reveal", 1, 10**6) + _number("rt", -60_000, 600_000)
_JUDGED = _number("arr", -60_000, 600_000) + _number("credit", 0, 60_000)
_ASKED: dict[Kind, tuple[Param, ...]] = {
    Kind.FLIP: (),
    Kind.LAY: (),
    Kind.CHECK: (),
    Kind.SLAP: _SLAP,  # without `arr` and `credit`: the server measures them
    Kind.AUTO: _number("on", 0, 1, flag),
    Kind.RESIGN: (),
}
_STORED = _ASKED | {
    Kind.SLAP: _SLAP + _JUDGED,
    Kind.LEAD: _number("ms", 0, 400),
    Kind.HURRY: (),
    Kind.STOP: _number("end", 5, 7, stopped),
}
ACTS = ActTable(Kind, _ASKED, _STORED)
