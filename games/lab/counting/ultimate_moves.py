"""The moves of Ultimate War in the lab: the next act or timer, or a given act."""

from typing import Any

from games.lab.counting.adapter import level_of
from games.lab.counting.driver import Levels
from games.lab.counting.observer import GameStats
from games.rules.cards import NONE, one
from games.rules.events import Tape
from games.rules.game import Act
from games.rules.jit import I64, jit
from games.rules.rng import below
from games.rules.ultimate.bot_moves import (
    NEVER,
    NOTHING,
    cheapest_above,
    free_sources,
    highest_source,
    make,
    nothing,
    open_zones,
    strike_option,
)
from games.rules.ultimate.choices import Choice, kind_of, whom
from games.rules.ultimate.legal import Kind
from games.rules.ultimate.options import Options
from games.rules.ultimate.play import apply
from games.rules.ultimate.policies import (
    GREEDY,
    PATIENCE_MS,
    RANDOM,
    decide,
    due,
    persona,
)
from games.rules.ultimate.state import HAND, STACK, End, Reject, Table
from games.rules.ultimate.timers import deadline, fire
from games.rules.ultimate.zones import challenger_of, field_set

TRIES = 20  # to draw a pause that is not over yet, or an act of a kind
IDLE_MS = PATIENCE_MS + 300  # who acts so late has found nothing worth doing at first


@jit
def act(t: Table, o: Options, c: GameStats, p: int, level: int, tape: Tape) -> None:
    """Do the act that seat p's policy decides on."""
    t.now = I64(c.due[p])
    perform(t, o, c, p, decide(t, o, p, level, c.idle[p] == 1), tape)


@jit
def perform(t: Table, o: Options, c: GameStats, p: int, chosen: Act, tape: Tape) -> None:
    """Do this act of seat p now; if there is no act, or it is refused, p decides again later."""
    c.due[p] = t.now + PATIENCE_MS
    if chosen.kind == NOTHING:
        c.idle[p] = 1
    elif apply(t, o, I64(t.now), p, chosen, tape) == Reject.OK:
        c.acts += 1
        if o.pulse:
            c.due[p] = NEVER  # handed in: the next decision comes with the pulse


@jit
def step(t: Table, o: Options, c: GameStats, levels: Levels, tape: Tape) -> None:
    """Do the next act or timer, whichever comes first."""
    who = NONE
    first = NEVER
    for p in range(t.players):
        seat = t.seats[p]
        if seat.out:
            continue
        if c.seen[p] != seat.turn + 1:
            c.seen[p] = seat.turn + 1
            c.idle[p] = 0
            c.due[p] = due(t, o, p, level_of(levels, p))
        if c.due[p] < first:
            first = I64(c.due[p])
            who = p
    if who == NONE or deadline(t, o) <= first:
        fire(t, o, tape)
    else:
        act(t, o, c, who, level_of(levels, who), tape)
    c.clock = t.now


# From a position -----------------------------------------------------------------------------


@jit
def take_up(t: Table, o: Options, c: GameStats, levels: Levels, names: Any) -> None:
    """Prepare a game from a position: all decisions are due after the present moment, because
    nobody has acted until now.  A seat that should already have acted has found nothing worth
    doing."""
    c.clock = t.now
    if t.end != End.PLAYING:
        return
    for p in range(t.players):
        seat = t.seats[p]
        c.seen[p] = seat.turn + 1
        for _ in range(TRIES):
            c.due[p] = due(t, o, p, level_of(levels, p))
            if c.due[p] > t.now:
                break
        if c.due[p] <= t.now:
            c.due[p] = t.now + 1 + below(t, PATIENCE_MS)
            c.idle[p] = 1


@jit
def insist(t: Table, o: Options, c: GameStats, levels: Levels, choice: Any) -> None:
    """Make the given choice now: the seat, the kind of the choice, and the other seat.  The policy
    draws the same random numbers as without it, so if the policy makes the given choice, the game
    is the same."""
    p = I64(choice[0])
    chosen = drawn(t, o, p, level_of(levels, p), I64(choice[1]), I64(choice[2]))
    perform(t, o, c, p, chosen, None)


@jit
def drawn(t: Table, o: Options, p: int, level: int, kind: int, q: int) -> Act:
    """An act of the policy that matches the given choice, from several attempts.  A seat that acts
    late counts as idle."""
    late = t.now - t.seats[p].since > IDLE_MS
    for tried in range(2 * TRIES):
        chosen = decide(t, o, p, level, late or tried >= TRIES)
        is_given = kind_of(chosen) == kind and whom(chosen) == q
        if chosen.kind != NOTHING and (is_given or kind == Choice.ANY):
            return chosen
    return given(t, p, level, kind, q)


@jit
def given(t: Table, p: int, level: int, kind: int, q: int) -> Act:
    """An act for a given choice that the policy does not make here."""
    number = I64(t.seats[p].challenge.number)
    if kind == Choice.CHALLENGE:
        return challenge_by_rule(t, p, q)
    if kind == Choice.WAR:
        return make(I64(Kind.WAR), q, 0, 0, 0)
    if kind == Choice.AGREE:
        return make(I64(Kind.CONSENT), number, 1, 0, 0)
    if kind == Choice.REFUSE:
        return make(I64(Kind.CONSENT), number, 0, 0, 0)
    if kind == Choice.OTHER:
        return something_else(t, p, level)
    return nothing() if kind == Choice.ANY else answer_by_rule(t, p, kind)


@jit
def challenge_by_rule(t: Table, p: int, q: int) -> Act:
    """The challenge to q, preferably to the hand, with the hand card or else the top of the stack;
    the highest field card is staked."""
    free = free_sources(t, p)
    option = highest_source(t, p, free & field_set(t.seats[p].field))
    source = highest_source(t, p, free & ~one(option))
    if free & one(STACK) != 0:
        source = STACK
    if free & one(HAND) != 0:
        source = HAND
    zone = STACK if open_zones(t, p, True) >> 2 * q & 1 == 0 else HAND
    return make(I64(Kind.CHALLENGE), source, q, zone, one(option))


@jit
def something_else(t: Table, p: int, level: int) -> Act:
    """An act of this persona other than a challenge or a call of war; NOTHING if it finds no act.
    The random policy has no persona, and plays like the greedy one."""
    own = I64(GREEDY) if level == RANDOM else level
    for _ in range(TRIES):
        chosen = persona(t, p, free_sources(t, p), own)
        if chosen.kind != NOTHING and kind_of(chosen) == Choice.OTHER:
            return chosen
    return nothing()


@jit
def answer_by_rule(t: Table, p: int, kind: int) -> Act:
    """The answer of this kind to a challenge: accept, fight the weakest option, or offer the lowest
    card."""
    c = t.seats[challenger_of(t, p)].challenge
    number = I64(c.number)
    if kind == Choice.ACCEPT:
        return make(I64(Kind.ACCEPT), number, 0, 0, 0)
    low = cheapest_above(t, p, free_sources(t, p), NONE)
    if kind == Choice.CHANGE:
        return make(I64(Kind.CHANGE), number, STACK if low == NONE else low, 0, 0)
    chosen = strike_option(t, p)
    if chosen.kind != NOTHING:
        return chosen
    weakest = 0
    while c.options & one(weakest) == 0:
        weakest += 1
    return make(I64(Kind.OPTION), number, I64(c.zone) if low == NONE else low, weakest, 0)
