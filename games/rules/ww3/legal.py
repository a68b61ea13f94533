"""Legal acts in World War III (section 3.10).  The functions of this module do not change the
state."""

from games.rules.acts import FASTEST_MS, reaction
from games.rules.cards import NONE
from games.rules.game import Act
from games.rules.ww3.acts import Kind, Reject
from games.rules.ww3.options import Options
from games.rules.ww3.state import Answer, Phase, Table, Why, in_war, row
from games.rules.ww3.turn import can_beat

WAR = (Phase.DRAW, Phase.HOLD, Phase.JOKER)


def has_choice(t: Table) -> bool:
    """Whether the player to move cannot beat the card, but may decline with a declared two."""
    return not can_beat(t, t.at) and t.seats[t.at].shown.size > 0


def is_asked(t: Table, p: int) -> bool:
    """Whether this phase asks seat p, even if the seat has already answered."""
    if t.phase == Phase.TURN or t.phase == Phase.TARGET:
        return t.at == p
    if t.phase == Phase.DRAW:
        return in_war(t, p) and not t.seats[p].holds and t.seats[p].pickup.size > 0
    if t.phase == Phase.HOLD:
        return in_war(t, p) and not t.seats[p].holds
    return t.phase == Phase.JOKER and in_war(t, p)


def waiting(t: Table, o: Options) -> bool:
    """Whether an answer is missing in this phase."""
    if t.phase == Phase.DRAW:
        return any(is_asked(t, p) and not t.seats[p].ready for p in range(o.players))
    return any(is_asked(t, p) and t.seats[p].answer == Answer.OPEN for p in range(o.players))


def legal(t: Table, o: Options, seat: int, act: Act) -> Reject:
    """Whether this seat (NONE: the server) may do this act now."""
    server = act.kind >= Kind.LEAD
    if server != (seat == NONE) or not NONE <= seat < o.players:
        return Reject.NOT_YOUR_SEAT
    if t.phase == Phase.OVER:
        return Reject.GAME_OVER
    if server:
        return Reject.OK
    if t.seats[seat].out:
        return Reject.YOU_ARE_OUT
    if act.kind in (Kind.AUTO, Kind.RESIGN):
        return Reject.OK
    if act.kind == Kind.DRAW:
        return legal_draw(t, seat)
    if act.kind in (Kind.HOLD, Kind.RESET):
        return legal_call(t, o, seat, act)
    return legal_turn(t, o, seat, act)


def legal_turn(t: Table, o: Options, p: int, act: Act) -> Reject:
    """Whether an act of a turn is legal: to lay, fight, decline, or choose an opponent."""
    if act.kind == Kind.DECLINE and refuses_joker(t, p):
        return Reject.JOKER_WAR
    if t.phase != (Phase.TARGET if act.kind == Kind.TARGET else Phase.TURN):
        return Reject.WRONG_PHASE
    if t.at != p:
        return Reject.NOT_YOUR_TURN
    if act.kind == Kind.TARGET:
        q = act.a
        fits = 0 <= q < o.players and q != p and not t.seats[q].out
        return Reject.OK if fits else Reject.BAD_TARGET
    if can_beat(t, p):
        return Reject.OK if act.kind == Kind.PLAY else Reject.CAN_BEAT
    if act.kind == Kind.PLAY:
        return Reject.CANNOT_BEAT
    if act.kind == Kind.DECLINE and act.a not in row(t.seats[p].shown):
        return Reject.NO_DECLINE_CARD
    return Reject.OK


def refuses_joker(t: Table, p: int) -> bool:
    """Whether a joker rules out declining: in its war, or while its owner chooses an opponent."""
    if t.phase == Phase.TARGET:
        return t.at != p
    return in_war(t, p) and t.duel.why == Why.JOKER


def legal_draw(t: Table, p: int) -> Reject:
    """Whether `draw` is legal.  It asks for the next cards; in a hold window it means that the seat
    does not hold."""
    if t.phase not in (Phase.DRAW, Phase.HOLD):
        return Reject.WRONG_PHASE
    if not in_war(t, p):
        return Reject.NOT_IN_WAR
    if not is_asked(t, p):
        return Reject.NOT_YOUR_TURN
    seat = t.seats[p]
    done = seat.ready if t.phase == Phase.DRAW else seat.answer != Answer.OPEN
    return Reject.ALREADY if done else Reject.OK


def legal_call(t: Table, o: Options, p: int, act: Act) -> Reject:
    """Whether a call is legal: `hold` for the current card, `reset` for one's own joker."""
    if t.phase not in WAR or t.reveal == 0:
        return Reject.WRONG_PHASE
    if not in_war(t, p):
        return Reject.NOT_IN_WAR
    if not 1 <= act.a <= t.reveal:
        return Reject.BAD_PARAM
    if act.a < t.reveal:
        return Reject.STALE
    if t.phase == Phase.DRAW:
        return Reject.ALREADY if t.seats[p].holds else Reject.TOO_LATE
    if act.kind == Kind.RESET and t.phase != Phase.JOKER:
        return Reject.WRONG_PHASE
    owner = t.phase == Phase.JOKER and p == t.duel.joker
    if t.phase == Phase.JOKER and owner != (act.kind == Kind.RESET):
        return Reject.NOT_YOUR_TURN
    if t.seats[p].holds or t.seats[p].answer != Answer.OPEN:
        return Reject.ALREADY
    return Reject.OK if o.secret else in_time(t, o, act)


def in_time(t: Table, o: Options, act: Act) -> Reject:
    """Whether the reaction counts: not too fast to be real, and within the window (1.9)."""
    eff = reaction(act.b, act.c, act.d)
    if eff < FASTEST_MS:
        return Reject.FALSE_START
    window = o.joker_window if t.phase == Phase.JOKER else o.hold_window
    return Reject.TOO_LATE if eff > window else Reject.OK
