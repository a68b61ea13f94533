"""Plays games of World War III by number: to count them (compiled in bulk workers) or step by
step, for the viewer.  Both draw the same random numbers in the same order."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.lab.counting.accumulator import Sums
from games.lab.counting.adapter import (
    CARDS_OF_A_MARK,
    MARK_WORDS,
    Adapter,
    BadRun,
    Levels,
    Mark,
    Step,
    Terms,
    level_of,
    lines_of,
    ngettext_noop,
)
from games.lab.counting.ww3_observer import CARDS, GameStats, add_game, start_stats, watch
from games.rules.cards import NONE
from games.rules.events import Event, Tape
from games.rules.jit import I64, driver, jit
from games.rules.phrases import gettext_noop
from games.rules.rng import stream
from games.rules.ww3 import events as ev
from games.rules.ww3.acts import Kind
from games.rules.ww3.duel import draw_cards, judge_holds, judge_joker
from games.rules.ww3.options import Options
from games.rules.ww3.play import COUNTDOWN_MS, PAUSE_MS, ROUND_END_MS
from games.rules.ww3.policies import FIXED_LEVELS, LEVELS, holds, pause, reaction, turn_kind, victim
from games.rules.ww3.state import Answer, Phase, Table, put, shuffle
from games.rules.ww3.text import words
from games.rules.ww3.turn import begin_round, deal, decline, fight, lay, target

PRINTED = "printed"  # the policy of seat 2 in the solo game
POLICIES = lines_of([*LEVELS.items(), *((PRINTED, level) for level in FIXED_LEVELS.values())])


@jit
def shuffle_deck(t: Table, o: Options) -> None:
    """Put one pack (up to three players) or two (3.1) into the centre, shuffled."""
    for first in range(0, 56 if o.players <= 3 else 112, 56):
        for suit in range(4):
            for rank in range(13):
                put(t.centre, first + 4 * rank + suit)
        for joker in range(52, 56):
            put(t.centre, first + joker)
    shuffle(t, t.centre, 0)


@jit
def begin(t: Table, o: Options, seed: int, game: int) -> None:
    """Shuffle and deal game number `game` of the run `seed`; t is empty."""
    t.rng = stream(seed, game)
    t.at = NONE
    t.top = NONE
    t.owner = NONE
    t.last_winner = NONE
    t.last_loser = NONE
    t.duel.a = NONE
    t.duel.b = NONE
    t.duel.joker = NONE
    for seat in t.seats:
        seat.out = True
        seat.current = NONE
    shuffle_deck(t, o)
    deal(t, o)


# A step ------------------------------------------------------------------------------------


@jit
def step(t: Table, o: Options, c: GameStats, levels: Levels, tape: Tape) -> None:
    """Make the next decision and its move, or a move without a decision."""
    if t.phase == Phase.DEALT or t.phase == Phase.ROUND_END:
        c.clock += COUNTDOWN_MS if t.phase == Phase.DEALT else ROUND_END_MS
        begin_round(t, o, tape)
    elif t.phase == Phase.TURN:
        turn(t, o, c, level_of(levels, t.at), tape)
    elif t.phase == Phase.TARGET:
        act(t, c, level_of(levels, t.at))
        target(t, victim(t, o, level_of(levels, t.at)), tape)
    elif t.phase == Phase.DRAW:
        c.clock += PAUSE_MS + max(turning(t, c, t.duel.a, levels), turning(t, c, t.duel.b, levels))
        draw_cards(t, o, tape)
    elif t.phase == Phase.HOLD:
        hold_window(t, o, c, levels)
        judge_holds(t, o, tape)
    else:
        joker_window(t, o, c, levels)
        judge_joker(t, o, tape)


@jit
def act(t: Table, c: GameStats, level: int) -> None:
    """Count an act and its time."""
    c.acts += 1
    c.clock += pause(t, level)


@jit
def turn(t: Table, o: Options, c: GameStats, level: int, tape: Tape) -> None:
    """Lay if that beats the card; otherwise decline or fight."""
    act(t, c, level)
    kind = turn_kind(t, level)
    if kind == Kind.PLAY:
        lay(t, o, tape)
    elif kind == Kind.DECLINE:
        decline(t, o, 0, tape)
    else:
        fight(t, o, tape)


@jit
def turning(t: Table, c: GameStats, p: int, levels: Levels) -> int:
    """How long seat p takes to turn a card in a war."""
    if t.seats[p].holds or t.seats[p].pickup.size == 0:
        return 0
    c.acts += 1
    return pause(t, level_of(levels, p))


@jit
def answer(t: Table, o: Options, c: GameStats, p: int, levels: Levels) -> int:
    """Let seat p call hold or not; returns after how many ms."""
    seat = t.seats[p]
    seat.answer = Answer.OPEN
    seat.eff = 0
    if seat.holds:
        return 0
    c.acts += 1
    if not holds(t, o, p, level_of(levels, p)):
        seat.answer = Answer.DRAW
        return pause(t, level_of(levels, p))
    ms = reaction(t, level_of(levels, p))
    seat.answer = Answer.HOLD
    seat.eff = 0 if o.secret else ms
    return ms


@jit
def hold_window(t: Table, o: Options, c: GameStats, levels: Levels) -> None:
    """Both decide without knowing of each other; the first call of a race shortens the window."""
    a = answer(t, o, c, t.duel.a, levels)
    b = answer(t, o, c, t.duel.b, levels)
    ends = max(a, b)
    if not o.secret and t.seats[t.duel.a].answer == Answer.HOLD:
        ends = min(ends, a + o.same_ms)
    if not o.secret and t.seats[t.duel.b].answer == Answer.HOLD:
        ends = min(ends, b + o.same_ms)
    c.clock += ends
    tell_late(t, o, a, b)


@jit
def tell_late(t: Table, o: Options, a: int, b: int) -> None:
    """Drop an answer after the window was closed by the other player's call: a later draw is
    hidden, and a later call never happens."""
    mine = t.seats[t.duel.a]
    other = t.seats[t.duel.b]
    if o.secret or mine.answer != Answer.HOLD or other.answer != Answer.HOLD:
        return
    if a > b + o.same_ms:
        mine.answer = Answer.OPEN
    elif b > a + o.same_ms:
        other.answer = Answer.OPEN


@jit
def joker_window(t: Table, o: Options, c: GameStats, levels: Levels) -> None:
    """The joker's owner calls reset; the other player holds before it, or not."""
    p = t.duel.joker
    q = t.duel.b if p == t.duel.a else t.duel.a
    mine = t.seats[p]
    other = t.seats[q]
    mine.answer = Answer.RESET
    mine.eff = reaction(t, level_of(levels, p))
    other.answer = Answer.OPEN
    c.acts += 1
    ends = I64(o.joker_window)
    if holds(t, o, q, level_of(levels, q)):
        other.eff = reaction(t, level_of(levels, q))
        other.answer = Answer.HOLD if other.eff < o.joker_window else Answer.OPEN
        c.acts += 1
        ends = min(ends, I64(other.eff) + o.same_ms)
    if mine.eff >= o.joker_window:
        mine.answer = Answer.OPEN
    else:
        ends = min(ends, I64(mine.eff) + o.same_ms)
    c.clock += ends


