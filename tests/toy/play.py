"""The rules.  Seats lay their top cards in turn.  After a court card the other player pays: one
card for a jack, two for a queen, three for a king, four for an ace.  If none of these is a court
card, the player who laid the court card takes the heap and lays first.  A player who cannot lay a
card loses."""

from enum import IntEnum
from typing import Any

from games.rules.acts import ActTable, Param, between, stopped
from games.rules.cards import NONE, draw, move_all, put
from games.rules.events import Tape
from games.rules.game import Act, Reject
from tests.toy import events as ev
from tests.toy.state import End, Phase, Table, leaders, places, price

PATIENCE_MS = 10_000


class Kind(IntEnum):
    """The kinds of acts.  STOP and LEAD are the server's."""

    LAY = 0
    RESIGN = 1
    LEAD = 2
    STOP = 3  # a: AGREED, ABANDONED or LIMIT of End


_ASKED: dict[Any, tuple[Param, ...]] = {Kind.LAY: (), Kind.RESIGN: ()}
_STORED = _ASKED | {
    Kind.LEAD: (Param("ms", between(0, 400)),),
    Kind.STOP: (Param("end", stopped),),
}
ACTS = ActTable(Kind, _ASKED, _STORED)


def legal(t: Table, o: Any, seat: int, act: Act) -> Reject:
    """Whether this seat (NONE: the server) may do this now.  Changes nothing."""
    if (act.kind >= Kind.LEAD) != (seat == NONE):
        return Reject.NOT_YOUR_SEAT
    if t.phase == Phase.OVER:
        return Reject.GAME_OVER
    if act.kind != Kind.LAY:
        return Reject.OK
    if t.phase != Phase.LAY:
        return Reject.WRONG_PHASE
    return Reject.OK if t.at == seat else Reject.NOT_YOUR_TURN


def apply(t: Table, o: Any, now: int, seat: int, act: Act, tape: Tape) -> Reject:
    """Do the act if it is legal."""
    verdict = legal(t, o, seat, act)
    if verdict != Reject.OK:
        return verdict
    if act.kind == Kind.LAY:
        lay(t, o, now, tape)
    elif act.kind == Kind.RESIGN:
        t.seats[seat].out = True
        if tape is not None:
            tape.append(ev.Resign(t.heaps, seat))
        finish(t, End.RESIGN, tape)
    elif act.kind == Kind.STOP:
        finish(t, End(act.a), tape)
    return Reject.OK


def fire(t: Table, o: Any, tape: Tape) -> None:
    """Fire the next timer, at its deadline."""
    if t.phase == Phase.DEALT:
        if tape is not None:
            tape.append(ev.Deal((26, 26)))
        t.phase = Phase.LAY
        open_turn(t, t.until)
    elif t.phase == Phase.LAY:
        lay(t, o, t.until, tape)


def open_turn(t: Table, now: int) -> None:
    """Open a new decision at `now`."""
    t.turn += 1
    t.since = now
    t.until = now + PATIENCE_MS


def lay(t: Table, o: Any, now: int, tape: Tape) -> None:
    """Lay the top card of the seat whose turn it is, with its consequences."""
    seat, other = t.at, 1 - t.at
    if t.heap.size == 0:
        t.heaps += 1
    card = draw(t.seats[seat].pile)
    put(t.heap, card)
    if tape is not None:
        tape.append(ev.Lay(t.heaps, seat, card))
    if price(card):
        t.owed = price(card)
        t.at = other
    elif t.owed:
        t.owed -= 1
        if t.owed == 0:
            take(t, other, tape)
    else:
        t.at = other
    if t.seats[t.at].pile.size == 0:
        t.seats[t.at].out = True
        finish(t, End.ALL, tape)
    elif t.heaps >= o.cap and t.heap.size == 0:
        finish(t, End.CAP, tape)
    else:
        open_turn(t, now)


def take(t: Table, seat: int, tape: Tape) -> None:
    """Give the heap to a seat, which lays first."""
    if tape is not None:
        tape.append(ev.Take(t.heaps, seat, t.heap.size))
    move_all(t.heap, t.seats[seat].pile)
    t.at = seat


def finish(t: Table, end: End, tape: Tape) -> None:
    t.phase, t.end, t.until = Phase.OVER, end, NONE
    if tape is not None:
        tape.append(ev.GameOver(t.heaps, end, leaders(t), places(t)))
