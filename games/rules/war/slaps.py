"""Slaps in real time (section 1.9): measured reactions decide who was first."""

from games.rules.acts import FASTEST_MS, reaction
from games.rules.cards import NONE, draw, one, put
from games.rules.events import Tape
from games.rules.game import Act
from games.rules.war import events as ev
from games.rules.war.acts import Reject
from games.rules.war.options import FalseSlap, Options
from games.rules.war.state import Phase, Table

JUDGE_MS = 250  # from the first valid arrival to the judgement


def is_false(t: Table, act: Act) -> bool:
    """Whether there is no card to slap, or the reaction is too fast to be real (1.9.6)."""
    return not t.slappable or reaction(act.b, act.c, act.d) < FASTEST_MS


def legal(t: Table, o: Options, p: int, act: Act) -> Reject:
    """Whether seat p, who is still in, may slap.  A false slap is legal where it has a penalty."""
    seat = t.seats[p]
    if o.slap == NONE or t.reveal == 0:
        return Reject.WRONG_PHASE
    if not 1 <= act.a <= t.reveal or act.d < 0:
        return Reject.BAD_PARAM
    if seat.locked >= t.battles:
        return Reject.LOCKED_OUT
    if act.a < t.reveal:
        return Reject.STALE
    if seat.pile.size + seat.played.size == 0:
        return Reject.NOT_YOUR_TURN
    if t.slappable and t.phase != Phase.SLAP:
        return Reject.TOO_LATE
    if t.slappable and seat.eff != NONE:
        return Reject.ALREADY
    if is_false(t, act):
        return Reject.FALSE_SLAP if o.false_slap == FalseSlap.NONE else Reject.OK
    if reaction(act.b, act.c, act.d) > o.slap_window:
        return Reject.TOO_LATE
    return Reject.OK


def is_possible(t: Table, o: Options, p: int) -> bool:
    """Whether seat p, who is still in, can slap, even if the slap would be a mistake."""
    me = t.seats[p]
    slapped = me.eff != NONE and t.phase == Phase.SLAP
    return o.slap != NONE and t.reveal > 0 and me.locked < t.battles and not slapped


def slap(t: Table, o: Options, now: int, p: int, act: Act, tape: Tape) -> None:
    """Store a slap; the first slap sets the time of judgement (1.9.5)."""
    if is_false(t, act):
        false_slap(t, o, p, reaction(act.b, act.c, act.d), tape)
        return
    t.seats[p].eff = reaction(act.b, act.c, act.d)
    t.until = max(now, min(t.until, t.show_at + act.c + JUDGE_MS))


def false_slap(t: Table, o: Options, p: int, eff: int, tape: Tape) -> None:
    """Lock the seat out until the battle is collected, and with `burn` put its top card face down
    into the pot.  After the battle is decided, the lockout applies to the next battle; between
    battles nobody burns their last card."""
    seat = t.seats[p]
    running = t.phase in (Phase.LAY, Phase.SLAP, Phase.UNDERDOG)
    seat.locked = t.battles if running else t.battles + 1
    burned: tuple[int, ...] = ()
    if o.false_slap == FalseSlap.BURN and seat.pile.size > (0 if running else 1):
        card = draw(seat.pile)
        put(seat.played, card)
        t.face_down |= one(card)
        burned = (card,)
    if tape is not None:
        tape.append(ev.FalseSlap(t.battles, p, eff, burned))


def first(t: Table, o: Options) -> int:
    """The seat that slapped first; NONE: nobody slapped, or a dead heat."""
    effs = [(t.seats[p].eff, p) for p in range(o.players) if t.seats[p].eff != NONE]
    if not effs:
        return NONE
    best = min(effs)
    heat = sum(eff == best[0] for eff, _ in effs)
    return best[1] if heat == 1 else NONE


def unlock(t: Table) -> None:
    """End the lockouts for the battle that has just been collected."""
    for seat in t.seats:
        if seat.locked <= t.battles:
            seat.locked = 0
