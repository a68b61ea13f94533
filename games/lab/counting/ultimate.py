"""Plays games of Ultimate War by number: to count them (compiled in bulk workers) or step by
step, for the viewer.  Both draw the same random numbers in the same order."""

from collections.abc import Iterator
from typing import Any

from games.lab.counting.accumulator import Sums
from games.lab.counting.adapter import (
    CARDS_OF_A_MARK,
    MARK_WORDS,
    Adapter,
    Levels,
    Mark,
    Step,
    Terms,
    level_of,
    lines_of,
    ngettext_noop,
)
from games.lab.counting.ultimate_observer import CARDS, GameStats, add_game, start_stats, watch
from games.rules.cards import NONE, draw, put
from games.rules.events import Event, Tape
from games.rules.jit import I64, driver, jit
from games.rules.phrases import gettext_noop
from games.rules.rng import shuffle, stream
from games.rules.ultimate.options import Leftover, Options
from games.rules.ultimate.play import apply
from games.rules.ultimate.policies import LEVELS, PATIENCE_MS, decide, due
from games.rules.ultimate.policies.sight import NEVER, NOTHING
from games.rules.ultimate.state import PULSE_MS, RULES, SEATS, End, Reject, Table
from games.rules.ultimate.text import words
from games.rules.ultimate.timers import deadline, fire

POLICIES = lines_of(LEVELS.items())


@jit
def deal(t: Table, o: Options) -> None:
    """Shuffle and deal; t has only its random word."""
    t.rules = RULES
    t.players = o.players
    t.winner = NONE
    for suit in range(4):
        for r in range(13):
            put(t.center, 4 * r + suit)
    shuffle(t, t.center, 0)
    each = t.center.size // o.players
    for p in range(SEATS):
        seat = t.seats[p]
        seat.hand = seat.up = seat.joined = NONE
        seat.plan.kind = seat.challenge.proposal = NONE
        seat.out = p >= o.players
        seat.bare_at = o.nofield0
    for _ in range(each):
        for p in range(o.players):
            put(t.seats[p].stack, draw(t.center))
    if o.leftover == Leftover.SEATS:
        for p in range(t.center.size):
            put(t.seats[p].stack, draw(t.center))
    if o.leftover == Leftover.REMOVE:
        t.center.size = 0
    t.stall_at = o.stall
    t.pulse_at = PULSE_MS


@jit
def begin(t: Table, o: Options, seed: int, game: int) -> None:
    """Shuffle and deal game number `game` of the run `seed`; t is empty."""
    t.rng = stream(seed, game)
    deal(t, o)


@jit
def act(t: Table, o: Options, c: GameStats, p: int, level: int, tape: Tape) -> None:
    """Let seat p do what it decided; with nothing to do, or refused, it looks again later."""
    now = I64(c.due[p])
    t.now = now
    chosen = decide(t, o, p, level, c.idle[p] == 1)
    c.due[p] = now + PATIENCE_MS
    if chosen.kind == NOTHING:
        c.idle[p] = 1
    elif apply(t, o, now, p, chosen, tape) == Reject.OK:
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


# Whole games -------------------------------------------------------------------------------


@jit
def count(
    t: Table, c: GameStats, sums: Sums, o: Options, levels: Levels, seed: int, game: int
) -> None:
    """Play one game to the end and add it to the sums; t and c are empty."""
    begin(t, o, seed, game)
    start_stats(t, c)
    while t.end == End.PLAYING:
        step(t, o, c, levels, None)
        if t.fights != c.fights:
            watch(t, c, sums)
    add_game(t, c, sums, game)


@driver
def drive(
    state: Any,
    t: Table,
    game_stats: Any,
    c: GameStats,
    sums: Sums,
    o: Options,
    levels: Levels,
    where: Any,
) -> None:
    """Play games where[1] .. where[1] + where[2] - 1 of run where[0] and add them up."""
    for game in range(where[1], where[1] + where[2]):
        state[:] = 0
        game_stats[:] = 0
        count(t, c, sums, o, levels, where[0], game)


def fresh(o: Options, seed: int, game: int) -> Table:
    t = Table()
    begin(t, o, seed, game)
    return t


def steps(t: Table, o: Options, levels: Levels, c: GameStats) -> Iterator[Step]:
    """Play a dealt game, pausing after every act and timer; the final state is that of `count`."""
    while t.end == End.PLAYING:
        tape: list[Event] = []
        step(t, o, c, levels, tape)
        if tape:
            yield Step(t.now, tape)


def opening(t: Table, o: Options) -> list[Event]:
    """No events: the deal is not one, and everyone may act at once."""
    return []


ENDS = {
    "playing": gettext_noop("not finished"),
    **{end.name.lower(): text for end, text in words.ENDS.items()},
}
ADAPTER = Adapter(
    key="ultimate",
    table=Table,
    game_stats=GameStats,
    policies=POLICIES,
    note=gettext_noop(
        "These players decide with the same code as the bots of that name."
        " They play at full speed: the tempo you can choose at a table is left out."
    ),
    drive=drive,
    count=count,
    fresh=fresh,
    steps=steps,
    opening=opening,
    terms=Terms(
        unit=gettext_noop("fights"),
        one=gettext_noop("fight"),
        depth=gettext_noop("Wars in a row"),
        deep=gettext_noop("fights"),
        lowest=gettext_noop("Fewest cards of the later winner"),
        prized=gettext_noop("aces"),
        strength=gettext_noop("A two counts 0 points, an ace 12."),
        ends=ENDS,
        marks=MARK_WORDS
        | {
            "biggest_pot": Mark(gettext_noop("Biggest catch"), CARDS_OF_A_MARK),
            "comeback": Mark(
                gettext_noop("Greatest comeback"),
                ngettext_noop("from a total of {number}", "from a total of {number}"),
            ),
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