# Whole games -------------------------------------------------------------------------------


@jit
def count(
    t: Table, c: GameStats, sums: Sums, o: Options, levels: Levels, seed: int, game: int
) -> None:
    """Play one game to the end and add it to the sums; t and c are empty."""
    begin(t, o, seed, game)
    start_stats(t, o, c)
    while t.phase != Phase.OVER:
        step(t, o, c, levels, None)
        if t.phase >= Phase.ROUND_END:
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


def fresh(o: Options, seed: int, game: int) -> Table:
    t = Table()
    begin(t, o, seed, game)
    return t


def steps(t: Table, o: Options, levels: Levels, c: GameStats) -> Iterator[Step]:
    """Play a dealt game, pausing after every move; the final state is that of `count`."""
    while t.phase != Phase.OVER:
        tape: list[Event] = []
        step(t, o, c, levels, tape)
        yield Step(c.clock, tape)


def opening(t: Table, o: Options) -> list[Event]:
    """The first events of a table."""
    return [ev.dealt(t, o)]


def settle(o: Options, names: Sequence[str]) -> tuple[str, ...]:
    """Seat 2 of the solo game is the General with the printed policy."""
    if not o.solo:
        return tuple(names)
    if names[1] not in (PRINTED, names[0]):
        words = _("In the solo game seat 2 is the General: that policy is given.")
        raise BadRun("BAD_POLICIES", words)
    return (names[0], PRINTED)


ENDS = {
    "playing": gettext_noop("not finished"),
    **{end.name.lower(): text for end, text in words.ENDS.items()},
}
ADAPTER = Adapter(
    key="ww3",
    table=Table,
    game_stats=GameStats,
    policies=POLICIES,
    note=gettext_noop(
        "These players decide with the same code as the bots of that name,"
        " and take the same time to think and react."
    ),
    settle=settle,
    drive=drive,
    count=count,
    fresh=fresh,
    steps=steps,
    opening=opening,
    terms=Terms(
        unit=gettext_noop("rounds"),
        one=gettext_noop("round"),
        depth=gettext_noop("Cards turned by each in one war"),
        deep=gettext_noop("wars"),
        lowest=gettext_noop("Smallest pick-up pile of the later winner"),
        prized=gettext_noop("jokers"),
        strength=gettext_noop("A two counts 0 points, an ace 12, a joker 13."),
        ends=ENDS,
        marks=MARK_WORDS
        | {
            "deepest_war": Mark(
                gettext_noop("Longest war"),
                ngettext_noop("{number} turn of the cards", "{number} turns of the cards"),
            ),
            "biggest_pot": Mark(gettext_noop("Biggest catch"), CARDS_OF_A_MARK),
        },
        timed=True,
        cards=CARDS,
    ),
    chunk=25_000,
    smallest=1_000,
    cost=2,
)
