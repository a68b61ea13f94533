"""The clocks of Ultimate War (section 2.9).  The clocks are part of the rules: all timers that are
due fire before the next act is read, the earliest first."""

from games.rules.cards import NONE, put
from games.rules.events import Tape
from games.rules.jit import jit
from games.rules.rng import below
from games.rules.ultimate import events as ev
from games.rules.ultimate import make_events
from games.rules.ultimate.clash import finish, refuse, resolve, stir
from games.rules.ultimate.options import Options
from games.rules.ultimate.play import accept, close_table, try_plan
from games.rules.ultimate.state import PULSE_MS, SEATS, STOPPED_CLOCKS, End, Table
from games.rules.ultimate.zones import next_supply, supply

# Timers by number: 0..7 are the challenges of those seats, then these.  Of those due at the same
# time the pulse comes first (answers handed in for it are in time), the end of the game last.
PULSE, MULTI, STALL, CLOCK = 8, 9, 10, 11
_NEVER = 1 << 60


@jit
def due(t: Table, o: Options, timer: int) -> int:
    """The time (ms) at which this timer fires.  A call of the table stops all timers but its own
    and the pulse."""
    if timer == PULSE:
        return t.pulse_at if o.pulse else _NEVER
    if timer == MULTI:
        return t.multi.until if t.multi.open else _NEVER
    if t.multi.open and (timer != CLOCK or t.rules >= STOPPED_CLOCKS):
        return _NEVER
    if timer == CLOCK:
        return o.clock + t.stopped
    if timer == STALL:
        return t.stall_at if o.stall > 0 else _NEVER
    c = t.seats[timer].challenge
    if c.number == 0:
        return _NEVER
    return c.consent_until if c.proposal != NONE else c.until


@jit
def next_timer(t: Table, o: Options) -> int:
    """The number of the timer that fires next."""
    best = PULSE
    when = due(t, o, PULSE)
    for timer in range(CLOCK + 1):
        if timer != PULSE and due(t, o, timer) < when:
            best = timer
            when = due(t, o, timer)
    return best


@jit
def deadline(t: Table, o: Options) -> int:
    """The time of the next timer; NONE: the game is over."""
    if t.end != End.PLAYING:
        return NONE
    return due(t, o, next_timer(t, o))


@jit
def fire(t: Table, o: Options, tape: Tape) -> None:
    """Fire only the next timer, at its deadline."""
    timer = next_timer(t, o)
    t.now = due(t, o, timer)
    t.turn += 1
    if timer == PULSE:
        pulse(t, o, tape)
    elif timer == MULTI:
        close_table(t, o, tape)
    elif timer == STALL:
        muster(t, o, tape)
    elif timer == CLOCK:
        finish(t, End.CLOCK, tape)
    elif t.seats[timer].challenge.proposal != NONE:
        refuse(t, o, timer, NONE, tape)
    else:
        accept(t, o, timer, True, tape)


@jit
def muster(t: Table, o: Options, tape: Tape) -> None:
    """Show every player's next card, as in ordinary War, after a long time without a fight.  If
    fewer than two players have a card to show, only restart the clock."""
    able = 0
    for p in range(t.players):
        if not t.seats[p].out and supply(t, p) > 0:
            able += 1
    if tape is not None:
        tape.append(ev.Muster(t.now))
    if able < 2:
        t.stall_at = t.now + o.stall
        return
    for p in range(t.players):
        seat = t.seats[p]
        if not seat.out and supply(t, p) > 0:
            seat.up = next_supply(t, p)
            put(seat.played, seat.up)
            put(t.pot, seat.up)
            seat.fights = True
    if tape is not None:
        tape.append(make_events.revealed(t))
    resolve(t, o, 0, False, tape)


@jit
def pulse(t: Table, o: Options, tape: Tape) -> None:
    """Do all acts that were handed in, in a random order of the seats (2.8).  After that every seat
    has a new decision."""
    t.pulse_at = t.now + PULSE_MS
    order = 0  # the seats as octal digits, the first one lowest
    left = (1 << t.players) - 1
    for n in range(t.players):
        pick = below(t, t.players - n)
        for p in range(t.players):
            if left >> p & 1:
                if pick == 0:
                    order |= p << 3 * n
                    left &= ~(1 << p)
                pick -= 1
    if tape is not None:
        tape.append(pulsed(t, order))
    for n in range(t.players):
        p = order >> 3 * n & 7
        playing = t.end == End.PLAYING and not t.seats[p].out
        if playing and t.seats[p].plan.kind != NONE:
            try_plan(t, o, p, tape)
    for p in range(SEATS):
        stir(t, p)


def pulsed(t: Table, order: int) -> ev.Pulse:
    """The event of a pulse: the seats that have handed in an act, in the order of the pulse."""
    seats = [order >> 3 * n & 7 for n in range(t.players)]
    return ev.Pulse(t.now, tuple(p for p in seats if t.seats[p].plan.kind != NONE))
