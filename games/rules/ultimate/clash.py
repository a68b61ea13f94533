"""How a confrontation is resolved (section 2.4): at once, from the cards shown to the packet
under the winner's stack, and what follows from it for challenges, clocks and players."""

from games.rules.cards import NONE, move_all, one, put, rank
from games.rules.events import Tape
from games.rules.jit import jit
from games.rules.rng import shuffle
from games.rules.ultimate import make_events
from games.rules.ultimate.options import Options, Order
from games.rules.ultimate.state import GRACE_MS, PULSE_MS, SEATS, End, Table
from games.rules.ultimate.zones import (
    field_set,
    next_supply,
    place_in,
    supply,
)


@jit
def cards_of(t: Table, p: int) -> int:
    """Cards of a seat in all zones."""
    seat = t.seats[p]
    return seat.stack.size + seat.field.size + (1 if seat.hand != NONE else 0)


@jit
def count_alive(t: Table) -> int:
    """Players still in."""
    left = 0
    for p in range(t.players):
        if not t.seats[p].out:
            left += 1
    return left


@jit
def narrow(t: Table) -> int:
    """Only those with the highest card go on; returns how many."""
    best = NONE
    for p in range(SEATS):
        if t.seats[p].fights:
            best = max(best, rank(t.seats[p].up))
    left = 0
    for p in range(SEATS):
        t.seats[p].fights = t.seats[p].fights and rank(t.seats[p].up) == best
        if t.seats[p].fights:
            left += 1
    return left


@jit
def any_supply(t: Table) -> bool:
    """Has a contender a card to lay?"""
    for p in range(SEATS):  # noqa: SIM110 - closures do not compile
        if t.seats[p].fights and supply(t, p) > 0:
            return True
    return False


@jit
def lay(t: Table, first: int, depth: int, tape: Tape) -> None:
    """A war: three cards face down, the fourth face up; with fewer the last is the open one,
    with none the tied card stands (2.4.2).  Seat `first` lays first."""
    t.wars += 1
    if tape is not None:
        tape.append(make_events.war_begun(t, first, depth))
    for i in range(SEATS):
        p = (first + i) % SEATS
        seat = t.seats[p]
        if not seat.fights:
            continue
        cards = min(4, supply(t, p))
        for n in range(cards):
            card = next_supply(t, p)
            put(seat.played, card)
            if n < cards - 1:
                t.face_down |= one(card)
            else:
                seat.up = card
        if tape is not None:
            tape.append(make_events.laid(t, p, cards))


@jit
def sole_holder(t: Table) -> int:
    """The only player with cards; NONE: nobody has any; SEATS: several have."""
    who = NONE
    for p in range(t.players):
        if cards_of(t, p) > 0:
            if who != NONE:
                return SEATS
            who = p
    return who


@jit
def champion(t: Table) -> int:
    """The only contender left."""
    who = NONE
    for p in range(t.players):
        if t.seats[p].fights:
            who = p
    return who


@jit
def resolve(t: Table, o: Options, first: int, war: bool, tape: Tape) -> None:
    """The committed cards decide; `war`: without a first comparison (2.6).  `first` is the seat
    that laid first, which only orders the log."""
    left = 2 if war else narrow(t)
    depth = 0
    while left > 1 and any_supply(t):
        depth += 1
        lay(t, first, depth, tape)
        left = narrow(t)
    winner = champion(t) if left == 1 else sole_holder(t)
    t.fights += 1
    t.winner = winner if winner < SEATS else NONE
    involve(t, o)
    if winner == NONE:
        gather(t)
        finish(t, End.DEADLOCK, tape)
        return
    if winner == SEATS:
        carry(t, tape)
    else:
        collect(t, o, winner, tape)
    after(t, tape)


@jit
def involve(t: Table, o: Options) -> None:
    """Everybody in the confrontation has the full time again to put down a field card; nobody
    calls it a stall (2.6, 2.9)."""
    t.stall_at = t.now + o.stall
    for p in range(t.players):
        if t.seats[p].played.size > 0:
            seat = t.seats[p]
            had_field = seat.bare_at < o.nofield0  # 0 once he laid his first field card
            ready = t.now + o.nofield
            seat.bare_at = ready if had_field else max(ready, o.nofield0)
            seat.touched = t.now
            seat.fought = t.fights


