"""A round of World War III up to its war (sections 3.3-3.5): each player lays their highest card if
it beats the last card; a player whose card does not beat it fights or declines.  Every function
moves cards and sets `t.phase`.  Live play (`play.py`) calls the functions one at a time, with
clocks between them; the lab compiles them, and plays whole games with them."""

from games.rules.cards import NONE, draw, put
from games.rules.events import Tape
from games.rules.jit import inline, jit
from games.rules.ww3 import events as ev
from games.rules.ww3 import make_events
from games.rules.ww3.duel import begin_war
from games.rules.ww3.ending import count_in, end_round, next_in
from games.rules.ww3.options import Options
from games.rules.ww3.state import (
    HAND,
    JOKER,
    TWO,
    Phase,
    Source,
    Table,
    Why,
    add,
    highest,
    take,
    worth,
)

EACH = (0, 0, 18, 14, 22, 18, 16)  # cards for each of 2..6 players (3.1)


@jit
def deal(t: Table, o: Options) -> None:
    """Deal the deck from the centre, one card at a time, seat 1 first; then each player takes the
    first five cards of their pile into the hand (0.2, 3.2)."""
    for p in range(o.players):
        t.seats[p].out = False
    for _ in range(EACH[o.players]):
        for p in range(o.players):
            put(t.seats[p].pickup, draw(t.centre))
    for p in range(o.players):
        seat = t.seats[p]
        for _ in range(HAND):
            add(seat.hand, draw(seat.pickup))
    t.leader = 0


@jit
def refill(t: Table, p: int, tape: Tape) -> None:
    """Fill the hand up to five cards, from the centre, then from the player's own pick-up pile
    (3.4)."""
    seat = t.seats[p]
    hand = seat.hand
    before = hand.size
    while hand.size < HAND and t.centre.size > 0:
        add(hand, draw(t.centre))
    if tape is not None and hand.size > before:
        tape.append(make_events.refilled(t, p, before, Source.CENTRE))
    before = hand.size
    while hand.size < HAND and seat.pickup.size > 0:
        add(hand, draw(seat.pickup))
    if tape is not None and hand.size > before:
        tape.append(make_events.refilled(t, p, before, Source.PICKUP))


@inline
def declare(t: Table, p: int, tape: Tape) -> bool:
    """Lay every two in the hand open.  Return whether there was a two (3.5)."""
    seat = t.seats[p]
    is_war = False
    i = 0
    while i < seat.hand.size:
        if worth(seat.hand.cards[i]) == TWO:
            card = take(seat.hand, i)
            add(seat.shown, card)
            is_war = True
            if tape is not None:
                tape.append(ev.Declare(t.rounds, p, card))
        else:
            i += 1
    return is_war


@jit
def open_turn(t: Table, p: int, tape: Tape) -> None:
    """Begin seat p's turn: fill the hand and declare twos, until there are no twos in the hand."""
    t.at = p
    t.phase = Phase.TURN
    t.seats[p].acted = True
    refill(t, p, tape)
    while declare(t, p, tape):
        refill(t, p, tape)


@jit
def can_beat(t: Table, p: int) -> bool:
    """Whether seat p's highest card beats the card on the table (3.3)."""
    hand = t.seats[p].hand
    if hand.size == 0:
        return False
    return t.top == NONE or worth(hand.cards[highest(hand)]) > worth(t.top)


@jit
def turn_to(t: Table, o: Options, p: int, tape: Tape) -> None:
    """Pass the turn to seat p, or end the round.  A leader without cards is skipped (3.14)."""
    while True:
        if t.owner == p:
            if tape is not None:
                tape.append(ev.Uncontested(t.rounds, p))
            end_round(t, o, p, tape)
            return
        if t.seats[p].acted and (t.owner == NONE or o.single_lap):
            if tape is not None and t.owner != NONE:
                tape.append(ev.LapEnd(t.rounds, t.owner))
            end_round(t, o, p if t.owner == NONE else t.owner, tape)
            return
        open_turn(t, p, tape)
        if t.owner != NONE or t.seats[p].hand.size > 0:
            return
        p = next_in(t, o, p)


@jit
def begin_round(t: Table, o: Options, tape: Tape) -> None:
    t.rounds += 1
    t.top = NONE
    t.owner = NONE
    t.laid.size = 0
    t.duel.over = False
    for p in range(o.players):
        t.seats[p].acted = False
    if tape is not None:
        tape.append(ev.Round(t.rounds, t.leader))
    turn_to(t, o, t.leader, tape)


@jit
def lay_highest(t: Table, tape: Tape) -> int:
    """Lay the highest card of the player to move, and refill their hand.  Return the card."""
    seat = t.seats[t.at]
    card = take(seat.hand, highest(seat.hand))
    put(seat.discard, card)
    t.laid.cards[t.laid.size] = card
    t.laid.seats[t.laid.size] = t.at
    t.laid.size += 1
    if tape is not None:
        tape.append(ev.Play(t.rounds, t.at, card))
    refill(t, t.at, tape)
    return card


@jit
def lay(t: Table, o: Options, tape: Tape) -> None:
    """Lay a card that beats the last one.  A joker starts a war with an opponent of the player's
    choice; any other card becomes the card to beat."""
    card = lay_highest(t, tape)
    if worth(card) == JOKER:
        t.phase = Phase.TARGET
        if count_in(t, o) == 2:
            begin_war(t, t.at, next_in(t, o, t.at), Why.JOKER, tape)
    else:
        t.top = card
        t.owner = t.at
        turn_to(t, o, next_in(t, o, t.at), tape)


@jit
def fight(t: Table, o: Options, tape: Tape) -> None:
    """Start a war against the owner of the card that could not be beaten."""
    if o.fail_plays and t.seats[t.at].hand.size > 0:
        lay_highest(t, tape)
    begin_war(t, t.at, t.owner, Why.BEATEN, tape)


@jit
def decline(t: Table, o: Options, i: int, tape: Tape) -> None:
    """Give up the i-th declared two, and pass the turn to the next player."""
    card = take(t.seats[t.at].shown, i)
    put(t.removed, card)
    if tape is not None:
        tape.append(ev.Decline(t.rounds, t.at, card))
    turn_to(t, o, next_in(t, o, t.at), tape)


@jit
def target(t: Table, q: int, tape: Tape) -> None:
    """Start the war against seat q, which the owner of the joker has chosen."""
    begin_war(t, t.at, q, Why.JOKER, tape)
