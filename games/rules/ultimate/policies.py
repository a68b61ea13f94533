"""The bots of Ultimate War (section 2.13): random legal, greedy, and five personas, each with one
idea of the strategy hints.  Bots decide at the moment they act, so they see all changes until
then."""

from games.rules.bots import Bots, Level, Plan, exponential
from games.rules.cards import JACK, KING, NONE, one
from games.rules.game import Act
from games.rules.jit import I64, jit
from games.rules.phrases import gettext_noop as _
from games.rules.rng import below
from games.rules.ultimate.bot_moves import (
    NEVER,
    NOTHING,
    REACTION_MS,
    UNSEEN,
    anything,
    blind_strike,
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
    make,
    move,
    nibble,
    nothing,
    open_zones,
    prey,
    strike,
    strike_option,
    worth_of,
)
from games.rules.ultimate.bot_tempo import TEMPOS, ready_at
from games.rules.ultimate.legal import ACTS, Kind
from games.rules.ultimate.options import Options
from games.rules.ultimate.proven import proven
from games.rules.ultimate.state import HAND, STACK, End, Force, Table
from games.rules.ultimate.view import blind
from games.rules.ultimate.zones import challenger_of, field_set

HUNTER, RANDOM, GREEDY, HOARDER, DECOY, BULLY, MARTYR = range(7)
LEVELS = {
    "random": Level(RANDOM, "Random", _("Plays random legal moves.")),
    "greedy": Level(GREEDY, "Looter", _("Takes the best card it can.")),
    "hoarder": Level(HOARDER, "Hoarder", _("Keeps high cards in the hand, dumps low ones.")),
    "decoy": Level(DECOY, "Decoy", _("Guards a low card in the hand.")),
    "bully": Level(BULLY, "Bully", _("Challenges everybody behind one high card.")),
    "martyr": Level(MARTYR, "Martyr", _("Gives a low card to break a high one.")),
    "hunter": Level(HUNTER, "Hunter", _("Goes for the highest card in sight.")),
}
FIVE, SIX, NINE, TEN, QUEEN = 3, 4, 7, 8, 10  # ranks
PAUSE = (1000, 1500, 1200, 1000, 1000, 1000, 1000)  # average ms between acts, by level
PATIENCE_MS = 4_000  # with nothing worth doing, do something after this
TRIES = 15  # how often to look for an act in this way


# When they decide --------------------------------------------------------------------------

FREE, JOINS, RESPONDS, CONSENTS, WAITS = range(5)


@jit
def question(t: Table, p: int) -> int:
    """The kind of question that p must answer: FREE (none), JOINS (whether to join a call of the
    table), RESPONDS (how to answer a challenge) or CONSENTS (whether to agree to another card).
    WAITS: p may not act now."""
    if t.multi.open:
        return JOINS if t.seats[p].joined == NONE else WAITS
    against = challenger_of(t, p)
    if against != NONE and t.seats[against].challenge.proposal == NONE:
        return RESPONDS
    c = t.seats[p].challenge
    return CONSENTS if c.number > 0 and c.proposal != NONE else FREE


@jit
def due(t: Table, o: Options, p: int, level: int) -> int:
    """The time (ms of the game) at which p acts after the newest event; NEVER if p may not act, or
    has handed in an act."""
    seat = t.seats[p]
    what = question(t, p)
    if what == WAITS or seat.plan.kind != NONE:
        return NEVER
    if what == FREE:
        at = seat.since + 300 + exponential(t, PAUSE[level])
    else:
        at = seat.since + 900 + below(t, 901)
    if o.pulse:
        return I64(at)
    at = max(at, seat.touched + REACTION_MS)
    return I64(max(at, seat.ready_at) if what == FREE else at)


# When nothing is asked of them -------------------------------------------------------------


@jit
def hunter(t: Table, p: int, free: int) -> Act:
    """Strike the highest field card that p's cards beat; low cards also with the unseen top of the
    stack."""
    act = capture(t, p, free)
    if act.kind == NOTHING and can(t, p, I64(Kind.DRAW)):
        act = move(I64(Kind.DRAW))
    if act.kind == NOTHING:
        act = blind_strike(t, p, free, SIX)
    return furnish(t, p) if act.kind == NOTHING else act


