"""The decisions of World War III: the choices that a seat has, and the choice it made."""

from collections.abc import Mapping, Sequence

from games.rules.events import Event
from games.rules.game import Act
from games.rules.ww3 import events as ev
from games.rules.ww3.acts import Kind
from games.rules.ww3.legal import WAR, has_choice
from games.rules.ww3.options import Options
from games.rules.ww3.state import Answer, End, Phase, Table, Why, alive, in_war

WINDOWS = (Phase.HOLD, Phase.JOKER)
CALLS = {"hold": Kind.HOLD, "draw": Kind.DRAW}
STOPPED = (End.RESIGN, End.AGREED, End.ABANDONED, End.LIMIT)


def choices(t: Table, o: Options, p: int) -> list[Act]:
    """The acts that seat p can choose from now: at least two, or none.  In a hold window the
    alternative to holding is to draw.  All declared twos count as the same choice."""
    if t.phase in WINDOWS:
        asked = in_war(t, p) and not t.seats[p].holds and p != t.duel.joker
        return [Act(Kind.HOLD), Act(Kind.DRAW)] if asked else []
    if t.at != p:
        return []
    if t.phase == Phase.TURN and has_choice(t):
        return [Act(Kind.FIGHT), Act(Kind.DECLINE)]
    others = [q for q in alive(t) if q != p]
    if t.phase == Phase.TARGET and len(others) > 1:
        return [Act(Kind.TARGET, q) for q in others]
    return []


def moment(t: Table) -> tuple[int, ...]:
    """A key that is different for each decision."""
    return (t.rounds, t.phase, t.at, t.laid.size, t.reveal)


def calls(t: Table) -> dict[int, str]:
    """The calls that seats decided on in the last window of a simulated game, by seat.  A call
    after the other player's call had no effect, but `eff` still shows it."""
    found = {}
    for p, seat in enumerate(t.seats):
        if seat.answer == Answer.DRAW:
            found[p] = "draw"
        elif seat.answer == Answer.HOLD or seat.answer == Answer.OPEN and seat.eff > 0:
            found[p] = "hold"
    return found


def chosen(t: Table, p: int, called: Mapping[int, str], events: Sequence[Event]) -> Act | None:
    """The choice of seat p in this state, from the calls and the events that followed; None if
    another seat was first, a player resigned or the game was stopped."""
    if t.phase in WINDOWS and called.get(p) in CALLS:
        return Act(CALLS[called[p]])
    for event in events:
        if isinstance(event, ev.Decline) and event.seat == p and t.phase == Phase.TURN:
            return Act(Kind.DECLINE)
        if isinstance(event, ev.War) and event.seats[0] == p and t.phase not in WAR:
            return Act(Kind.FIGHT) if event.why == Why.BEATEN else Act(Kind.TARGET, event.seats[1])
        if isinstance(event, ev.Hold | ev.Late) and event.seat == p and t.phase in WINDOWS:
            return Act(Kind.HOLD)
        is_first = isinstance(event, ev.Hold) and event.eff > 0 and t.phase in WINDOWS
        is_stopped = isinstance(event, ev.GameOver) and event.end in STOPPED
        if is_first or is_stopped or isinstance(event, ev.Resign):
            return None
    return Act(Kind.DRAW) if t.phase in WINDOWS else None
