"""Who may do what in Ultimate War (section 2.3): one question for each act, asked of the state as
it is when the act is taken from the queue."""

from games.rules.cards import NONE, one
from games.rules.game import Act
from games.rules.jit import inline, jit
from games.rules.ultimate.acts import Kind
from games.rules.ultimate.options import Options
from games.rules.ultimate.state import HAND, STACK, End, Force, Reject, Table
from games.rules.ultimate.zones import (
    challenger_of,
    field_set,
    has_source,
    locked,
    open_challenge,
    place_in,
    supply,
    usable,
)


@inline
def may_draw(t: Table, p: int) -> Reject:
    """Stack top to hand."""
    if t.seats[p].hand != NONE:
        return Reject.HAND_FULL
    if t.seats[p].stack.size == 0:
        return Reject.STACK_EMPTY
    return Reject.LOCKED if locked(t, p) & one(STACK) != 0 else Reject.OK


@inline
def may_play(t: Table, p: int) -> Reject:
    """Hand card to field."""
    if t.seats[p].hand == NONE:
        return Reject.HAND_EMPTY
    if t.seats[p].field.size >= 3:
        return Reject.FIELD_FULL
    return Reject.LOCKED if locked(t, p) & one(HAND) != 0 else Reject.OK


@inline
def may_deploy(t: Table, p: int) -> Reject:
    """Stack top to field."""
    if t.seats[p].stack.size == 0:
        return Reject.STACK_EMPTY
    if t.seats[p].field.size >= 3:
        return Reject.FIELD_FULL
    return Reject.LOCKED if locked(t, p) & one(STACK) != 0 else Reject.OK


@inline
def is_other(t: Table, p: int, q: int) -> bool:
    """Is q a seat of this table, and not p's own?"""
    return 0 <= q < t.players and q != p


@inline
def may_confront(t: Table, now: int, p: int, act: Act) -> Reject:
    """A source against a field card lying open now."""
    why = usable(t, p, act.a, 0)
    if why != Reject.OK:
        return why
    if not is_other(t, p, act.b):
        return Reject.BAD_PARAM
    if place_in(t.seats[act.b].field, act.c) == NONE:
        return Reject.TARGET_GONE
    return Reject.COOLDOWN if now < t.seats[p].ready_at else Reject.OK


@jit
def good_options(t: Table, p: int, source: int, options: int) -> Reject:
    """Field cards of one's own, at least one, free, and not what one challenges with."""
    mine = field_set(t.seats[p].field)
    if options == 0 or options & ~mine != 0 or options & one(source) != 0:
        return Reject.OPTION_NEEDED
    return Reject.LOCKED if options & locked(t, p) != 0 else Reject.OK


@inline
def may_challenge(t: Table, now: int, p: int, act: Act) -> Reject:
    """A source against somebody's hand or stack, with field cards as options."""
    why = usable(t, p, act.a, 0)
    if why != Reject.OK:
        return why
    if not is_other(t, p, act.b) or (act.c != HAND and act.c != STACK):
        return Reject.BAD_PARAM
    if not has_source(t.seats[act.b], act.c):
        return Reject.TARGET_GONE
    if locked(t, act.b) & one(act.c) != 0:
        return Reject.TARGET_LOCKED
    why = good_options(t, p, act.a, act.d)
    if why != Reject.OK:
        return why
    if t.seats[p].challenge.number > 0:
        return Reject.ONE_AT_A_TIME
    if challenger_of(t, act.b) != NONE:
        return Reject.TARGET_BUSY
    return Reject.COOLDOWN if now < t.seats[p].ready_at else Reject.OK


@inline
def may_answer(t: Table, o: Options, p: int, act: Act) -> Reject:
    """Accept, take an option, or propose another card: only the challenged, one thing at a
    time."""
    challenger = open_challenge(t, act.a)
    if challenger == NONE or t.seats[challenger].challenge.target != p:
        return Reject.NO_CHALLENGE
    c = t.seats[challenger].challenge
    if act.kind == Kind.CHANGE and not o.change:
        return Reject.NOT_PLAYED
    if c.proposal != NONE:
        return Reject.WRONG_PHASE if act.kind != Kind.CHANGE else Reject.ALREADY_PROPOSED
    if act.kind == Kind.ACCEPT:
        return Reject.OK
    if act.kind == Kind.OPTION:
        if not 0 <= act.c < HAND:
            return Reject.BAD_PARAM
        if c.options & one(act.c) == 0:
            return Reject.TARGET_GONE
        return usable(t, p, act.b, one(c.zone))
    if c.proposed:
        return Reject.ALREADY_PROPOSED
    if act.b == c.zone:
        return Reject.BAD_PARAM
    return usable(t, p, act.b, 0)


@inline
def may_consent(t: Table, p: int, act: Act) -> Reject:
    """Yes or no to the proposed card: only the challenger, only while it is open."""
    c = t.seats[p].challenge
    if act.a <= 0 or c.number != act.a or c.proposal == NONE:
        return Reject.NO_CHALLENGE
    return Reject.OK if 0 <= act.b <= 1 else Reject.BAD_PARAM


