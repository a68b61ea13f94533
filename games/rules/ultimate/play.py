"""The acts of Ultimate War (section 2.3): `do` does one act, `apply` takes one act from the
queue."""

from games.rules.cards import NONE, draw, move_all, put
from games.rules.events import Tape
from games.rules.game import Act
from games.rules.jit import I64, inline, jit
from games.rules.ultimate import call_events as calls
from games.rules.ultimate import events as ev
from games.rules.ultimate import make_events
from games.rules.ultimate.clash import (
    close,
    count_alive,
    finish,
    refuse,
    resolve,
    stir,
    trim,
)
from games.rules.ultimate.legal import Kind, legal, may_act
from games.rules.ultimate.options import Options
from games.rules.ultimate.state import (
    MULTI_PAUSE_MS,
    PASSED,
    PULSE_MS,
    SEATS,
    STOPPED_CLOCKS,
    End,
    Force,
    Plan,
    Reject,
    Table,
)
from games.rules.ultimate.zones import commit, forced_card, has_source, lay_open, open_challenge


@jit
def move(t: Table, p: int, kind: int, tape: Tape) -> None:
    """Move a card: stack to hand, hand to field, or stack to field."""
    seat = t.seats[p]
    if kind != Kind.DRAW:
        seat.bare_at = 0
    if kind == Kind.DRAW:
        seat.hand = draw(seat.stack)
        if tape is not None:
            tape.append(ev.Draw(t.now, p, seat.hand))
    elif kind == Kind.PLAY:
        lay_open(seat.field, seat.hand, t.now)
        if tape is not None:
            tape.append(ev.Play(t.now, p, seat.hand))
        seat.hand = NONE
    else:
        card = draw(seat.stack)
        lay_open(seat.field, card, t.now)
        if tape is not None:
            tape.append(ev.Deploy(t.now, p, card))


@jit
def confront(t: Table, o: Options, p: int, act: Act, tape: Tape) -> None:
    card = commit(t, p, act.a)
    commit(t, act.b, act.c)
    if tape is not None:
        tape.append(make_events.confronted(t, p, act.a, card, act.b, act.c))
    resolve(t, o, p, False, tape)


@jit
def challenge(t: Table, o: Options, p: int, act: Act, tape: Tape) -> None:
    t.challenges += 1
    c = t.seats[p].challenge
    c.number = t.challenges
    c.source = act.a
    c.target = act.b
    c.zone = act.c
    c.options = act.d
    c.opened = t.now
    c.until = t.now + (PULSE_MS if o.pulse else o.respond)
    c.proposed = False
    c.proposal = NONE
    stir(t, act.b)
    if tape is not None:
        tape.append(make_events.challenged(t, p))


@jit
def accept(t: Table, o: Options, challenger: int, silent: bool, tape: Tape) -> None:
    """Accept the challenge, and compare both cards."""
    c = t.seats[challenger].challenge
    number = c.number
    target = c.target
    close(t, challenger)
    commit(t, challenger, c.source)
    commit(t, target, c.zone)
    if tape is not None:
        tape.append(make_events.accepted(t, number, challenger, target, silent))
    stir(t, challenger)
    stir(t, target)
    resolve(t, o, challenger, False, tape)


@jit
def option(t: Table, o: Options, p: int, act: Act, tape: Tape) -> None:
    """Fight an option of the challenge against p instead; the challenger's hidden card stays
    unseen."""
    challenger = open_challenge(t, act.a)
    close(t, challenger)
    card = commit(t, p, act.b)
    commit(t, challenger, act.c)
    if tape is not None:
        tape.append(make_events.option_taken(t, p, act, card, challenger))
    stir(t, challenger)
    resolve(t, o, challenger, False, tape)


@jit
def change(t: Table, o: Options, act: Act, tape: Tape) -> None:
    """Offer another card in the challenge."""
    challenger = open_challenge(t, act.a)
    c = t.seats[challenger].challenge
    c.proposed = True
    c.proposal = act.b
    c.consent_until = t.now + (PULSE_MS if o.pulse else o.consent)
    stir(t, challenger)
    if tape is not None:
        tape.append(make_events.proposed(t, challenger))


