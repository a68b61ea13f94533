"""The resolution of a confrontation (section 2.4): from the cards shown to the packet under the
winner's stack, without a pause, with the effects on challenges, clocks and players."""

from games.rules.cards import NONE, move_all, one, put, rank
from games.rules.events import Tape
from games.rules.jit import jit
from games.rules.rng import shuffle
from games.rules.ultimate import make_events
from games.rules.ultimate.options import Options, Order
from games.rules.ultimate.state import (
    GRACE_MS,
    PULSE_MS,
    SEATS,
    STOPPED_CLOCKS,
    End,
    Table,
)
from games.rules.ultimate.zones import (
    field_set,
    next_supply,
    place_in,
    supply,
)


@jit
def cards_of(t: Table, p: int) -> int:
    """The number of cards that a seat has in all zones."""
    seat = t.seats[p]
    return seat.stack.size + seat.field.size + (1 if seat.hand != NONE else 0)


@jit
def count_alive(t: Table) -> int:
    """The number of players who are still in."""
    left = 0
    for p in range(t.players):
        if not t.seats[p].out:
            left += 1
    return left


@jit
def narrow(t: Table) -> int:
    """Keep only the contenders with the highest open card.  Return their number."""
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
    """Whether a contender has a card to lay."""
    for p in range(SEATS):  # noqa: SIM110 - closures do not compile
        if t.seats[p].fights and supply(t, p) > 0:
            return True
    return False


@jit
def lay(t: Table, first: int, depth: int, tape: Tape) -> None:
    """Lay the cards of a war: three face down, the fourth face up.  With fewer cards the last one
    is laid face up; for a player without cards the tied card still counts (2.4.2).  Seat `first`
    lays first."""
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
            put(t.pot, card)
            if n < cards - 1:
                t.face_down |= one(card)
            else:
                seat.up = card
        if tape is not None:
            tape.append(make_events.laid(t, p, cards))


@jit
def sole_holder(t: Table) -> int:
    """The only player with cards; NONE: no player has cards; SEATS: several players have cards."""
    who = NONE
    for p in range(t.players):
        if cards_of(t, p) > 0:
            if who != NONE:
                return SEATS
            who = p
    return who


@jit
def champion(t: Table) -> int:
    who = NONE
    for p in range(t.players):
        if t.seats[p].fights:
            who = p
    return who


@jit
def resolve(t: Table, o: Options, first: int, war: bool, tape: Tape) -> None:
    """Decide a confrontation of the committed cards.  With `war` there is no first comparison
    (2.6).  `first` is the seat that laid first; it only affects the order of the log."""
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
    """Restart the no-field clocks of all seats in the confrontation, and the clock of the muster
    (2.6, 2.9)."""
    t.stall_at = t.now + o.stall
    for p in range(t.players):
        if t.seats[p].played.size > 0:
            seat = t.seats[p]
            begun = o.nofield0 + t.stopped  # when the longer time of the beginning is over
            had_field = seat.bare_at < begun  # 0 after their first field card
            ready = t.now + o.nofield
            seat.bare_at = ready if had_field else max(ready, begun)
            seat.touched = t.now
            seat.fought = t.fights


@jit
def collect(t: Table, o: Options, winner: int, tape: Tape) -> None:
    """Move every card of the confrontation and of the centre under the winner's stack, in the
    order of the house rule (2.4.6)."""
    pile = t.seats[winner].stack
    before = pile.size
    if tape is not None:
        tape.append(make_events.won(t, o, winner))
    p = winner if o.order == Order.LOSER else winner - 1
    for _ in range(t.players):
        p = p + 1 if p + 1 < t.players else 0
        move_all(t.seats[p].played, pile)
    move_all(t.center, pile)
    t.pot.size = 0
    if o.order == Order.RANDOM:
        shuffle(t, pile, before)
    t.last_size = pile.size - before
    if tape is not None:
        tape.append(make_events.taken(t, winner, before))


@jit
def gather(t: Table) -> None:
    """Move every card of the confrontation to the centre, in the order in which the cards were
    committed."""
    if t.rules < STOPPED_CLOCKS:
        for p in range(t.players):
            move_all(t.seats[p].played, t.center)
    else:
        move_all(t.pot, t.center)
        for p in range(t.players):
            t.seats[p].played.size = 0
    t.pot.size = 0


@jit
def carry(t: Table, tape: Tape) -> None:
    """Leave the pot in the centre for the next confrontation, after a tie that cannot be broken
    (2.4.4)."""
    gather(t)
    if tape is not None:
        tape.append(make_events.carried(t))


@jit
def after(t: Table, tape: Tape) -> None:
    """Update what depends on the cards of the players: who is out, which challenges are void, and
    whether only one player is left."""
    t.face_down = 0
    for p in range(SEATS):
        t.seats[p].fights = False
    fall(t, tape)
    trim(t, tape)
    if count_alive(t) == 1:
        finish(t, End.ALL, tape)


@jit
def fall(t: Table, tape: Tape) -> None:
    """Put players without a card in any zone out (2.4.5)."""
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
    """Refuse the proposed card, and extend the time to accept the challenge or to fight an option
    (2.7)."""
    c = t.seats[challenger].challenge
    c.proposal = NONE
    c.until = max(c.until, t.now + (PULSE_MS if o.pulse else GRACE_MS))
    stir(t, c.target)
    if tape is not None:
        tape.append(make_events.refused_change(t, challenger, who))


@jit
def trim(t: Table, tape: Tape) -> None:
    """Remove captured options from challenges, and end challenges without options, source or target
    (2.5)."""
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
    """End the challenge of seat `challenger`, which releases its cards."""
    c = t.seats[challenger].challenge
    c.number = 0
    c.proposal = NONE


@jit
def stir(t: Table, p: int) -> None:
    """Note that seat p has a new decision to make."""
    t.seats[p].turn += 1
    t.seats[p].since = t.now


@jit
def finish(t: Table, end: End, tape: Tape) -> None:
    """End the game (2.4.4, 2.4.5): as a draw of the players tied without cards, as a win of the
    last player, who also gets the centre, or as stopped."""
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
