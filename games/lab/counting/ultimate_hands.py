"""Who sits at the simulated tables of Ultimate War: the bots of section 2.13 in rules that
compile.  They decide at the moment they act, so they see what has changed while they waited."""

from games.lab.counting.ultimate_sight import (
    NOTHING,
    UNSEEN,
    anything,
    blind,
    call_table,
    call_war,
    can,
    capture,
    challenge,
    cheapest_above,
    free_sources,
    furnish,
    hand_rank,
    highest_source,
    is_target,
    move,
    nibble,
    nothing,
    prey,
    strike,
    worth_of,
)
from games.rules.cards import JACK, KING, NONE, one
from games.rules.game import Act
from games.rules.jit import I64, jit
from games.rules.rng import below
from games.rules.ultimate.acts import Kind
from games.rules.ultimate.options import Options
from games.rules.ultimate.playout import make
from games.rules.ultimate.state import HAND, STACK, Force, Table
from games.rules.ultimate.zones import challenger_of, field_set

POLICIES = {
    "hunter": "Hunter: goes for the highest card in sight",
    "random": "Random: does anything that is allowed",
    "greedy": "Looter: takes the best card it can",
    "hoarder": "Hoarder: keeps high cards in the hand, dumps low ones",
    "decoy": "Decoy: guards a low card in the hand",
    "bully": "Bully: challenges everybody behind one high card",
    "martyr": "Martyr: gives a low card to break a high one",
}
HUNTER, RANDOM, GREEDY, HOARDER, DECOY, BULLY, MARTYR = range(7)
FIVE, SIX, NINE, TEN, QUEEN = 3, 4, 7, 8, 10  # ranks


# When nothing is asked of them -------------------------------------------------------------


@jit
def hunter(t: Table, p: int, free: int) -> Act:
    """The highest field card that can be taken, whatever it costs; low ones blindly."""
    act = capture(t, p, free)
    if act.kind == NOTHING and can(t, p, I64(Kind.DRAW)):
        act = move(I64(Kind.DRAW))
    if act.kind == NOTHING:
        act = blind(t, p, free, SIX)
    return furnish(t, p) if act.kind == NOTHING else act


@jit
def greedy(t: Table, p: int, free: int) -> Act:
    """Take the highest card there is to take; a card in the hand, one on the field."""
    act = capture(t, p, free)
    if act.kind == NOTHING and can(t, p, I64(Kind.DRAW)):
        act = move(I64(Kind.DRAW))
    return furnish(t, p) if act.kind == NOTHING else act


@jit
def hoarder(t: Table, p: int, free: int) -> Act:
    """The hand is a cache for high cards, the field the dump for low ones."""
    if can(t, p, I64(Kind.DRAW)):
        return move(I64(Kind.DRAW))
    mine = hand_rank(t, p)
    best = highest_source(t, p, free & ~one(HAND))
    if mine >= QUEEN and best != NONE and best >> 2 >= JACK:
        act = challenge(t, p, free, HAND, best, False)
        if act.kind != NOTHING and below(t, 2) == 0:
            return act
    act = nibble(t, p, free)
    if act.kind == NOTHING and 0 <= mine < TEN and can(t, p, I64(Kind.PLAY)):
        act = move(I64(Kind.PLAY))
    if act.kind == NOTHING:
        act = blind(t, p, free, FIVE)
    return furnish(t, p) if act.kind == NOTHING else act


@jit
def decoy(t: Table, p: int, free: int) -> Act:
    """A low card stays in the hand, high ones are spent at once."""
    mine = hand_rank(t, p)
    if mine > NINE and free & one(HAND) != 0:
        target = prey(t, p, 0, mine - 1, True)
        if target != NONE:
            return strike(HAND, target)
        if can(t, p, I64(Kind.PLAY)):
            return move(I64(Kind.PLAY))
    if can(t, p, I64(Kind.DRAW)):
        return move(I64(Kind.DRAW))
    act = capture(t, p, free & ~one(HAND))
    if act.kind == NOTHING:
        act = blind(t, p, free, FIVE)
    return furnish(t, p) if act.kind == NOTHING else act


@jit
def bully(t: Table, p: int, free: int) -> Act:
    """One king or ace on the field is the option for many challenges."""
    if can(t, p, I64(Kind.DRAW)):
        return move(I64(Kind.DRAW))
    mine = hand_rank(t, p)
    strong = highest_source(t, p, free & ~one(HAND))
    if strong != NONE and strong >> 2 < KING:
        strong = NONE
    if strong == NONE and mine >= KING and can(t, p, I64(Kind.PLAY)):
        return move(I64(Kind.PLAY))
    if strong != NONE:
        source = HAND if mine >= JACK else STACK
        act = challenge(t, p, free, source, strong, True)
        if act.kind != NOTHING and below(t, 10) < (9 if source == HAND else 3):
            return act
        free &= ~one(strong)
    act = nibble(t, p, free)
    if act.kind == NOTHING:
        act = blind(t, p, free, FIVE)
    return furnish(t, p) if act.kind == NOTHING else act


