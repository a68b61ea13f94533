"""Whole games without clocks; the decisions are made by dice, or by the sensible policy of
section 3.16."""

from games.lab.counting.ww3 import shuffle_deck
from games.rules.cards import NONE
from games.rules.events import Tape
from games.rules.rng import below, stream
from games.rules.ww3.duel import draw_cards, judge_holds, judge_joker
from games.rules.ww3.ending import next_in
from games.rules.ww3.options import Options
from games.rules.ww3.state import Answer, Phase, Table, worth
from games.rules.ww3.turn import begin_round, can_beat, deal, decline, fight, lay, target

NINE, JACK = 7, 9  # worths


def play(t: Table, o: Options, seed: int, game: int, sensible: bool, tape: Tape) -> None:
    """Play game number `game` of a run, from the shuffle to the end; t is empty."""
    t.rng = stream(seed, game)
    for seat in t.seats:
        seat.out = True
        seat.current = NONE
    shuffle_deck(t, o)
    deal(t, o)
    t.phase = Phase.ROUND_END
    while t.phase != Phase.OVER:
        step(t, o, sensible, tape)


def step(t: Table, o: Options, sensible: bool, tape: Tape) -> None:
    """Make the next decision and its move."""
    if t.phase == Phase.ROUND_END:
        begin_round(t, o, tape)
    elif t.phase == Phase.TURN:
        turn(t, o, sensible, tape)
    elif t.phase == Phase.TARGET:
        target(t, victim(t, o, sensible), tape)
    elif t.phase == Phase.DRAW:
        draw_cards(t, o, tape)
    elif t.phase == Phase.HOLD:
        answer(t, t.duel.a, sensible)
        answer(t, t.duel.b, sensible)
        judge_holds(t, o, tape)
    else:
        race_joker(t)
        judge_joker(t, o, tape)


def turn(t: Table, o: Options, sensible: bool, tape: Tape) -> None:
    """Lay if that beats the card; otherwise decline or fight."""
    seat = t.seats[t.at]
    if can_beat(t, t.at):
        lay(t, o, tape)
    elif seat.shown.size > 0 and declines(t, sensible):
        decline(t, o, below(t, seat.shown.size), tape)
    else:
        fight(t, o, tape)


def declines(t: Table, sensible: bool) -> bool:
    """Whether to decline: with more at stake than the opponent, or with few cards left (3.16)."""
    me = t.seats[t.at]
    if not sensible:
        return below(t, 2) == 0
    return me.discard.size > t.seats[t.owner].discard.size or me.pickup.size < 4


def victim(t: Table, o: Options, sensible: bool) -> int:
    """The largest discard pile, then the smallest pick-up pile; or a random one."""
    if not sensible:
        q = next_in(t, o, t.at)
        for _ in range(below(t, o.players)):
            q = next_in(t, o, q)
        return q if q != t.at else next_in(t, o, q)
    best = next_in(t, o, t.at)
    for q in range(o.players):
        if t.seats[q].out or q == t.at:
            continue
        more = t.seats[q].discard.size - t.seats[best].discard.size
        fewer = t.seats[best].pickup.size - t.seats[q].pickup.size
        if more > 0 or (more == 0 and fewer > 0):
            best = q
    return best


def answer(t: Table, p: int, sensible: bool) -> None:
    """Call hold or not, after 300 to 1500 ms."""
    seat = t.seats[p]
    seat.answer = Answer.OPEN
    if seat.holds:
        return
    seat.eff = 300 + below(t, 1200)
    wants = below(t, 2) == 0
    if sensible:
        wants = worth(seat.current) >= (JACK if t.duel.stage == 1 else NINE)
    seat.answer = Answer.HOLD if wants else Answer.DRAW


def race_joker(t: Table) -> None:
    """Both call, or one, or neither."""
    for seat in t.seats:
        seat.answer = Answer.OPEN
        seat.eff = 300 + below(t, 1200)
    p = t.duel.joker
    other = t.duel.b if p == t.duel.a else t.duel.a
    if below(t, 4) > 0:
        t.seats[other].answer = Answer.HOLD
    if below(t, 2) > 0:
        t.seats[p].answer = Answer.RESET