@jit
def consent(t: Table, o: Options, p: int, act: Act, tape: Tape) -> None:
    """Accept or refuse the proposed card; a card that has been captured counts as refused."""
    c = t.seats[p].challenge
    if act.b == 0 or not has_source(t.seats[c.target], c.proposal):
        refuse(t, o, p, p, tape)
        return
    number = c.number
    target = c.target
    proposal = c.proposal
    close(t, p)
    commit(t, p, c.source)
    commit(t, target, proposal)
    if tape is not None:
        tape.append(make_events.agreed(t, number, p, target))
    stir(t, target)
    resolve(t, o, p, False, tape)


@jit
def war(t: Table, o: Options, p: int, act: Act, tape: Tape) -> None:
    """Start a war at once, without a first comparison (2.4.3)."""
    if tape is not None:
        tape.append(ev.CallWar(t.now, p, act.a))
    t.seats[p].fights = True
    t.seats[act.a].fights = True
    resolve(t, o, p, True, tape)


@jit
def force_of(number: int) -> Force:
    if number == Force.LOWEST:
        return Force.LOWEST
    return Force.HIGHEST if number == Force.HIGHEST else Force.NONE


@jit
def call_table(t: Table, o: Options, p: int, act: Act, tape: Tape) -> None:
    """Call the whole table: every player joins or passes (2.7)."""
    t.multi.open = True
    t.multi.caller = p
    t.multi.force = force_of(act.b)
    t.multi.opened = t.now
    t.multi.until = t.now + (PULSE_MS if o.pulse else o.multi_window)
    t.seats[p].call_at = t.now + MULTI_PAUSE_MS
    for q in range(SEATS):
        t.seats[q].joined = NONE
        stir(t, q)
    t.seats[p].joined = act.a
    if tape is not None:
        tape.append(make_events.called(t, p))


@jit
def join(t: Table, p: int, act: Act, tape: Tape) -> None:
    """Put a card of p into the call of the table, or pass."""
    if act.kind == Kind.JOIN:
        t.seats[p].joined = act.a
        if tape is not None:
            tape.append(make_events.joined(t, p))
    else:
        t.seats[p].joined = PASSED
        if tape is not None:
            tape.append(calls.Decline(t.now, p))


@jit
def all_answered(t: Table) -> bool:
    """Whether every player who is still in has joined or passed."""
    for p in range(t.players):  # noqa: SIM110 - closures do not compile
        if not t.seats[p].out and t.seats[p].joined == NONE:
            return False
    return True


@jit
def resume(t: Table) -> None:
    """End the call of the table, and restart every clock it has stopped, with the remaining
    time."""
    pause = t.now - t.multi.opened
    t.multi.open = False
    t.stall_at += pause
    if t.rules >= STOPPED_CLOCKS:
        t.stopped += pause
        for p in range(t.players):
            if t.seats[p].bare_at > 0:
                t.seats[p].bare_at += pause
    for p in range(t.players):
        seat = t.seats[p]
        seat.challenge.until += pause
        seat.challenge.consent_until += pause
        stir(t, p)


@jit
def close_table(t: Table, o: Options, tape: Tape) -> None:
    """Decide a call of the table: put in the forced cards, and show all cards (2.7).  If only one
    card is put in, the call is void, and the card stays where it was."""
    entered = 0
    for p in range(t.players):
        seat = t.seats[p]
        if not seat.out and seat.joined < 0:
            card = forced_card(t, p, t.multi.force)
            if card != NONE:
                seat.joined = card
                if tape is not None:
                    tape.append(calls.Forced(t.now, p, card))
        if not seat.out and seat.joined >= 0:
            entered += 1
    resume(t)
    if entered < 2:
        if tape is not None:
            tape.append(calls.MultiVoid(t.now))
        return
    for p in range(t.players):
        if not t.seats[p].out and t.seats[p].joined >= 0:
            commit(t, p, t.seats[p].joined)
    if tape is not None:
        tape.append(make_events.revealed(t))
    resolve(t, o, 0, False, tape)


