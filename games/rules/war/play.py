"""A live game of War: the legal acts, and the clocks (section 1.10).  `battle.py` moves the cards;
`slaps.py` judges slaps.

Players turn, lay and check by hand within ten seconds; after that the table acts for them.  With
`pace=auto` or after an agreed fast-forward the table acts at a steady pace, counted from the last
reveal.  A player may ask for the next turn while the cards of the last battle are still being
collected.  If all players ask, the open cards are still shown for the length of a collect."""

from games.rules.cards import NONE, move_all
from games.rules.events import Tape
from games.rules.game import Act
from games.rules.war import events as ev
from games.rules.war import make_events, slaps
from games.rules.war.acts import Kind, Reject
from games.rules.war.battle import (
    announce,
    check,
    flip,
    judge,
    lay,
    look,
    may_check,
    settle,
    slapped,
    wins,
)
from games.rules.war.deal import COUNTDOWN_MS
from games.rules.war.ending import after_battle, collect, finish
from games.rules.war.options import Options
from games.rules.war.state import End, Phase, Reason, Table, alive

PATIENCE_MS = 10_000
COLLECT_MS = 600
HURRY_MS = 400
ASKING = (Phase.FLIP, Phase.LAY, Phase.UNDERDOG)
_PHASE_OF = {Kind.FLIP: Phase.FLIP, Kind.LAY: Phase.LAY, Kind.CHECK: Phase.UNDERDOG}


def is_asked(t: Table, p: int) -> bool:
    """Whether this phase asks seat p to act, even if the seat has already acted."""
    seat = t.seats[p]
    if t.phase == Phase.FLIP:
        return not seat.out and seat.pile.size > 0
    if t.phase == Phase.LAY:
        return seat.fights and seat.pile.size > 0
    return t.phase == Phase.UNDERDOG and may_check(t, p)


def waiting(t: Table, o: Options) -> bool:
    """Whether the table waits for any player."""
    return any(is_asked(t, p) and not t.seats[p].ready for p in range(o.players))


def legal(t: Table, o: Options, seat: int, act: Act) -> Reject:
    """Whether this seat (NONE: the server) may do this act now.  Changes nothing."""
    server = act.kind >= Kind.LEAD
    if server != (seat == NONE) or not NONE <= seat < o.players:
        return Reject.NOT_YOUR_SEAT
    if t.phase == Phase.OVER:
        return Reject.GAME_OVER
    if server:
        return Reject.OK
    me = t.seats[seat]
    if me.out:
        return Reject.YOU_ARE_OUT
    if act.kind == Kind.SLAP:
        return slaps.legal(t, o, seat, act)
    if act.kind not in _PHASE_OF:
        return Reject.OK
    early = act.kind == Kind.FLIP and t.phase == Phase.COLLECT
    if _PHASE_OF[Kind(act.kind)] != t.phase and not early:
        return Reject.WRONG_PHASE
    if not early and not is_asked(t, seat):
        return Reject.NOT_YOUR_TURN
    return Reject.ALREADY if me.ready else Reject.OK


def apply(t: Table, o: Options, now: int, seat: int, act: Act, tape: Tape) -> Reject:
    """Do the act if it is legal; otherwise change nothing.  The caller has fired every timer due by
    `now`."""
    verdict = legal(t, o, seat, act)
    if verdict != Reject.OK:
        return verdict
    kind = Kind(act.kind)
    if kind == Kind.SLAP:
        slaps.slap(t, o, now, seat, act, tape)
    elif kind == Kind.RESIGN:
        resign(t, o, now, seat, tape)
    elif kind == Kind.STOP:
        finish(t, o, End(act.a), NONE, tape)
    elif kind == Kind.LEAD:
        t.lead = act.a
    elif kind == Kind.HURRY:
        t.hurry = True
    elif kind == Kind.AUTO:
        t.seats[seat].auto = bool(act.a)
        if act.a and is_asked(t, seat):
            ready(t, o, seat, tape)
    else:
        ready(t, o, seat, tape)
    if kind in _PHASE_OF and t.phase in ASKING and not waiting(t, o):
        move(t, o, now, tape)  # nobody is left to wait for
    go_on(t, o, now, tape)
    return Reject.OK


def ready(t: Table, o: Options, p: int, tape: Tape) -> None:
    """Store that seat p has turned, laid or checked."""
    t.seats[p].ready = True
    if t.phase == Phase.UNDERDOG and not t.seats[p].checked:
        check(t, o, p, tape)


def go_on(t: Table, o: Options, now: int, tape: Tape) -> None:
    """Make every move that does not wait for a player, and set the clock."""
    while t.phase in ASKING:
        t.until = max(now, until(t, o))
        if waiting(t, o) or t.until > now:
            return
        move(t, o, now, tape)


