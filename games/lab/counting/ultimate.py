"""Games of Ultimate War of a run, by number: played to be counted (compiled in workers for bulk
play) or step by step, to be looked at.  Both draw the same luck in the same order."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.lab.counting.accumulator import DEEPEST, Sums
from games.lab.counting.adapter import MARK_WORDS, Adapter, Levels, Step, Terms, level_of
from games.lab.counting.tally import add_comeback, add_hand, add_length, add_marks, add_time
from games.lab.counting.ultimate_hands import (
    GREEDY,
    POLICIES,
    RANDOM,
    answer_table,
    consent,
    respond,
    wish,
)
from games.lab.counting.ultimate_sight import BIG, NOTHING, REACTION_MS, nothing
from games.lab.counting.ultimate_stats import Course
from games.rules.cards import ACE, NONE, rank
from games.rules.events import Event, Tape
from games.rules.game import Act
from games.rules.jit import I64, driver, jit
from games.rules.rng import below, stream
from games.rules.ultimate.options import Options
from games.rules.ultimate.play import apply
from games.rules.ultimate.playout import deal
from games.rules.ultimate.state import End, Reject, Table
from games.rules.ultimate.text import words
from games.rules.ultimate.timers import deadline, fire
from games.rules.ultimate.zones import challenger_of

CARDS = 52
PATIENCE_MS = 4_000  # with nothing worth doing, something is done after this
# Pauses are drawn from thirty-two equal parts of an exponential distribution (thousandths).
_PAUSES = (16, 48, 81, 116, 152, 188, 227, 267, 309, 352, 398, 446, 496, 549, 604, 663) + (
    *(726, 793, 864, 941, 1024, 1114, 1214, 1325, 1450, 1594, 1761, 1962, 2213, 2549, 3060, 4159),
)


@jit
def begin(t: Table, o: Options, seed: int, game: int) -> None:
    """Shuffle and deal game number `game` of the run `seed`; t is empty."""
    t.rng = stream(seed, game)
    deal(t, o)


# When a seat decides, and what -------------------------------------------------------------


@jit
def asked(t: Table, p: int) -> int:
    """Is something asked of p?  0 nothing, 1 to join the whole table, 2 to answer a challenge,
    3 to agree to a change, 4 nothing may be done."""
    if t.multi.open:
        return 1 if t.seats[p].joined == NONE else 4
    against = challenger_of(t, p)
    if against != NONE and t.seats[against].challenge.proposal == NONE:
        return 2
    c = t.seats[p].challenge
    return 3 if c.number > 0 and c.proposal != NONE else 0


@jit
def draw_due(t: Table, o: Options, c: Course, p: int, level: int) -> None:
    """Seat p has something new to decide: when will he have made up his mind?"""
    seat = t.seats[p]
    c.seen[p] = seat.turn + 1
    c.idle[p] = 0
    what = asked(t, p)
    if what == 4:
        c.due[p] = BIG
    elif what > 0:
        c.due[p] = t.now + 900 + below(t, 901)
    else:
        mean = 1500 if level == RANDOM else 1200 if level == GREEDY else 1000
        c.due[p] = t.now + 300 + mean * _PAUSES[below(t, 32)] // 1000
    if not o.pulse:
        c.due[p] = max(I64(c.due[p]), I64(seat.touched) + REACTION_MS)
    if what == 0:
        c.due[p] = max(I64(c.due[p]), I64(seat.ready_at))


@jit
def decide(t: Table, o: Options, c: Course, p: int, level: int) -> Act:
    """What p does now; kind NOTHING: not a thing."""
    what = asked(t, p)
    if what == 1:
        return answer_table(t, p)
    if what == 2:
        return respond(t, o, p, level)
    if what == 3:
        return consent(t, p)
    return wish(t, o, p, level, c.idle[p] == 1) if what == 0 else nothing()


@jit
def act(t: Table, o: Options, c: Course, p: int, level: int, tape: Tape) -> None:
    """Seat p decides at his time; with nothing to do, or refused, he looks again later."""
    now = I64(c.due[p])
    t.now = now
    chosen = decide(t, o, c, p, level)
    c.due[p] = now + PATIENCE_MS
    if chosen.kind == NOTHING:
        c.idle[p] = 1
    elif apply(t, o, now, p, chosen, tape) == Reject.OK:
        c.acts += 1
        if o.pulse:
            c.due[p] = BIG  # handed in: his next decision comes with the pulse


@jit
def step(t: Table, o: Options, c: Course, levels: Levels, tape: Tape) -> None:
    """The next thing that happens: an act or a timer, whichever comes first."""
    who = NONE
    first = BIG
    for p in range(t.players):
        seat = t.seats[p]
        if seat.out:
            continue
        if c.seen[p] != seat.turn + 1:
            draw_due(t, o, c, p, level_of(levels, p))
        if c.due[p] < first:
            first = I64(c.due[p])
            who = p
    if who == NONE or deadline(t, o) <= first:
        fire(t, o, tape)
    else:
        act(t, o, c, who, level_of(levels, who), tape)


# What is noted -----------------------------------------------------------------------------


@jit
def cards_of(t: Table, p: int) -> int:
    """All cards of a seat."""
    seat = t.seats[p]
    cards = I64(seat.stack.size) + I64(seat.field.size)
    return cards if seat.hand == NONE else cards + 1


@jit
def open_course(t: Table, c: Course) -> None:
    """Note what was dealt."""
    c.leader = NONE
    for p in range(t.players):
        pile = t.seats[p].stack
        c.lowest[p] = pile.size
        c.held[p] = pile.size
        for i in range(pile.size):
            r = rank(pile.cards[(pile.top + i) & 63])
            c.strength[p] += r
            if r == ACE:
                c.aces[p] += 1


@jit
def watch(t: Table, c: Course, sums: Sums) -> None:
    """A confrontation is over (at a pulse, several: then their wars have no depth)."""
    depth = I64(t.wars) - I64(c.wars)
    if depth > 0 and t.fights == c.fights + 1:
        sums.depths[min(depth, DEEPEST)] += 1
        c.depth = max(I64(c.depth), depth)
    c.fights = t.fights
    c.wars = t.wars
    if t.winner != NONE:
        c.pot = max(I64(c.pot), I64(t.last_size))
    most = NONE
    lead = NONE
    for p in range(t.players):
        size = cards_of(t, p)
        if t.seats[p].out:
            continue
        if size < c.lowest[p]:
            c.lowest[p] = size
        if size > most:
            most = size
            lead = p
        elif size == most:
            lead = NONE
    if lead != NONE and lead != c.leader:
        if c.leader != NONE:
            c.changes += 1
        c.leader = lead


@jit
def final_cards(t: Table, p: int) -> int:
    """What ranks seat p at the end (2.9): his cards, or having tied in a deadlock."""
    seat = t.seats[p]
    if t.end == End.DEADLOCK:
        return 1 if seat.fights else 0
    return NONE if seat.out else cards_of(t, p)


@jit
def count_winners(t: Table, sums: Sums) -> int:
    """Count who won; the seat that won alone, or NONE."""
    best = NONE
    sharers = 0
    sole = NONE
    for p in range(t.players):
        value = final_cards(t, p)
        if value > best:
            best = value
            sharers = 1
            sole = p
        elif value == best:
            sharers += 1
    if sharers == 1:
        sums.wins[sole] += 1
        return sole
    for p in range(t.players):
        if final_cards(t, p) == best:
            sums.shared[p] += 1
    return NONE


@jit
def close_course(t: Table, c: Course, sums: Sums, game: int) -> None:
    """The game is over: add it up."""
    sums.ends[I64(t.end)] += 1
    sole = count_winners(t, sums)
    add_length(sums, I64(t.fights), I64(t.wars), sole, game)
    add_time(sums, I64(t.now), I64(c.acts))
    for p in range(t.players):
        points = I64(c.strength[p]) - 6 * I64(c.held[p])
        add_hand(sums, I64(c.aces[p]), points, p == sole)
    if sole != NONE:
        add_comeback(sums, I64(c.lowest[sole]), CARDS, game)
    add_marks(sums, I64(t.wars), I64(c.depth), I64(c.pot), I64(c.changes), game)


# Whole games -------------------------------------------------------------------------------


@jit
def count(
    t: Table, c: Course, sums: Sums, o: Options, levels: Levels, seed: int, game: int
) -> None:
    """Play one game to the end and add it up; t and c are empty."""
    begin(t, o, seed, game)
    open_course(t, c)
    while t.end == End.PLAYING:
        step(t, o, c, levels, None)
        if t.fights != c.fights:
            watch(t, c, sums)
    close_course(t, c, sums, game)


@driver
def drive(
    state: Any, t: Table, course: Any, c: Course, sums: Sums, o: Options, levels: Levels, where: Any
) -> None:
    """Play games where[1] .. where[1] + where[2] - 1 of the run where[0] and add them up."""
    for game in range(where[1], where[1] + where[2]):
        state[:] = 0
        course[:] = 0
        count(t, c, sums, o, levels, where[0], game)


def fresh(o: Options, seed: int, game: int) -> Table:
    """The deal of one game."""
    t = Table()
    begin(t, o, seed, game)
    return t


def steps(t: Table, o: Options, levels: Levels, c: Course) -> Iterator[Step]:
    """Play a game that has been dealt, pausing after every act and timer; ends in the same state
    as `count`."""
    while t.end == End.PLAYING:
        tape: list[Event] = []
        step(t, o, c, levels, tape)
        if tape:
            yield Step(t.now, tape)


def opening(t: Table, o: Options) -> list[Event]:
    """The deal is no event: everybody may act at once."""
    return []


def settle(o: Options, names: Sequence[str]) -> tuple[str, ...]:
    """Anybody may sit anywhere."""
    return tuple(names)


ENDS = {
    "playing": "not finished",
    **{end.name.lower(): text for end, text in words.ENDS.items()},
}
ADAPTER = Adapter(
    key="ultimate",
    table=Table,
    course=Course,
    policies=POLICIES,
    settle=settle,
    drive=drive,
    count=count,
    fresh=fresh,
    steps=steps,
    opening=opening,
    terms=Terms(
        unit="fights",
        one="fight",
        depth="Wars in a row",
        deep="fights",
        lowest="Fewest cards of the later winner",
        prized="aces",
        strength="A two counts 0 points, an ace 12.",
        ends=ENDS,
        marks=MARK_WORDS
        | {
            "biggest_pot": ("Biggest catch", "{} cards"),
            "comeback": ("Greatest comeback", "from a total of {}"),
        },
        timed=True,
        cards=CARDS,
    ),
    chunk=2_500,
    smallest=100,
    cost=25,
    eager=100,
    idle=("spoils",),
)