@jit
def greedy(t: Table, p: int, free: int) -> Act:
    """Strike the highest field card possible; keep a card in the hand and a card on the field."""
    act = capture(t, p, free)
    if act.kind == NOTHING and can(t, p, I64(Kind.DRAW)):
        act = move(I64(Kind.DRAW))
    return furnish(t, p) if act.kind == NOTHING else act


@jit
def hoarder(t: Table, p: int, free: int) -> Act:
    """Keep high cards in the hand, and put low cards on the field."""
    if can(t, p, I64(Kind.DRAW)):
        return move(I64(Kind.DRAW))
    mine = hand_rank(t, p)
    best = highest_source(t, p, free & ~one(HAND))
    if mine >= QUEEN and best != NONE and best >> 2 >= JACK:
        act = challenge(t, free, HAND, best, open_zones(t, p, False))
        if act.kind != NOTHING and below(t, 2) == 0:
            return act
    act = nibble(t, p, free)
    if act.kind == NOTHING and 0 <= mine < TEN and can(t, p, I64(Kind.PLAY)):
        act = move(I64(Kind.PLAY))
    if act.kind == NOTHING:
        act = blind_strike(t, p, free, FIVE)
    return furnish(t, p) if act.kind == NOTHING else act


@jit
def decoy(t: Table, p: int, free: int) -> Act:
    """Keep a low card in the hand, and use high cards at once."""
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
        act = blind_strike(t, p, free, FIVE)
    return furnish(t, p) if act.kind == NOTHING else act


@jit
def bully(t: Table, p: int, free: int) -> Act:
    """Use one king or ace on the field as the option for many challenges."""
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
        act = challenge(t, free, source, strong, open_zones(t, p, True))
        if act.kind != NOTHING and below(t, 10) < (9 if source == HAND else 3):
            return act
        free &= ~one(strong)
    act = nibble(t, p, free)
    if act.kind == NOTHING:
        act = blind_strike(t, p, free, FIVE)
    return furnish(t, p) if act.kind == NOTHING else act


@jit
def martyr(t: Table, p: int, free: int) -> Act:
    """Sacrifice a low card for a high field card, so that its owner loses an option."""
    target = prey(t, p, QUEEN, 12, True)
    low = cheapest_above(t, p, free, NONE)
    if target != NONE and low != NONE and worth_of(t, p, low) <= SIX and below(t, 100) < 35:
        return strike(low, target)
    return greedy(t, p, free)


@jit
def any_act(t: Table, o: Options, p: int, free: int) -> Act:
    """A random act of the possible acts, each equally likely."""
    count = 0
    act = nothing()
    zones = open_zones(t, p, True)
    offers = free & field_set(t.seats[p].field)
    for kind in range(3):
        if can(t, p, kind):
            count += 1
            if below(t, count) == 0:
                act = move(kind)
    for source in range(STACK + 1):
        if free & one(source) == 0:
            continue
        for q in range(t.players):
            for i in range(t.seats[q].field.size):
                if is_target(t, p, q, i):
                    count += 1
                    if below(t, count) == 0:
                        act = strike(source, 64 * q + I64(t.seats[q].field.cards[i]))
        for option in range(HAND if zones != 0 else 0):
            if offers & one(option) == 0:
                continue
            other = challenge(t, free, source, option, zones)
            if other.kind != NOTHING:
                count += 1
                if below(t, count) == 0:
                    act = other
    return with_calls(t, o, p, free, count, act)


@jit
def with_calls(t: Table, o: Options, p: int, free: int, count: int, act: Act) -> Act:
    """The given act, or by chance a call of war or a call of the table instead."""
    other = call_war(t, o, p, True)
    if other.kind != NOTHING:
        count += 1
        if below(t, count) == 0:
            act = other
    if not o.multi or t.now < t.seats[p].call_at:
        return act
    for source in range(STACK + 1):
        if free & one(source) != 0:
            count += 1
            if below(t, count) == 0:
                act = make(I64(Kind.MULTI), source, I64(Force.LOWEST) + below(t, 3), 0, 0)
    return act