@inline
def may_war(t: Table, now: int, p: int, act: Act) -> Reject:
    """A war on who has had no field card for too long; it cannot be refused (2.6)."""
    if not is_other(t, p, act.a):
        return Reject.BAD_PARAM
    target = t.seats[act.a]
    if target.out:
        return Reject.TARGET_GONE
    if target.field.size > 0:
        return Reject.HAS_FIELD
    if now < target.bare_at:
        return Reject.TOO_SOON
    if challenger_of(t, act.a) != NONE:
        return Reject.TARGET_BUSY
    if supply(t, p) == 0 or supply(t, act.a) == 0:
        return Reject.NO_SOURCE
    return Reject.COOLDOWN if now < t.seats[p].ready_at else Reject.OK


@inline
def may_call(t: Table, o: Options, now: int, p: int, act: Act) -> Reject:
    """A confrontation of the whole table."""
    if not o.multi:
        return Reject.NOT_PLAYED
    why = usable(t, p, act.a, 0)
    if why != Reject.OK:
        return why
    if not Force.LOWEST <= act.b <= Force.NONE:
        return Reject.BAD_PARAM
    if now < t.seats[p].ready_at or now < t.seats[p].call_at:
        return Reject.COOLDOWN
    return Reject.OK


@inline
def may_join(t: Table, p: int, act: Act) -> Reject:
    """Put a card in, or pass; once."""
    if not t.multi.open:
        return Reject.WRONG_PHASE
    if t.seats[p].joined != NONE:
        return Reject.ALREADY
    return usable(t, p, act.a, 0) if act.kind == Kind.JOIN else Reject.OK


@inline
def may_move(t: Table, p: int, kind: int) -> Reject:
    """Stack to hand, hand to field, stack to field."""
    if kind == Kind.DRAW:
        return may_draw(t, p)
    if kind == Kind.PLAY:
        return may_play(t, p)
    return may_deploy(t, p)


@jit
def may_act(t: Table, o: Options, now: int, p: int, act: Act) -> Reject:
    """The acts of 2.3, by a player who is in."""
    if t.multi.open and act.kind != Kind.JOIN and act.kind != Kind.PASS:
        return Reject.TABLE_CALLED
    if act.kind <= Kind.DEPLOY:
        return may_move(t, p, act.kind)
    if act.kind == Kind.CONFRONT:
        return may_confront(t, now, p, act)
    if act.kind == Kind.CHALLENGE:
        return may_challenge(t, now, p, act)
    if act.kind <= Kind.CHANGE:
        return may_answer(t, o, p, act)
    if act.kind == Kind.CONSENT:
        return may_consent(t, p, act)
    if act.kind == Kind.WAR:
        return may_war(t, now, p, act)
    if act.kind == Kind.MULTI:
        return may_call(t, o, now, p, act)
    return may_join(t, p, act)


@jit
def well_formed(t: Table, act: Act) -> bool:
    """Are the numbers of an act those of some act, whatever the position?"""
    k = act.kind
    if k == Kind.CONFRONT:
        return 0 <= act.a <= STACK and 0 <= act.b < t.players and 0 <= act.c < HAND
    if k == Kind.CHALLENGE:
        target = 0 <= act.b < t.players and HAND <= act.c <= STACK
        return 0 <= act.a <= STACK and target and 0 <= act.d < one(HAND)
    if k == Kind.WAR:
        return 0 <= act.a < t.players
    if k == Kind.MULTI:
        return 0 <= act.a <= STACK and Force.LOWEST <= act.b <= Force.NONE
    if k == Kind.JOIN:
        return 0 <= act.a <= STACK
    if k == Kind.OPTION:
        return act.a > 0 and 0 <= act.b <= STACK and 0 <= act.c < HAND
    if k == Kind.CHANGE:
        return act.a > 0 and 0 <= act.b <= STACK
    if k == Kind.CONSENT:
        return act.a > 0 and 0 <= act.b <= 1
    return act.a > 0 if k == Kind.ACCEPT else True


@jit
def legal(t: Table, o: Options, now: int, p: int, act: Act) -> Reject:
    """May seat p (NONE: the server) do this at `now`?  Changes nothing.  With pace=pulse the
    acts of 2.3 are only handed in: they are judged at the pulse."""
    server = act.kind == Kind.STOP
    if server != (p == NONE) or not NONE <= p < t.players:
        return Reject.NOT_YOUR_SEAT
    if t.end != End.PLAYING:
        return Reject.GAME_OVER
    if server:
        return Reject.OK if act.a == End.AGREED or act.a == End.ABANDONED else Reject.BAD_PARAM
    if t.seats[p].out:
        return Reject.YOU_ARE_OUT
    if not 0 <= act.kind < Kind.STOP:
        return Reject.BAD_PARAM
    if act.kind == Kind.RESIGN:
        return Reject.OK
    if o.pulse:
        return Reject.OK if well_formed(t, act) else Reject.BAD_PARAM
    return may_act(t, o, now, p, act)
