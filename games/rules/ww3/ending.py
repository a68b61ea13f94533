"""The end of a round: spoils, players who go out, the end of the game (sections 3.7, 3.8)."""

from games.rules.cards import NONE, draw, move_all, put
from games.rules.events import Tape
from games.rules.jit import inline, jit
from games.rules.rng import shuffle
from games.rules.ww3 import make_events
from games.rules.ww3.options import Options, Order
from games.rules.ww3.state import End, Phase, Row, Table, reverse


@jit
def finish(t: Table, o: Options, end: End, tape: Tape) -> None:
    t.phase = Phase.OVER
    t.end = end
    t.until = NONE
    if tape is not None:
        tape.append(make_events.over(t, o))


@inline
def next_in(t: Table, o: Options, p: int) -> int:
    """The next player still in to the left of seat p."""
    for i in range(1, o.players):
        q = (p + i) % o.players
        if not t.seats[q].out:
            return q
    return (p + o.players) % o.players


@inline
def count_in(t: Table, o: Options) -> int:
    left = 0
    for p in range(o.players):
        if not t.seats[p].out:
            left += 1
    return left


@jit
def spoils(t: Table, o: Options, winner: int, loser: int, tape: Tape) -> None:
    """Move the loser's whole discard pile under the winner's pick-up pile (3.7)."""
    pile = t.seats[winner].pickup
    before = pile.size
    move_all(t.seats[loser].discard, pile)
    if o.order == Order.SHUFFLE:
        shuffle(t, pile, before)
    elif o.order == Order.NEWEST:
        reverse(pile, before)
    t.seats[winner].captured += pile.size - before
    t.last_winner = winner
    t.last_loser = loser
    t.last_size = pile.size - before
    if tape is not None:
        tape.append(make_events.war_over(t, winner, loser, pile.size - before))
        tape.append(make_events.taken(t, winner, before))


@jit
def lay_off(t: Table, o: Options, row: Row) -> None:
    """Move the cards of a row to the pile for cards of players who are out."""
    for i in range(row.size):
        put(t.centre if o.to_centre else t.removed, row.cards[i])
    row.size = 0


@jit
def fall(t: Table, o: Options, p: int, gave_up: bool, tape: Tape) -> None:
    """Put seat p out.  All its cards leave the game, or go under the centre in random order."""
    seat = t.seats[p]
    seat.out = True
    seat.resigned = gave_up
    seat.fell = t.falls
    seat.owned = seat.pickup.size + seat.discard.size + seat.hand.size + seat.shown.size
    seat.ready = False
    seat.holds = False
    seat.current = NONE
    target = t.centre if o.to_centre else t.removed
    before = target.size
    lay_off(t, o, seat.hand)
    while seat.pickup.size > 0:
        put(target, draw(seat.pickup))
    while seat.discard.size > 0:
        put(target, draw(seat.discard))
    lay_off(t, o, seat.shown)
    if o.to_centre:
        shuffle(t, t.centre, before)
    if tape is not None:
        tape.append(make_events.fell(t, o, p, before, gave_up))


@jit
def end_round(t: Table, o: Options, leader: int, tape: Tape) -> None:
    """Put players without a pick-up pile out, and end the game with one player left or at the round
    limit.  Otherwise `leader` leads the next round, or, if out, the next player to the left."""
    t.phase = Phase.ROUND_END
    t.top = NONE
    t.owner = NONE
    t.at = NONE
    fallen = False
    for p in range(o.players):
        seat = t.seats[p]
        if not seat.out and seat.pickup.size == 0:
            if not fallen:
                t.falls += 1
            fallen = True
            fall(t, o, p, False, tape)
    left = count_in(t, o)
    if left == 0:
        finish(t, o, End.ALL_OUT, tape)
    elif left == 1:
        finish(t, o, End.ALL, tape)
    elif t.rounds >= o.cap:
        finish(t, o, End.CAP, tape)
    elif t.seats[leader].out:
        t.leader = next_in(t, o, leader)
    else:
        t.leader = leader