def until(t: Table, o: Options) -> int:
    """The time (ms) at which the timer of this phase fires."""
    if t.phase == Phase.DEALT:
        return t.since + COUNTDOWN_MS
    if t.phase == Phase.SLAP:
        return t.show_at + o.slap_window
    visible_from = max(t.since, t.show_at)
    rhythm = HURRY_MS if t.hurry else o.rhythm
    if t.phase == Phase.COLLECT:
        return visible_from + (min(COLLECT_MS, rhythm) if rhythm else COLLECT_MS)
    if not waiting(t, o):
        pause = min(COLLECT_MS, rhythm) if rhythm else COLLECT_MS
        return max(t.since, t.show_at + pause)
    return max(t.since, t.show_at + rhythm) if rhythm else t.since + PATIENCE_MS


def open_phase(t: Table, o: Options, now: int, tape: Tape) -> None:
    """Open a new decision at time `now`."""
    if t.phase == Phase.OVER:
        return
    t.turn += 1
    t.since = now
    for p in range(o.players):
        seat = t.seats[p]
        early = t.phase == Phase.FLIP and seat.ready
        seat.ready = is_asked(t, p) and (early or seat.auto) and t.phase in ASKING
        if t.phase != Phase.COLLECT:  # until then everyone sees how quick they were
            seat.eff = NONE
        if seat.ready and t.phase == Phase.UNDERDOG:
            check(t, o, p, tape)
    t.until = until(t, o)


def move(t: Table, o: Options, now: int, tape: Tape) -> None:
    """Turn, lay or check: everyone is ready, or the time is over."""
    if t.phase == Phase.UNDERDOG:
        for p in range(o.players):
            if may_check(t, p) and not t.seats[p].checked:
                check(t, o, p, tape)
        settle(t, o, tape)
    else:
        t.show_at = now + t.lead
        if t.phase == Phase.LAY:
            lay(t, o, tape)
        else:
            flip(t, o, tape)
        look(t, o, tape)
    follow(t, o, now, tape)


def follow(t: Table, o: Options, now: int, tape: Tape) -> None:
    """Judge the open cards, unless a slap window is open, and open the next phase."""
    if t.phase == Phase.JUDGE:
        judge(t, o, tape)
    if t.phase == Phase.WIN:
        announce(t, o, tape)
    for seat in t.seats:
        seat.ready = False
    open_phase(t, o, now, tape)


def fire(t: Table, o: Options, tape: Tape) -> None:
    """Fire the next timer, at its deadline.  Does nothing if there is none."""
    now = t.until
    if t.phase == Phase.DEALT:
        t.phase = Phase.FLIP
        if tape is not None:
            tape.append(make_events.dealt(t, o))
        open_phase(t, o, now, tape)
    elif t.phase == Phase.SLAP:
        slapped(t, o, slaps.first(t, o), tape)
        follow(t, o, now, tape)
    elif t.phase == Phase.COLLECT:
        collect(t, o, tape)
        slaps.unlock(t)
        after_battle(t, o, tape)
        open_phase(t, o, now, tape)
    elif t.phase in ASKING:
        move(t, o, now, tape)
    go_on(t, o, now, tape)


def resign(t: Table, o: Options, now: int, p: int, tape: Tape) -> None:
    """Put seat p out at once (0.6).  A battle that is already won is collected first.  With one
    player left the game is over.  Otherwise p's pile goes to the centre, and p's cards on the table
    stay in the pot; a war continues without p, and the last player in the war wins."""
    if t.phase == Phase.UNDERDOG:
        move(t, o, now, tape)
    if t.phase == Phase.COLLECT:
        collect(t, o, tape)
        slaps.unlock(t)
        after_battle(t, o, tape)
        open_phase(t, o, now, tape)
    seat = t.seats[p]
    if t.phase == Phase.OVER or seat.out:
        return
    t.falls += 1
    seat.out = seat.resigned = True
    seat.fights = seat.ready = False
    seat.eff = NONE
    seat.fell = t.falls
    last = len(alive(t)) == 1
    if tape is not None:
        tape.append(ev.Resign(t.battles, p, 0 if last else seat.pile.size))
    if last:
        finish(t, o, End.RESIGN, alive(t)[0], tape)
        return
    move_all(seat.pile, t.center)
    left = [q for q in range(o.players) if t.seats[q].fights]
    if t.phase == Phase.LAY and len(left) == 1:
        wins(t, o, left[0], Reason.SOLE)
        follow(t, o, now, tape)
