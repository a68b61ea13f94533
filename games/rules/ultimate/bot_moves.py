"""The moves of a bot of Ultimate War, based on what the bot sees of the table: fields, sizes of
stacks, locks, clocks and its own hand."""

from games.rules.cards import KING, NONE, one, rank
from games.rules.game import Act
from games.rules.jit import I64, jit
from games.rules.rng import below
from games.rules.ultimate.legal import Kind, may_act, may_deploy, may_draw, may_play
from games.rules.ultimate.options import Options
from games.rules.ultimate.state import HAND, STACK, Force, Reject, Table
from games.rules.ultimate.zones import challenger_of, field_set, locked, pledged

REACTION_MS = 250  # nobody reacts faster than this
UNSEEN = 6  # the assumed rank of an unseen card
NOTHING = -1  # the kind of an act that does nothing
NEVER = 1 << 40  # a time


@jit
def make(kind: int, a: int, b: int, c: int, d: int) -> Act:
    return Act(I64(kind), I64(a), I64(b), I64(c), I64(d))


@jit
def nothing() -> Act:
    return make(NOTHING, 0, 0, 0, 0)


@jit
def free_sources(t: Table, p: int) -> int:
    """The set of sources that p may fight with: hand, stack and field, without bound cards."""
    seat = t.seats[p]
    have = field_set(seat.field)
    if seat.hand != NONE:
        have |= one(HAND)
    if seat.stack.size > 0:
        have |= one(STACK)
    return have & ~(locked(t, p) | pledged(t, p))


@jit
def hand_rank(t: Table, p: int) -> int:
    """The rank of seat p's hand card; NONE: the hand is empty."""
    return NONE if t.seats[p].hand == NONE else I64(rank(t.seats[p].hand))


@jit
def source_at(t: Table, p: int, place: int) -> int:
    """The source at a place: 0 is the hand, 1 and up are the field cards, oldest first."""
    return HAND if place == 0 else I64(t.seats[p].field.cards[place - 1])


@jit
def worth_of(t: Table, p: int, source: int) -> int:
    """The rank of a source, as far as p knows it; UNSEEN for the stack."""
    if source == STACK:
        return UNSEEN
    return hand_rank(t, p) if source == HAND else source >> 2


@jit
def highest_source(t: Table, p: int, free: int) -> int:
    """The highest known source in a set; of equal sources the last one; NONE: no known source."""
    best = NONE
    for place in range(1 + t.seats[p].field.size):
        source = source_at(t, p, place)
        if free & one(source) == 0:
            continue
        if best == NONE or worth_of(t, p, source) >= worth_of(t, p, best):
            best = source
    return best


@jit
def cheapest_above(t: Table, p: int, free: int, above: int) -> int:
    """The lowest known source in a set that beats this rank; NONE: no source beats it."""
    best = NONE
    for place in range(1 + t.seats[p].field.size):
        source = source_at(t, p, place)
        if free & one(source) == 0 or worth_of(t, p, source) <= above:
            continue
        if best == NONE or worth_of(t, p, source) < worth_of(t, p, best):
            best = source
    return best


@jit
def is_target(t: Table, p: int, q: int, i: int) -> bool:
    """Whether q is another player than p, and the i-th field card of q has been open long enough to
    be seen."""
    seat = t.seats[q]
    return q != p and i < seat.field.size and seat.field.since[i] + REACTION_MS <= t.now


@jit
def prey(t: Table, p: int, low: int, high: int, want_high: bool) -> int:
    """A field card of another player with a rank from `low` to `high`, as 64 * seat + card.  With
    `want_high` the highest card, of equal cards the first; otherwise the lowest, of equal cards the
    last.  NONE: no card fits."""
    best = NONE
    for q in range(t.players):
        for i in range(t.seats[q].field.size):
            if not is_target(t, p, q, i):
                continue
            card = I64(t.seats[q].field.cards[i])
            r = card >> 2
            if r < low or r > high:
                continue
            if best == NONE or (r > (best & 63) >> 2) == want_high:
                best = 64 * q + card
    return best


@jit
def strike(source: int, target: int) -> Act:
    """Strike the field card that `prey` returned."""
    return make(I64(Kind.CONFRONT), source, target >> 6, target & 63, 0)


@jit
def capture(t: Table, p: int, free: int) -> Act:
    """Strike the highest field card that a known source beats, with the cheapest source that does
    so."""
    mine = highest_source(t, p, free)
    if mine == NONE:
        return nothing()
    target = prey(t, p, 0, worth_of(t, p, mine) - 1, True)
    if target == NONE:
        return nothing()
    return strike(cheapest_above(t, p, free, (target & 63) >> 2), target)


@jit
def nibble(t: Table, p: int, free: int) -> Act:
    """Strike the field card that a known source beats by the smallest margin; of equal margins the
    highest card."""
    best = NEVER
    act = nothing()
    for place in range(1 + t.seats[p].field.size):
        source = source_at(t, p, place)
        if free & one(source) == 0:
            continue
        mine = worth_of(t, p, source)
        for q in range(t.players):
            for i in range(t.seats[q].field.size):
                if not is_target(t, p, q, i):
                    continue
                card = I64(t.seats[q].field.cards[i])
                surplus = mine - (card >> 2)
                if surplus > 0 and 16 * surplus - (card >> 2) < best:
                    best = 16 * surplus - (card >> 2)
                    act = strike(source, 64 * q + card)
    return act