@jit
def resign(t: Table, o: Options, p: int, tape: Tape) -> None:
    """Put p out at once.  All cards of p go to the centre, and are won with the next pot;
    challenges by and against p are void, and a call of the table by p is void, too (0.6)."""
    seat = t.seats[p]
    before = t.center.size
    move_all(seat.stack, t.center)
    if seat.hand != NONE:
        put(t.center, seat.hand)
        seat.hand = NONE
    for i in range(seat.field.size):
        put(t.center, seat.field.cards[i])
    seat.field.size = 0
    t.falls += 1
    seat.out = True
    seat.resigned = True
    seat.fell = t.falls
    seat.plan.kind = NONE
    if tape is not None:
        tape.append(ev.Resign(t.now, p, t.center.size - before))
    trim(t, tape)
    if count_alive(t) == 1:
        finish(t, End.RESIGN, tape)
    elif t.multi.open and t.multi.caller == p:
        resume(t)
        if tape is not None:
            tape.append(calls.MultiVoid(t.now))
    elif t.multi.open and all_answered(t):
        close_table(t, o, tape)


@jit
def attack(t: Table, o: Options, p: int, act: Act, tape: Tape) -> None:
    """Do an act after which p must pause (2.5)."""
    t.seats[p].ready_at = t.now + o.cooldown
    if act.kind == Kind.CONFRONT:
        confront(t, o, p, act, tape)
    elif act.kind == Kind.CHALLENGE:
        challenge(t, o, p, act, tape)
    elif act.kind == Kind.WAR:
        war(t, o, p, act, tape)
    else:
        call_table(t, o, p, act, tape)


@jit
def answer(t: Table, o: Options, p: int, act: Act, tape: Tape) -> None:
    """Do an act that answers a challenge or a call of the table."""
    if act.kind == Kind.ACCEPT:
        accept(t, o, open_challenge(t, act.a), False, tape)
    elif act.kind == Kind.OPTION:
        option(t, o, p, act, tape)
    elif act.kind == Kind.CHANGE:
        change(t, o, act, tape)
    elif act.kind == Kind.CONSENT:
        consent(t, o, p, act, tape)
    else:
        join(t, p, act, tape)
        if all_answered(t):
            close_table(t, o, tape)


@jit
def do(t: Table, o: Options, p: int, act: Act, tape: Tape) -> None:
    """Do an act of section 2.3 that is legal now."""
    t.turn += 1
    stir(t, p)
    if act.kind <= Kind.DEPLOY:
        move(t, p, act.kind, tape)
    elif (
        act.kind == Kind.CONFRONT
        or act.kind == Kind.CHALLENGE
        or act.kind == Kind.WAR
        or act.kind == Kind.MULTI
    ):
        attack(t, o, p, act, tape)
    else:
        answer(t, o, p, act, tape)


@jit
def hand_in(t: Table, p: int, act: Act, tape: Tape) -> None:
    """Store p's act for the next pulse, in place of an earlier act."""
    plan = t.seats[p].plan
    plan.kind = act.kind
    plan.a = act.a
    plan.b = act.b
    plan.c = act.c
    plan.d = act.d
    if tape is not None:
        tape.append(ev.Handed(t.now, p))


@inline
def hand_act(plan: Plan) -> Act:
    return Act(I64(plan.kind), plan.a, plan.b, plan.c, plan.d)


@jit
def try_plan(t: Table, o: Options, p: int, tape: Tape) -> Reject:
    """Do at a pulse the act that p has handed in, if it is legal now.  Return the reason if it is
    not."""
    plan = t.seats[p].plan
    act = hand_act(plan)
    plan.kind = NONE
    why = may_act(t, o, t.now, p, act)
    if why == Reject.OK:
        do(t, o, p, act, tape)
    elif tape is not None:
        tape.append(make_events.not_done(t, p, why))
    return why


@jit
def apply(t: Table, o: Options, now: int, seat: int, act: Act, tape: Tape) -> Reject:
    """Do the act of this seat (NONE: the server) if it is legal; otherwise change nothing.  The
    caller has fired every timer due by `now`."""
    verdict = legal(t, o, now, seat, act)
    if verdict != Reject.OK:
        return verdict
    t.now = now
    if act.kind == Kind.STOP:
        t.turn += 1
        if act.a == End.AGREED:
            finish(t, End.AGREED, tape)
        elif act.a == End.LIMIT:
            finish(t, End.LIMIT, tape)
        else:
            finish(t, End.ABANDONED, tape)
    elif act.kind == Kind.RESIGN:
        t.turn += 1
        resign(t, o, seat, tape)
    elif o.pulse:
        hand_in(t, seat, act, tape)
    else:
        do(t, o, seat, act, tape)
    return verdict