@jit
def persona(t: Table, p: int, free: int, level: int) -> Act:
    """The act that this persona's strategy chooses."""
    if level == HUNTER:
        return hunter(t, p, free)
    if level == HOARDER:
        return hoarder(t, p, free)
    if level == DECOY:
        return decoy(t, p, free)
    if level == BULLY:
        return bully(t, p, free)
    if level == MARTYR:
        return martyr(t, p, free)
    assert level == GREEDY
    return greedy(t, p, free)


@jit
def wish(t: Table, o: Options, p: int, level: int, idle: bool) -> Act:
    """The act of p when p has no question to answer; `idle`: p has found no act worth doing for a
    while."""
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
    """Answer a call of the table: put in a strong card, or sometimes the top of the stack;
    otherwise pass."""
    free = free_sources(t, p)
    best = highest_source(t, p, free)
    if best != NONE and worth_of(t, p, best) >= QUEEN:
        return make(I64(Kind.JOIN), best, 0, 0, 0)
    if free & one(STACK) != 0 and below(t, 5) < 3:
        return make(I64(Kind.JOIN), STACK, 0, 0, 0)
    return make(I64(Kind.PASS), 0, 0, 0, 0)


@jit
def consent(t: Table, p: int) -> Act:
    """Accept the other card if p's card beats it; decide by chance if the card is hidden."""
    c = t.seats[p].challenge
    yes = below(t, 2) == 0
    if c.proposal < HAND:
        yes = worth_of(t, p, I64(c.source)) > c.proposal >> 2
    return make(I64(Kind.CONSENT), c.number, 1 if yes else 0, 0, 0)


@jit
def respond(t: Table, o: Options, p: int, level: int) -> Act:
    """Answer a challenge: accept with a good or a worthless card; otherwise fight the weakest
    option that p's cards beat, with the cheapest card that does so; otherwise offer another card,
    or accept."""
    c = t.seats[challenger_of(t, p)].challenge
    number = I64(c.number)
    mine = hand_rank(t, p) if c.zone == HAND else UNSEEN
    accept = make(I64(Kind.ACCEPT), number, 0, 0, 0)
    if mine >= JACK or (level == DECOY and c.zone == HAND and mine <= NINE):
        return accept
    act = strike_option(t, p)
    if act.kind != NOTHING:
        return act
    free = free_sources(t, p)
    low = cheapest_above(t, p, free, NONE)
    offer = o.change and not c.proposed and mine > UNSEEN and low != NONE
    if offer and worth_of(t, p, low) <= 2 and below(t, 2) == 0:
        return make(I64(Kind.CHANGE), number, low, 0, 0)
    return accept


@jit
def decide(t: Table, o: Options, p: int, level: int, idle: bool) -> Act:
    """The act of p now; kind NOTHING: p does not act."""
    what = question(t, p)
    if what == JOINS:
        return answer_table(t, p)
    if what == RESPONDS:
        return respond(t, o, p, level)
    if what == CONSENTS:
        return consent(t, p)
    return wish(t, o, p, level, idle) if what == FREE else nothing()


# At a live table ---------------------------------------------------------------------------


def plan(t: Table, o: Options, p: int, level: int) -> Plan | None:
    """The next act of seat p, if no event happens before it.  Changes the clock of `t`."""
    if t.end != End.PLAYING or t.seats[p].out:
        return None
    at = due(t, o, p, level)
    if at == NEVER:
        return None
    for idle in (False, *(True,) * TRIES):
        t.now = max(t.now, at)
        act = decide(t, o, p, level, idle)
        if act.kind != NOTHING:
            return Plan(act, at)
        at += PATIENCE_MS
    return None


def turn(t: Table, p: int) -> int:
    """The number of seat p's decision; each seat has numbers of its own."""
    return t.seats[p].turn


USUAL = ("hunter", "hoarder", "bully", "decoy", "martyr", "greedy", "random")
BOTS = Bots(
    *(LEVELS, USUAL, ACTS, blind, turn, plan), tempos=TEMPOS, ready_at=ready_at, proven=proven
)
