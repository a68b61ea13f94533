"""The zones of cards and the locks on them (sections 2.2, 2.4.2, 2.5).

A *source* is a place of a card that a player may fight with: HAND, STACK (its top card) or a field
card.  Sets of sources are CardSets with bits 52 and 53 for hand and stack."""

from games.rules.cards import NONE, draw, one, place, put, rank
from games.rules.jit import I64, inline, jit
from games.rules.ultimate.state import HAND, SEATS, STACK, Field, Force, Reject, Seat, Table


@jit
def place_in(field: Field, card: int) -> int:
    """The index of this card in the field; NONE: the card is not in the field."""
    for i in range(field.size):
        if field.cards[i] == card:
            return i
    return NONE


@jit
def field_set(field: Field) -> int:
    cards = 0
    for i in range(field.size):
        cards |= one(field.cards[i])
    return cards


@jit
def lay_open(field: Field, card: int, now: int) -> None:
    """Put a card face up on the field, which must have room."""
    field.cards[field.size] = card
    field.since[field.size] = now
    field.size += 1


@jit
def lift(field: Field, place: int) -> int:
    """Take the card at this index off the field; newer cards move up."""
    card = field.cards[place]
    for i in range(place, field.size - 1):
        field.cards[i] = field.cards[i + 1]
        field.since[i] = field.since[i + 1]
    field.size -= 1
    return card


@jit
def locked(t: Table, p: int) -> int:
    """The set of sources of p that challenges and a call of the table bind: cards with which p
    challenges, which are challenged, or which p has proposed or put in."""
    bound = 0
    if t.seats[p].challenge.number > 0:
        bound |= one(t.seats[p].challenge.source)
    for q in range(SEATS):
        c = t.seats[q].challenge
        if c.number > 0 and c.target == p:
            bound |= one(c.zone)
            if c.proposal != NONE:
                bound |= one(c.proposal)
    if t.multi.open and t.seats[p].joined >= 0:
        bound |= one(t.seats[p].joined)
    return bound


@jit
def pledged(t: Table, p: int) -> int:
    """The set of field cards that p offers as options of a challenge."""
    c = t.seats[p].challenge
    return c.options if c.number > 0 else 0


@jit
def has_source(seat: Seat, source: int) -> bool:
    """Whether the seat has this source: a hand card, a stack, or this field card."""
    if source == HAND:
        return seat.hand != NONE
    if source == STACK:
        return seat.stack.size > 0
    return place_in(seat.field, source) != NONE


@jit
def usable(t: Table, p: int, source: int, spare: int) -> Reject:
    """Whether p may fight with this source.  Locks on the sources in `spare` do not count, because
    a challenge may be answered with the challenged card itself."""
    if not 0 <= source <= STACK:
        return Reject.BAD_PARAM
    if not has_source(t.seats[p], source):
        return Reject.NO_SOURCE
    if (locked(t, p) & ~spare) & one(source) != 0:
        return Reject.LOCKED
    if pledged(t, p) & one(source) != 0:
        return Reject.PLEDGED
    return Reject.OK


@jit
def open_challenge(t: Table, number: int) -> int:
    """The challenger of the open challenge with this number; NONE: no such challenge is open."""
    for p in range(SEATS):
        if number > 0 and t.seats[p].challenge.number == number:
            return p
    return NONE


@jit
def challenger_of(t: Table, q: int) -> int:
    """The seat that has an open challenge against q; NONE: no seat."""
    for p in range(SEATS):
        if t.seats[p].challenge.number > 0 and t.seats[p].challenge.target == q:
            return p
    return NONE


@jit
def take(t: Table, p: int, source: int) -> int:
    """Take a card out of its zone, and return it."""
    seat = t.seats[p]
    if source == HAND:
        card = seat.hand
        seat.hand = NONE
    elif source == STACK:
        card = draw(seat.stack)
    else:
        card = lift(seat.field, place_in(seat.field, source))
    return card


@jit
def commit(t: Table, p: int, source: int) -> int:
    """Put a card face up into the confrontation, and return it."""
    seat = t.seats[p]
    card = take(t, p, source)
    put(seat.played, card)
    put(t.pot, card)
    seat.up = card
    seat.fights = True
    return card


@inline
def second(seat: Seat) -> int:
    """Take the card below the top card of the stack, which is bound.  Return the card."""
    top = draw(seat.stack)
    card = draw(seat.stack)
    seat.stack.top = place(seat.stack, -1)
    seat.stack.cards[seat.stack.top] = top
    seat.stack.size += 1
    return card


@jit
def supply(t: Table, p: int) -> int:
    """The number of cards that p has for a war: all cards that are not bound."""
    bound = locked(t, p) | pledged(t, p)
    seat = t.seats[p]
    cards = I64(seat.stack.size) - (1 if bound & one(STACK) != 0 else 0)
    if seat.hand != NONE and bound & one(HAND) == 0:
        cards += 1
    for i in range(seat.field.size):
        if bound & one(seat.field.cards[i]) == 0:
            cards += 1
    return cards


@jit
def next_supply(t: Table, p: int) -> int:
    """Take p's next card for a war, and return it (2.4.2): first from the top of the stack, then
    the hand, then the oldest field card.  Bound cards are left out; another card must exist."""
    bound = locked(t, p) | pledged(t, p)
    seat = t.seats[p]
    if bound & one(STACK) == 0:
        if seat.stack.size > 0:
            return draw(seat.stack)
    elif seat.stack.size > 1:
        return second(seat)
    if seat.hand != NONE and bound & one(HAND) == 0:
        return take(t, p, HAND)
    for i in range(seat.field.size):
        if bound & one(seat.field.cards[i]) == 0:
            return lift(seat.field, i)
    return NONE


@jit
def forced_card(t: Table, p: int, force: Force) -> int:
    """The field card that is put in for p: the lowest or highest card that is not bound; of equal
    cards the oldest.  NONE: there is no such card, or players are not forced (2.7)."""
    if force == Force.NONE:
        return NONE
    bound = locked(t, p) | pledged(t, p)
    field = t.seats[p].field
    best = NONE
    for i in range(field.size):
        card = field.cards[i]
        if bound & one(card) != 0:
            continue
        lower = force == Force.LOWEST and rank(card) < rank(best)
        higher = force == Force.HIGHEST and rank(card) > rank(best)
        if best == NONE or lower or higher:
            best = card
    return best
