"""World War III in the lab: its deals, moves and notes, and the words for what is counted."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.lab.counting.accumulator import Sums, add_comeback, add_time
from games.lab.counting.adapter import (
    CARDS_OF_A_MARK,
    MARK_WORDS,
    Adapter,
    BadRun,
    Mark,
    Terms,
    ends_of,
    level_of,
    lines_of,
    ngettext_noop,
)
from games.lab.counting.driver import Levels, drive_of, player_of
from games.lab.counting.observer import (
    GameStats,
    add_notes,
    card_counter,
    note_card,
    note_war,
    winner_counter,
)
from games.rules.cards import NONE, place, put
from games.rules.events import Event, Tape
from games.rules.jit import I64, driver, jit
from games.rules.phrases import gettext_noop
from games.rules.rng import shuffle, stream
from games.rules.ww3 import events as ev
from games.rules.ww3.acts import Kind
from games.rules.ww3.duel import clear_run, draw_cards, judge_holds, judge_joker
from games.rules.ww3.ending import count_in
from games.rules.ww3.options import Options
from games.rules.ww3.play import COUNTDOWN_MS, PAUSE_MS, ROUND_END_MS
from games.rules.ww3.policies import FIXED_LEVELS, LEVELS, holds, pause, reaction, turn_kind, victim
from games.rules.ww3.state import JOKER, Answer, Phase, Table, fill_row, row, worth
from games.rules.ww3.text import words
from games.rules.ww3.turn import EACH, begin_round, deal, decline, fight, lay, target

CARDS = 112  # the most a player can hold
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
    clear_run(t)
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
    """Play a window in which both may hold, without knowing of each other; the first call of a race
    shortens it."""
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


# From a position -----------------------------------------------------------------------------


def settle_state(t: Table, o: Options) -> None:
    """Leave only what decides how the game goes on: no clocks, no call that is still hidden."""
    t.turn = t.since = t.until = t.show_at = t.lead = 0
    t.hurry = False
    for seat in t.seats:
        seat.ready = seat.auto = False
        seat.answer = Answer.OPEN
        seat.eff = NONE
    if is_between(t) and not t.duel.over:
        clear_run(t)
        t.duel.a = t.duel.b = t.duel.joker = NONE
        t.duel.from_a = t.duel.from_b = 0


def conceal(t: Table, viewer: int | None, names: Sequence[int]) -> None:
    """Sort the viewer's hand: its order has no meaning."""
    if viewer is not None:
        hand = t.seats[viewer].hand
        fill_row(hand, sorted(row(hand)))


def is_between(t: Table) -> bool:
    """Whether no war is going on: turns and wars have ended."""
    return not Phase.DRAW <= t.phase <= Phase.JOKER


# Notes ---------------------------------------------------------------------------------------


@jit
def note_deal(t: Table, o: Options, c: GameStats) -> None:
    """Note what was dealt: hand and pick-up pile."""
    c.leader = NONE
    c.wars = t.wars
    c.turned = t.reveal
    for p in range(o.players):
        seat = t.seats[p]
        c.lowest[p] = seat.pickup.size
        for i in range(seat.hand.size):
            note_worth(c, p, worth(I64(seat.hand.cards[i])))
        for i in range(seat.pickup.size):
            note_worth(c, p, worth(I64(seat.pickup.cards[place(seat.pickup, i)])))
        c.strength[p] = (2 * I64(c.strength[p]) - 13 * EACH[o.players]) // 2


@jit
def note_worth(c: GameStats, p: int, points: int) -> None:
    note_card(c, p, points, points == JOKER)


@jit
def is_pause(t: Table, c: GameStats) -> bool:
    """Whether a round is over."""
    return t.phase >= Phase.ROUND_END


@jit
def pile_of(t: Table, p: int) -> int:
    return NONE if t.seats[p].out else I64(t.seats[p].pickup.size)


note_cards = card_counter(pile_of)


@jit
def watch(t: Table, o: Options, c: GameStats, sums: Sums) -> None:
    """Note a round and its war."""
    if t.wars > c.wars:
        note_war(c, sums, I64(t.reveal) - I64(c.turned))
        if t.last_winner != NONE:
            c.pot = max(I64(c.pot), I64(t.last_size))
    c.wars = t.wars
    c.turned = t.reveal
    note_cards(t, c, o.players)


@jit
def owned(t: Table, p: int) -> int:
    """The number that ranks seat p at the end (3.8): captured, then owned."""
    seat = t.seats[p]
    if seat.out:
        cards = I64(seat.owned)
    else:
        cards = I64(seat.pickup.size) + I64(seat.discard.size)
        cards += I64(seat.hand.size) + I64(seat.shown.size)
    return I64(seat.captured) * 1024 + cards


@jit
def value_of(t: Table, p: int) -> int:
    """The number that ranks seat p at the end among players still in; NONE: it is out."""
    return NONE if t.seats[p].out else owned(t, p)


@jit
def last_value_of(t: Table, p: int) -> int:
    """The number that ranks seat p if nobody is left: only the last to go out count."""
    return owned(t, p) if t.seats[p].fell == t.falls else NONE


count_winners = winner_counter(value_of)
count_last_winners = winner_counter(last_value_of)


@jit
def add_game(t: Table, o: Options, c: GameStats, sums: Sums, game: int) -> None:
    sums.ends[I64(t.end)] += 1
    if count_in(t, o) > 0:
        sole = count_winners(t, sums, o.players)
    else:
        sole = count_last_winners(t, sums, o.players)
    add_notes(c, sums, o.players, I64(t.rounds), I64(t.wars), sole, game)
    add_time(sums, I64(c.clock), I64(c.acts))
    if sole != NONE:
        add_comeback(sums, I64(c.lowest[sole]), CARDS, game)


play_on = player_of(
    note_deal=note_deal, step=step, is_pause=is_pause, watch=watch, add_game=add_game
)
count_all = drive_of(begin=begin, play_on=play_on)


@driver
def drive(
    state: Any,
    t: Table,
    notes: Any,
    c: GameStats,
    sums: Sums,
    o: Options,
    levels: Levels,
    where: Any,
) -> None:
    count_all(state, t, notes, c, sums, o, levels, where)


def opening(t: Table, o: Options) -> list[Event]:
    """The first events of a table."""
    return [ev.dealt(t, o)]


def settle(o: Options, names: Sequence[str]) -> tuple[str, ...]:
    """Give seat 2 of the solo game to the General with the printed policy."""
    if not o.solo:
        return tuple(names)
    if names[1] not in (PRINTED, names[0]):
        words = _("In the solo game seat 2 is the General: that policy is given.")
        raise BadRun("BAD_POLICIES", words)
    return (names[0], PRINTED)


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
    begin=begin,
    step=step,
    opening=opening,
    play_on=play_on,
    settle_state=settle_state,
    conceal=conceal,
    is_place=is_between,
    drive=drive,
    terms=Terms(
        unit=gettext_noop("rounds"),
        singular=gettext_noop("round"),
        depth=gettext_noop("Cards turned by each in one war"),
        deep=gettext_noop("wars"),
        lowest=gettext_noop("Smallest pick-up pile of the later winner"),
        prized=gettext_noop("jokers"),
        strength=gettext_noop("A two counts 0 points, an ace 12, a joker 13."),
        ends=ends_of(words.ENDS),
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