@jit
def blind_strike(t: Table, p: int, free: int, upto: int) -> Act:
    """Strike the lowest field card with the unseen top of the stack, if its rank is at most
    `upto`."""
    target = prey(t, p, 0, 12, False)
    if free & one(STACK) == 0 or target == NONE or (target & 63) >> 2 > upto:
        return nothing()
    return strike(STACK, target)


@jit
def strike_option(t: Table, p: int) -> Act:
    """Answer a challenge by fighting the weakest option that p's cards beat, with the cheapest card
    that does so."""
    c = t.seats[challenger_of(t, p)].challenge
    free = free_sources(t, p)
    known = free | one(HAND) if c.zone == HAND else free
    for card in range(HAND):  # from low to high rank
        if c.options & one(card) != 0:
            source = cheapest_above(t, p, known, card >> 2)
            if source != NONE:
                return make(I64(Kind.OPTION), I64(c.number), source, card, 0)
    return nothing()


@jit
def call_war(t: Table, o: Options, p: int, any_stack: bool) -> Act:
    """Call a war where this is allowed, if p has little to lose or much to win; with `any_stack`
    always."""
    players = I64(t.players)
    few = any_stack or t.seats[p].stack.size <= 6
    q = p
    for _ in range(1, players):
        q = q + 1 if q + 1 < players else 0  # a division costs as much as everything else
        seat = t.seats[q]
        if seat.out or t.now < seat.bare_at + REACTION_MS or seat.field.size > 0:
            continue
        if few or seat.stack.size >= 12:
            act = make(I64(Kind.WAR), q, 0, 0, 0)
            if may_act(t, o, t.now, p, act) == Reject.OK:
                return act
    return nothing()


@jit
def open_zones(t: Table, p: int, stacks: bool) -> int:
    """The zones that p can challenge, as bits: bit 2 * seat for a hand, the next bit for a stack.
    Without `stacks` only hands."""
    if t.seats[p].challenge.number > 0:
        return 0
    zones = 0
    for q in range(t.players):
        seat = t.seats[q]
        if q == p or seat.out or challenger_of(t, q) != NONE:
            continue
        bound = locked(t, q)
        if seat.hand != NONE and bound & one(HAND) == 0:
            zones |= 1 << 2 * q
        if stacks and seat.stack.size > 0 and bound & one(STACK) == 0:
            zones |= 2 << 2 * q
    return zones


@jit
def challenge(t: Table, free: int, source: int, option: int, zones: int) -> Act:
    """Challenge a random one of these zones, and stake this option card."""
    act = nothing()
    if option == NONE or free & ~one(option) & one(source) == 0:
        return act
    count = 0
    for place in range(2 * t.players):
        if zones >> place & 1 != 0:
            count += 1
            if below(t, count) == 0:
                act = make(I64(Kind.CHALLENGE), source, place >> 1, HAND + (place & 1), one(option))
    return act


@jit
def call_table(t: Table, o: Options, p: int, free: int) -> Act:
    """Call the whole table with a king or an ace in the hand, one time in ten."""
    if not o.multi or hand_rank(t, p) < KING or free & one(HAND) == 0:
        return nothing()
    if t.now < t.seats[p].call_at or below(t, 10) > 0:
        return nothing()
    return make(I64(Kind.MULTI), HAND, I64(Force.HIGHEST), 0, 0)


@jit
def can(t: Table, p: int, kind: int) -> bool:
    """Whether p may move a card now in this way (DRAW, PLAY or DEPLOY)."""
    if kind == Kind.DRAW:
        return may_draw(t, p) == Reject.OK
    if kind == Kind.PLAY:
        return may_play(t, p) == Reject.OK
    return may_deploy(t, p) == Reject.OK


@jit
def move(kind: int) -> Act:
    return make(kind, 0, 0, 0, 0)


@jit
def furnish(t: Table, p: int) -> Act:
    """Put a card on the field if p has no field card."""
    if t.seats[p].field.size < 1 and can(t, p, I64(Kind.DEPLOY)):
        return move(I64(Kind.DEPLOY))
    return nothing()


@jit
def anything(t: Table, o: Options, p: int, free: int) -> Act:
    """Do an act although none seems worth it: put down a card, strike the lowest card, or call a
    war."""
    if can(t, p, I64(Kind.DEPLOY)):
        return move(I64(Kind.DEPLOY))
    if can(t, p, I64(Kind.PLAY)):
        return move(I64(Kind.PLAY))
    target = prey(t, p, 0, 12, False)
    source = highest_source(t, p, free)
    if free & one(STACK) != 0 and (source == NONE or worth_of(t, p, source) < UNSEEN):
        source = STACK
    if target != NONE and source != NONE:
        return strike(source, target)
    return call_war(t, o, p, True)