@jit
def martyr(t: Table, p: int, free: int) -> Act:
    """A low card is sacrificed for a high field card: its owner has lost his option."""
    target = prey(t, p, QUEEN, 12, True)
    low = cheapest_above(t, p, free, NONE)
    if target != NONE and low != NONE and worth_of(t, p, low) <= SIX and below(t, 100) < 35:
        return strike(low, target)
    return greedy(t, p, free)


@jit
def any_act(t: Table, o: Options, p: int, free: int) -> Act:
    """One of the acts that are open, each as likely as another."""
    found = 0
    act = nothing()
    for kind in range(3):
        if can(t, p, kind):
            found += 1
            if below(t, found) == 0:
                act = move(kind)
    for source in range(STACK + 1):
        if free & one(source) == 0:
            continue
        for q in range(t.players):
            for i in range(t.seats[q].field.size):
                if is_target(t, p, q, i):
                    found += 1
                    if below(t, found) == 0:
                        act = strike(source, 64 * q + I64(t.seats[q].field.cards[i]))
        for option in range(HAND):
            if free & field_set(t.seats[p].field) & one(option) == 0:
                continue
            other = challenge(t, p, free, source, option, True)
            if other.kind != NOTHING:
                found += 1
                if below(t, found) == 0:
                    act = other
    return with_calls(t, o, p, free, found, act)


@jit
def with_calls(t: Table, o: Options, p: int, free: int, found: int, act: Act) -> Act:
    """... or a war, or a confrontation of the whole table."""
    other = call_war(t, o, p, True)
    if other.kind != NOTHING:
        found += 1
        if below(t, found) == 0:
            act = other
    if not o.multi or t.now < t.seats[p].call_at:
        return act
    for source in range(STACK + 1):
        if free & one(source) != 0:
            found += 1
            if below(t, found) == 0:
                act = make(I64(Kind.MULTI), source, I64(Force.LOWEST) + below(t, 3), 0, 0)
    return act


@jit
def persona(t: Table, p: int, free: int, level: int) -> Act:
    """What the strategy of this player says."""
    if level == HUNTER:
        return hunter(t, p, free)
    if level == HOARDER:
        return hoarder(t, p, free)
    if level == DECOY:
        return decoy(t, p, free)
    if level == BULLY:
        return bully(t, p, free)
    return martyr(t, p, free) if level == MARTYR else greedy(t, p, free)


@jit
def wish(t: Table, o: Options, p: int, level: int, idle: bool) -> Act:
    """What p does when he is free; `idle`: he has found nothing worth doing for a while."""
    free = free_sources(t, p)
    if level == RANDOM:
        act = any_act(t, o, p, free)
    else:
        act = call_war(t, o, p, False)
        if act.kind == NOTHING:
            act = call_table(t, o, p, free)
        if act.kind == NOTHING:
            act = persona(t, p, free, level)
    if act.kind == NOTHING and idle:
        act = anything(t, o, p, free)
    return act


# When something is asked of them -----------------------------------------------------------


@jit
def answer_table(t: Table, p: int) -> Act:
    """Put a strong card in, or a blind one; else pass."""
    free = free_sources(t, p)
    best = highest_source(t, p, free)
    if best != NONE and worth_of(t, p, best) >= QUEEN:
        return make(I64(Kind.JOIN), best, 0, 0, 0)
    if free & one(STACK) != 0 and below(t, 5) < 3:
        return make(I64(Kind.JOIN), STACK, 0, 0, 0)
    return make(I64(Kind.PASS), 0, 0, 0, 0)


@jit
def consent(t: Table, p: int) -> Act:
    """Take the other card if it is beaten, or unseen and luck says so."""
    c = t.seats[p].challenge
    yes = below(t, 2) == 0
    if c.proposal < HAND:
        yes = worth_of(t, p, I64(c.source)) > c.proposal >> 2
    return make(I64(Kind.CONSENT), c.number, 1 if yes else 0, 0, 0)


@jit
def respond(t: Table, o: Options, p: int, level: int) -> Act:
    """Accept with a good or a worthless card; else take the weakest option one of one's own cards
    beats, with the cheapest such card; else offer another card, or accept."""
    c = t.seats[challenger_of(t, p)].challenge
    number = I64(c.number)
    mine = hand_rank(t, p) if c.zone == HAND else UNSEEN
    accept = make(I64(Kind.ACCEPT), number, 0, 0, 0)
    if mine >= JACK or (level == DECOY and c.zone == HAND and mine <= NINE):
        return accept
    free = free_sources(t, p)
    known = free | one(HAND) if c.zone == HAND else free
    for card in range(HAND):  # cards go up in rank
        if c.options & one(card) != 0:
            source = cheapest_above(t, p, known, card >> 2)
            if source != NONE:
                return make(I64(Kind.OPTION), number, source, card, 0)
    low = cheapest_above(t, p, free, NONE)
    offer = o.change and not c.proposed and mine > UNSEEN and low != NONE
    if offer and worth_of(t, p, low) <= 2 and below(t, 2) == 0:
        return make(I64(Kind.CHANGE), number, low, 0, 0)
    return accept