@jit
def collect(t: Table, o: Options, winner: int, tape: Tape) -> None:
    """Every card of the confrontation and of the centre goes under the winner's stack, his own
    too, in the order of the house rule (2.4.6)."""
    pile = t.seats[winner].stack
    before = pile.size
    if tape is not None:
        tape.append(make_events.won(t, o, winner))
    p = winner if o.order == Order.LOSER else winner - 1
    for _ in range(t.players):
        p = p + 1 if p + 1 < t.players else 0
        move_all(t.seats[p].played, pile)
    move_all(t.center, pile)
    if o.order == Order.RANDOM:
        shuffle(t, pile, before)
    t.last_size = pile.size - before
    if tape is not None:
        tape.append(make_events.taken(t, winner, before))


@jit
def gather(t: Table) -> None:
    """Every card of the confrontation goes to the centre."""
    for p in range(t.players):
        move_all(t.seats[p].played, t.center)


@jit
def carry(t: Table, tape: Tape) -> None:
    """Tied without supply: the pot waits for the next confrontation (2.4.4)."""
    gather(t)
    if tape is not None:
        tape.append(make_events.carried(t))


@jit
def after(t: Table, tape: Tape) -> None:
    """What follows from cards having moved: who is out, which challenges are void, is one
    player left?"""
    t.face_down = 0
    for p in range(SEATS):
        t.seats[p].fights = False
    fall(t, tape)
    trim(t, tape)
    if count_alive(t) == 1:
        finish(t, End.ALL, tape)


@jit
def fall(t: Table, tape: Tape) -> None:
    """Who has no card in any zone is out (2.4.5)."""
    fallen = False
    for p in range(t.players):
        seat = t.seats[p]
        if not seat.out and cards_of(t, p) == 0:
            seat.out = True
            seat.fell = t.falls + 1
            fallen = True
            if tape is not None:
                tape.append(make_events.fell(t, p))
    if fallen:
        t.falls += 1


@jit
def refuse(t: Table, o: Options, challenger: int, who: int, tape: Tape) -> None:
    """The proposed card is refused; there is time left to accept or take an option (2.7)."""
    c = t.seats[challenger].challenge
    c.proposal = NONE
    c.until = max(c.until, t.now + (PULSE_MS if o.pulse else GRACE_MS))
    stir(t, c.target)
    if tape is not None:
        tape.append(make_events.refused_change(t, challenger, who))


@jit
def trim(t: Table, tape: Tape) -> None:
    """Options that were captured are no longer offered; without options, source or target a
    challenge is void (2.5)."""
    for p in range(t.players):
        c = t.seats[p].challenge
        if c.number == 0:
            continue
        c.options &= field_set(t.seats[p].field)
        gone = c.source < 52 and place_in(t.seats[p].field, c.source) == NONE
        out = t.seats[p].out or t.seats[c.target].out
        if gone or out or c.options == 0:
            if tape is not None:
                tape.append(make_events.voided(t, p))
            close(t, p)
            stir(t, p)
            stir(t, c.target)


@jit
def close(t: Table, challenger: int) -> None:
    """The challenge is over, and binds nothing any longer."""
    c = t.seats[challenger].challenge
    c.number = 0
    c.proposal = NONE


@jit
def stir(t: Table, p: int) -> None:
    """Seat p has something new to decide."""
    t.seats[p].turn += 1
    t.seats[p].since = t.now


@jit
def finish(t: Table, end: End, tape: Tape) -> None:
    """The game is over: drawn between those tied without a card, or with one player left, who
    gets the centre too, or stopped (2.4.4, 2.4.5)."""
    if tape is not None and end == End.DEADLOCK:
        tape.append(make_events.deadlocked(t))
    t.end = end
    t.multi.open = False
    for p in range(t.players):
        t.seats[p].challenge.number = 0
        t.seats[p].plan.kind = NONE
    if count_alive(t) == 1 and end != End.DEADLOCK:
        for p in range(t.players):
            if not t.seats[p].out:
                move_all(t.center, t.seats[p].stack)
    if tape is not None:
        tape.append(make_events.over(t))
