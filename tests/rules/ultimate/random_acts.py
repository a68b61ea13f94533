"""Random acts of Ultimate War, legal ones and others."""

from games.rules.cards import NONE, one
from games.rules.game import Act
from games.rules.rng import below
from games.rules.ultimate.bot_moves import make
from games.rules.ultimate.legal import Kind
from games.rules.ultimate.state import HAND, STACK, Table
from games.rules.ultimate.zones import challenger_of


def some_source(t: Table, p: int) -> int:
    """Hand, stack, or a field card of p; sometimes any card."""
    pick = below(t, 6)
    field = t.seats[p].field
    if pick == 5:
        return below(t, 54)
    if pick >= 2 and field.size > 0:
        return field.cards[below(t, field.size)]
    return HAND if pick == 0 else STACK


def some_card(t: Table, q: int) -> int:
    """A field card of q, if there is one; sometimes any card."""
    if q >= t.players or t.seats[q].field.size == 0 or below(t, 10) == 0:
        return below(t, 52)
    return t.seats[q].field.cards[below(t, t.seats[q].field.size)]


def some_options(t: Table, p: int) -> int:
    """One or two field cards of p; sometimes none, or another player's."""
    field = t.seats[p].field
    if field.size == 0 or below(t, 20) == 0:
        return one(below(t, 52)) * below(t, 2)
    return one(field.cards[below(t, field.size)]) | one(field.cards[below(t, field.size)])


def some_number(t: Table, p: int) -> int:
    """The number of the challenge against p, or by p, or any."""
    challenger = challenger_of(t, p)
    if challenger != NONE and below(t, 10) > 0:
        return t.seats[challenger].challenge.number
    own = t.seats[p].challenge.number
    return own if own > 0 else below(t, 5)


def some_answer(t: Table, p: int, kind: int) -> Act:
    """An answer to a challenge, whose options include p's own card."""
    number = some_number(t, p)
    if kind == Kind.OPTION:
        q = max(0, challenger_of(t, p))
        return make(kind, number, some_source(t, p), some_card(t, q), 0)
    if kind == Kind.CHANGE:
        return make(kind, number, some_source(t, p), 0, 0)
    return make(kind, number, below(t, 2), 0, 0)


def some_act(t: Table, p: int) -> Act:
    """Any act of p, usually one that is asked for."""
    kind = below(t, 13)
    if t.multi.open and below(t, 4) > 0:
        kind = Kind.JOIN + below(t, 2)
    elif challenger_of(t, p) != NONE and below(t, 3) > 0:
        kind = Kind.ACCEPT + below(t, 3)
    elif t.seats[p].challenge.proposal != NONE and below(t, 3) > 0:
        kind = Kind.CONSENT
    q = below(t, t.players)
    if kind == Kind.CONFRONT:
        return make(kind, some_source(t, p), q, some_card(t, q), 0)
    if kind == Kind.CHALLENGE:
        return make(kind, some_source(t, p), q, HAND + below(t, 2), some_options(t, p))
    if kind == Kind.WAR:
        return make(kind, q, 0, 0, 0)
    if kind == Kind.MULTI:
        return make(kind, some_source(t, p), below(t, 3), 0, 0)
    if kind == Kind.JOIN:
        return make(kind, some_source(t, p), 0, 0, 0)
    if Kind.ACCEPT <= kind <= Kind.CONSENT:
        return some_answer(t, p, kind)
    return make(kind, 0, 0, 0, 0)
