"""Plays games of War by number: to count them (compiled in bulk workers) or step by step, for
the viewer.  Both draw the same random numbers in the same order."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from django.utils.translation import gettext as _

from games.lab.counting.accumulator import (
    DEEPEST,
    ENDLESS,
    Sums,
    add_comeback,
    add_hand,
    add_length,
    add_marks,
)
from games.lab.counting.adapter import (
    MARK_WORDS,
    Adapter,
    BadRun,
    Levels,
    Step,
    Terms,
    level_of,
    lines_of,
)
from games.rules.cards import ACE, NONE, put, rank
from games.rules.events import Event
from games.rules.jit import I64, driver, inline, jit
from games.rules.phrases import Phrase, gettext_noop
from games.rules.records import Byte, Int, Record
from games.rules.rng import below, shuffle, stream
from games.rules.war import battle, ending, fast
from games.rules.war import events as ev
from games.rules.war.options import Options
from games.rules.war.policies import LEVELS, reaction
from games.rules.war.state import End, Phase, Table
from games.rules.war.text import words

EVEN = {
    "even": Phrase(gettext_noop("Even hands: 90 % of slap cards are slapped, by a random player"))
}
POLICIES = EVEN | lines_of(LEVELS.items())


class GameStats(Record):
    """Notes about one game."""

    lowest: Annotated[list[int], 3]  # smallest pile between battles, by seat
    aces: Annotated[list[int], 3]
    strength: Annotated[list[Int], 3]
    leader: Byte  # who last had most cards; NONE at first
    pot: Byte
    depth: Byte
    changes: Int


@jit
def begin(t: Table, o: Options, seed: int, game: int) -> None:
    """Shuffle and deal game number `game` of the run `seed`; t is empty."""
    t.rng = stream(seed, game)
    for suit in range(4):
        for r in range(13):
            put(t.center, 4 * r + suit)
    shuffle(t, t.center, 0)
    battle.deal(t, o)


@jit
def slapper(t: Table, o: Options, levels: Levels) -> int:
    """Who slaps first while a slap card is open; NONE: nobody, or two at the same time.  `even`:
    nine of ten slap cards are slapped, by any seat still in."""
    who = NONE
    if level_of(levels, 0) == 0:
        if below(t, 10) > 0:
            who = below(t, o.players)
            while t.seats[who].out:
                who = below(t, o.players)
        return who
    soonest = NONE
    for p in range(o.players):
        if t.seats[p].out:
            continue
        ms = reaction(t, level_of(levels, p))
        if ms == NONE:
            continue
        if soonest == NONE or ms < soonest:
            soonest = ms
            who = p
        elif ms == soonest:
            who = NONE
    return who


@jit
def start_stats(t: Table, o: Options, c: GameStats) -> None:
    """Note what was dealt."""
    c.leader = NONE
    for p in range(o.players):
        pile = t.seats[p].pile
        c.lowest[p] = pile.size
        for i in range(pile.size):
            r = rank(pile.cards[i])  # just dealt, so the top is at index 0
            c.strength[p] += r
            if r == ACE:
                c.aces[p] += 1


@inline
def watch(t: Table, o: Options, c: GameStats, sums: Sums) -> None:
    """Note who leads and who is low after a battle."""
    if t.depth > 0:
        sums.depths[min(I64(t.depth), DEEPEST)] += 1
        c.depth = max(c.depth, t.depth)
    c.pot = max(c.pot, t.last_size)
    most = NONE
    lead = NONE
    for p in range(o.players):
        size = I64(t.seats[p].pile.size)
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
def count_winners(t: Table, o: Options, sums: Sums) -> int:
    """Count the winners (0.7); returns the seat that won alone, or NONE."""
    best = NONE
    sharers = 0
    sole = NONE
    for p in range(o.players):
        seat = t.seats[p]
        value = I64(seat.pile.size) + I64(seat.played.size)
        if t.end == End.DEADLOCK:
            value = 1 if seat.fights else 0
        elif seat.out:
            value = NONE
        if value > best:
            best = value
            sharers = 1
            sole = p
        elif value == best:
            sharers += 1
    if sharers == 1:
        sums.wins[sole] += 1
        return sole
    for p in range(o.players):
        seat = t.seats[p]
        value = I64(seat.pile.size) + I64(seat.played.size)
        if t.end == End.DEADLOCK:
            value = 1 if seat.fights else 0
        elif seat.out:
            value = NONE
        if value == best:
            sums.shared[p] += 1
    return NONE


@jit
def add_game(t: Table, o: Options, c: GameStats, sums: Sums, game: int) -> None:
    length = I64(t.battles)
    wars = I64(t.wars)
    end = I64(t.end)
    if end == End.CAP and length < o.cap:
        end = ENDLESS
    sums.ends[end] += 1
    sole = count_winners(t, o, sums)
    add_length(sums, length, wars, sole, game)
    for p in range(o.players):
        held = 17 if o.players == 3 else 26
        add_hand(sums, I64(c.aces[p]), I64(c.strength[p]) - 6 * held, p == sole)
    if end == End.ALL:
        add_comeback(sums, I64(c.lowest[sole]), 52, game)
    add_marks(sums, wars, I64(c.depth), I64(c.pot), I64(c.changes), game)


@jit
def count(
    t: Table, c: GameStats, sums: Sums, o: Options, levels: Levels, seed: int, game: int
) -> None:
    """Play one game to the end and add it to the sums; t and c are empty."""
    begin(t, o, seed, game)
    start_stats(t, o, c)
    while t.phase != Phase.OVER:
        who = NONE
        if t.phase == Phase.SLAP:
            who = slapper(t, o, levels)
        battle.step(t, o, who, None)
        if t.phase == Phase.FLIP or t.end != End.PLAYING:
            watch(t, o, c, sums)
    add_game(t, o, c, sums, game)


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


def steps(t: Table, o: Options, levels: Levels, c: GameStats) -> Iterator[Step]:
    """Play a dealt game, pausing whenever cards are on the table; yields the events since the
    last pause.  The final state is that of `count`, without notes."""
    while t.phase != Phase.OVER:
        tape: list[Event] = []
        if t.phase == Phase.SLAP:
            battle.slapped(t, o, slapper(t, o, levels), tape)
        elif t.phase == Phase.UNDERDOG:
            battle.underdog(t, o, tape)
        elif t.phase == Phase.COLLECT:
            ending.collect(t, o, tape)
            ending.after_battle(t, o, tape)
        elif t.phase == Phase.LAY:
            battle.lay(t, o, tape)
            battle.look(t, o, tape)
        else:
            battle.flip(t, o, tape)
            battle.look(t, o, tape)
        if t.phase == Phase.JUDGE:
            battle.judge(t, o, tape)
        if t.phase == Phase.WIN:
            battle.announce(t, o, tape)
        yield Step(0, tape)


def fresh(o: Options, seed: int, game: int) -> Table:
    t = Table()
    begin(t, o, seed, game)
    t.phase = Phase.FLIP
    return t


def opening(t: Table, o: Options) -> list[Event]:
    """The first events of a table."""
    return [ev.dealt(t, o)]


def settle(o: Options, names: Sequence[str]) -> tuple[str, ...]:
    """Without slaps there is nothing to decide; `even` is for all seats."""
    if o.slap == NONE:
        return ("even",) * o.players  # nothing to decide: policies make no difference
    if "even" in names and len(set(names)) > 1:
        raise BadRun("BAD_POLICIES", _("“even” is for all seats or for none."))
    return tuple(names)


ENDS = {
    "playing": gettext_noop("not finished"),
    **{end.name.lower(): text for end, text in words.ENDS.items() if end < ENDLESS},
    "endless": gettext_noop("endless: it would repeat for ever (proven)"),
}
ADAPTER = Adapter(
    key="war",
    table=Table,
    game_stats=GameStats,
    policies=POLICIES,
    note=gettext_noop(
        "Recruit, Sergeant and General react with the same code as the bots of that name."
        " False slaps and the length of the slap window are not simulated."
    ),
    settle=settle,
    drive=drive,
    count=count,
    fresh=fresh,
    steps=steps,
    opening=opening,
    terms=Terms(
        unit=gettext_noop("battles"),
        one=gettext_noop("battle"),
        depth=gettext_noop("Wars in a row"),
        deep=gettext_noop("battles"),
        lowest=gettext_noop("Smallest pile of the later winner"),
        prized=gettext_noop("aces"),
        strength=gettext_noop("A two counts 0 points, an ace 12."),
        ends=ENDS,
        marks=MARK_WORDS,
    ),
    chunk=50_000,
    smallest=2_000,
    eager=1300,  # most games are over by then
    fast=fast.fits,
    dice=tuple(EVEN),
    idle=("pace", "spoils", "slap_window", "false_slap"),
)
