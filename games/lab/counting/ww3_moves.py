"""The moves of World War III in the lab: the next decision of a policy, or a given decision, and
its move."""

from typing import Any

from games.lab.counting.adapter import level_of
from games.lab.counting.driver import Levels
from games.lab.counting.observer import GameStats
from games.rules.cards import NONE
from games.rules.events import Tape
from games.rules.jit import I64, jit
from games.rules.ww3.acts import Kind
from games.rules.ww3.duel import draw_cards, judge_holds, judge_joker
from games.rules.ww3.options import Options
from games.rules.ww3.play import COUNTDOWN_MS, PAUSE_MS, ROUND_END_MS
from games.rules.ww3.policies import holds, pause, reaction, turn_kind, victim
from games.rules.ww3.state import Answer, Phase, Table
from games.rules.ww3.turn import begin_round, decline, fight, lay, target


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
        hold_window(t, o, c, levels, NONE, 0)
        judge_holds(t, o, tape)
    else:
        joker_window(t, o, c, levels, NONE, 0)
        judge_joker(t, o, tape)


@jit
def act(t: Table, c: GameStats, level: int) -> None:
    """Add an act and its time to the notes."""
    c.acts += 1
    c.clock += pause(t, level)


@jit
def turn(t: Table, o: Options, c: GameStats, level: int, tape: Tape) -> None:
    """Lay a card that beats the last one; without such a card, decline or fight."""
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
    """The time (ms) that seat p takes to turn a card in a war; 0 if it turns none."""
    if t.seats[p].holds or t.seats[p].pickup.size == 0:
        return 0
    c.acts += 1
    return pause(t, level_of(levels, p))


@jit
def wants(t: Table, o: Options, p: int, levels: Levels, who: int, kind: int) -> bool:
    """Whether seat p holds: if p is `who`, as given by `kind`, otherwise as p's policy decides.
    The policy draws its random numbers in both cases."""
    wish = holds(t, o, p, level_of(levels, p))
    return kind == Kind.HOLD if p == who else wish


@jit
def answer(t: Table, o: Options, c: GameStats, p: int, levels: Levels, who: int, kind: int) -> int:
    """Store seat p's answer in the window: hold or not.  Return its time in ms."""
    seat = t.seats[p]
    seat.answer = Answer.OPEN
    seat.eff = 0
    if seat.holds:
        return 0
    c.acts += 1
    if not wants(t, o, p, levels, who, kind):
        seat.answer = Answer.DRAW
        return pause(t, level_of(levels, p))
    ms = reaction(t, level_of(levels, p))
    seat.answer = Answer.HOLD
    seat.eff = 0 if o.secret else ms
    return ms


@jit
def hold_window(t: Table, o: Options, c: GameStats, levels: Levels, who: int, kind: int) -> None:
    """Play a window in which both players may hold, without seeing each other's answer.  In a race
    the first call shortens the window."""
    a = answer(t, o, c, t.duel.a, levels, who, kind)
    b = answer(t, o, c, t.duel.b, levels, who, kind)
    ends = max(a, b)
    if not o.secret and t.seats[t.duel.a].answer == Answer.HOLD:
        ends = min(ends, a + o.same_ms)
    if not o.secret and t.seats[t.duel.b].answer == Answer.HOLD:
        ends = min(ends, b + o.same_ms)
    c.clock += ends
    tell_late(t, o, a, b)


@jit
def tell_late(t: Table, o: Options, a: int, b: int) -> None:
    """Remove an answer after the other player's call had closed the window: a later draw is hidden,
    and a later call has no effect."""
    mine = t.seats[t.duel.a]
    other = t.seats[t.duel.b]
    if o.secret or mine.answer != Answer.HOLD or other.answer != Answer.HOLD:
        return
    if a > b + o.same_ms:
        mine.answer = Answer.OPEN
    elif b > a + o.same_ms:
        other.answer = Answer.OPEN


@jit
def joker_window(t: Table, o: Options, c: GameStats, levels: Levels, who: int, kind: int) -> None:
    """Play a joker window: the joker's owner calls reset, unless the other player holds first."""
    p = t.duel.joker
    q = t.duel.b if p == t.duel.a else t.duel.a
    mine = t.seats[p]
    other = t.seats[q]
    mine.answer = Answer.RESET
    mine.eff = reaction(t, level_of(levels, p))
    other.answer = Answer.OPEN
    other.eff = 0
    c.acts += 1
    ends = I64(o.joker_window)
    if wants(t, o, q, levels, who, kind):
        other.eff = reaction(t, level_of(levels, q))
        other.answer = Answer.HOLD if other.eff < o.joker_window else Answer.OPEN
        c.acts += 1
        ends = min(ends, I64(other.eff) + o.same_ms)
    if mine.eff >= o.joker_window:
        mine.answer = Answer.OPEN
    else:
        ends = min(ends, I64(mine.eff) + o.same_ms)
    c.clock += ends


@jit
def insist(t: Table, o: Options, c: GameStats, levels: Levels, choice: Any) -> None:
    """Make the next decision like `step`, but the given one: the seat, the kind of its act, and the
    other seat.  The policies draw the same random numbers as in `step`, so if they make the given
    decision, the game is the same."""
    who = I64(choice[0])
    kind = I64(choice[1])
    if t.phase == Phase.TURN:
        act(t, c, level_of(levels, who))
        turn_kind(t, level_of(levels, who))
        if kind == Kind.DECLINE:
            decline(t, o, 0, None)
        else:
            fight(t, o, None)
    elif t.phase == Phase.TARGET:
        act(t, c, level_of(levels, who))
        victim(t, o, level_of(levels, who))
        target(t, I64(choice[2]), None)
    elif t.phase == Phase.HOLD:
        hold_window(t, o, c, levels, who, kind)
        judge_holds(t, o, None)
    else:
        joker_window(t, o, c, levels, who, kind)
        judge_joker(t, o, None)
