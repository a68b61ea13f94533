"""The end of a battle of War: the winner takes the cards, players go out, and the game may be
over (sections 1.5, 1.6, 1.12)."""

from games.rules.cards import NONE, Pile, move_all, place, rank, swap
from games.rules.events import Tape
from games.rules.jit import inline, jit
from games.rules.rng import shuffle
from games.rules.war import make_events
from games.rules.war.options import Options, Order
from games.rules.war.state import End, Phase, Table


@jit
def finish(t: Table, o: Options, end: End, winner: int, tape: Tape) -> None:
    t.phase = Phase.OVER
    t.end = end
    t.winner = winner
    t.until = NONE
    if tape is not None:
        tape.append(make_events.over(t, o))


@inline
def sort_from(pile: Pile, first: int, highest_first: bool) -> None:
    """Sort the cards from position `first` on by rank, then suit c d h s."""
    for i in range(first + 1, pile.size):
        j = i
        while j > first:
            a = pile.cards[place(pile, j - 1)]
            b = pile.cards[place(pile, j)]
            if highest_first:
                a, b = a ^ 60, b ^ 60  # reverses ranks, keeps suits
            if a <= b:
                break
            swap(pile, j - 1, j)
            j -= 1


@inline
def collect(t: Table, o: Options, tape: Tape) -> None:
    """Move every card on the table and in the centre under the winner's pile (1.5)."""
    p = NONE if o.order == Order.SEAT else t.winner - 1  # the seat before the first
    if o.order == Order.LOSER:
        p += 1
    pile = t.seats[t.winner].pile
    before = pile.size
    for _ in range(o.players):
        p = p + 1 if p + 1 < o.players else 0
        move_all(t.seats[p].played, pile)
    move_all(t.center, pile)
    if o.order == Order.RANDOM:
        shuffle(t, pile, before)
    elif o.order == Order.HIGH or o.order == Order.LOW:
        sort_from(pile, before, o.order == Order.HIGH)
    t.face_down = 0
    if tape is not None:
        tape.append(make_events.taken(t, before))


@inline
def fall(t: Table, o: Options, tape: Tape) -> int:
    """Put players without cards out; return how many are left."""
    left = 0
    fallen = False
    for p in range(o.players):
        seat = t.seats[p]
        if seat.out:
            continue
        if seat.pile.size > 0:
            left += 1
        else:
            seat.out = True
            seat.fell = t.falls + 1
            fallen = True
            if tape is not None:
                tape.append(make_events.fell(t, p))
    if fallen:
        t.falls += 1
    return left


@jit
def after_battle(t: Table, o: Options, tape: Tape) -> None:
    """Put players without cards out, and end the game with one player left, at the cap, or at a
    repetition (1.6)."""
    t.phase = Phase.FLIP
    winner = t.winner
    if fall(t, o, tape) == 1:
        finish(t, o, End.ALL, winner, tape)
    elif t.battles >= o.cap or repeats(t, o):
        finish(t, o, End.CAP, NONE, tape)


@inline
def as_kept(t: Table) -> bool:
    """Whether the ranks in all piles equal the stored ranks."""
    for p in range(3):
        if t.seats[p].pile.size != t.kept_sizes[p]:
            return False
    at = 0
    for seat in t.seats:
        for i in range(seat.pile.size):
            if t.kept_ranks[at] != rank(seat.pile.cards[place(seat.pile, i)]):
                return False
            at += 1
    return True


@inline
def keep(t: Table) -> None:
    """Store the ranks in all piles, for comparison with later positions."""
    at = 0
    for p in range(3):
        pile = t.seats[p].pile
        t.kept_sizes[p] = pile.size
        for i in range(pile.size):
            t.kept_ranks[at] = rank(pile.cards[place(pile, i)])
            at += 1


@inline
def repeats(t: Table, o: Options) -> bool:
    """Whether a position has occurred before, so that the game can never end.  This is R.P. Brent's
    search: one position is stored, and replaced after 1, 2, 4, 8 ... battles.  It applies only if
    neither chance nor players decide: with fixed return orders and without slaps (1.12)."""
    if not o.cycles or o.order == Order.RANDOM or o.slap != NONE:
        return False
    if t.power > 0 and as_kept(t):
        return True
    t.lap += 1
    if t.lap >= t.power:
        t.power = max(1, 2 * t.power)
        t.lap = 0
        keep(t)
    return False
