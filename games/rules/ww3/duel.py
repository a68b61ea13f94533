"""A war between two players (section 3.6): up to three draws, holds, jokers, resets.  The functions
`draw_cards`, `judge_holds` and `judge_joker` are called when no answer is missing any longer; the
calls of both seats are in `answer` and `eff`."""

from games.rules.cards import NONE, draw, put
from games.rules.events import Tape
from games.rules.jit import inline, jit
from games.rules.ww3 import events as ev
from games.rules.ww3 import make_events
from games.rules.ww3.ending import end_round, next_in, spoils
from games.rules.ww3.options import Options
from games.rules.ww3.state import JOKER, Answer, Cause, How, Phase, Table, Why, worth


@inline
def disarm(t: Table, p: int) -> None:
    """Leave seat p without a current card or a hold."""
    seat = t.seats[p]
    seat.current = NONE
    seat.fresh = False
    seat.holds = False
    seat.called = False


@inline
def clear_run(t: Table) -> None:
    """Remove the cards of the present run from the duel."""
    for i in range(3):
        t.duel.cards_a[i] = NONE
        t.duel.cards_b[i] = NONE
    t.duel.held_a = 0
    t.duel.held_b = 0
    t.duel.back = NONE


@inline
def note_held(t: Table, p: int, stage: int) -> None:
    """Store that seat p's card of this stage is held."""
    if p == t.duel.a:
        t.duel.held_a = stage
    else:
        t.duel.held_b = stage


@jit
def begin_war(t: Table, a: int, b: int, why: Why, tape: Tape) -> None:
    """Start a war between seats a and b."""
    t.wars += 1
    t.phase = Phase.DRAW
    t.duel.a = a
    t.duel.b = b
    t.duel.why = why
    t.duel.stage = 1
    t.duel.joker = NONE
    t.duel.from_a = t.seats[a].discard.size
    t.duel.from_b = t.seats[b].discard.size
    t.duel.over = False
    clear_run(t)
    disarm(t, a)
    disarm(t, b)
    if tape is not None:
        tape.append(make_events.war_begun(t))


@jit
def end_war(t: Table, o: Options, winner: int, tape: Tape) -> None:
    """Move the loser's discard pile to the winner, who leads the next round.  After a drawn war
    (`winner` NONE) the next player to the left of the seat that began the war leads."""
    a = t.duel.a
    b = t.duel.b
    disarm(t, a)
    disarm(t, b)
    t.duel.over = True
    if winner == NONE:
        if tape is not None:
            tape.append(make_events.drawn(t))
        t.last_winner = NONE
        t.last_loser = NONE
        end_round(t, o, next_in(t, o, a), tape)
    else:
        spoils(t, o, winner, a if winner == b else b, tape)
        end_round(t, o, winner, tape)


@jit
def stuck(t: Table, o: Options, p: int) -> bool:
    """Whether seat p must turn a card but cannot.  If the house rules allow it, the last card that
    p turned counts instead, and p is not stuck."""
    seat = t.seats[p]
    if seat.holds or seat.pickup.size > 0:
        return False
    return seat.current == NONE or bool(o.mid_loses)


@inline
def force(t: Table, p: int, tape: Tape) -> None:
    """Hold seat p's current card by force if p has no card to turn."""
    seat = t.seats[p]
    seat.fresh = False
    if not seat.holds and seat.pickup.size == 0:
        seat.holds = True
        seat.called = False
        note_held(t, p, t.duel.stage - 1)
        if tape is not None:
            tape.append(make_events.held(t, p, How.FORCED))


@inline
def turn_card(t: Table, p: int) -> None:
    """Turn the top card of p's pick-up pile onto p's discard pile, unless p's current card is
    held."""
    seat = t.seats[p]
    if not seat.holds:
        seat.current = draw(seat.pickup)
        seat.fresh = True
        put(seat.discard, seat.current)
        if p == t.duel.a:
            t.duel.cards_a[t.duel.stage - 1] = seat.current
        else:
            t.duel.cards_b[t.duel.stage - 1] = seat.current


@jit
def draw_cards(t: Table, o: Options, tape: Tape) -> None:
    """Turn a card at the same moment for each of the two players who does not hold.  After a joker
    without effect at World War III another card is turned at once."""
    a = t.duel.a
    b = t.duel.b
    again = True
    while again:
        again = False
        if stuck(t, o, a) or stuck(t, o, b):
            cannot_draw(t, o, tape)
        else:
            if t.duel.back != NONE:
                clear_run(t)
            force(t, a, tape)
            force(t, b, tape)
            turn_card(t, a)
            turn_card(t, b)
            t.reveal += 1
            if tape is not None:
                tape.append(make_events.turned(t))
            again = judge_cards(t, o, tape)


@jit
def cannot_draw(t: Table, o: Options, tape: Tape) -> None:
    """End the war in which a card cannot be turned: the player without cards loses; if neither
    player has a card, the war is drawn."""
    a = t.duel.a
    b = t.duel.b
    if stuck(t, o, a) and stuck(t, o, b):
        end_war(t, o, NONE, tape)
    else:
        loser = a if stuck(t, o, a) else b
        if tape is not None:
            tape.append(ev.CannotDraw(t.rounds, loser))
        end_war(t, o, b if loser == a else a, tape)


@jit
def judge_cards(t: Table, o: Options, tape: Tape) -> bool:
    """Judge the open cards.  Return whether another card has to be turned at once."""
    a = t.seats[t.duel.a]
    b = t.seats[t.duel.b]
    joker_a = a.fresh and worth(a.current) == JOKER
    joker_b = b.fresh and worth(b.current) == JOKER
    if joker_a and joker_b:
        reset(t, Cause.JOKER, tape)
    elif joker_a or joker_b:
        return judge_one_joker(t, o, t.duel.a if joker_a else t.duel.b, tape)
    elif worth(a.current) == worth(b.current):
        reset(t, Cause.TIE, tape)
    elif t.duel.stage == 3 or (a.holds and b.holds):
        compare(t, o, tape)
    else:
        t.phase = Phase.HOLD
    return False


@jit
def judge_one_joker(t: Table, o: Options, p: int, tape: Tape) -> bool:
    """Judge a joker that seat p alone has turned.  Return whether p must turn another card at
    once."""
    other = t.duel.b if p == t.duel.a else t.duel.a
    if t.seats[other].holds and not o.held_joker_resets:
        if tape is not None:
            tape.append(ev.JokerDead(t.rounds, p))
        return kill(t, p)
    if t.seats[other].holds or o.secret:
        reset(t, Cause.JOKER, tape)
    else:
        t.phase = Phase.JOKER
        t.duel.joker = p
    return False


@inline
def kill(t: Table, p: int) -> bool:
    """Remove seat p's dead joker, and move on to the next stage.  Return True if there is none."""
    disarm(t, p)
    t.phase = Phase.DRAW
    if t.duel.stage == 3:
        return True
    t.duel.stage += 1
    return False


@jit
def reset(t: Table, why: Cause, tape: Tape) -> None:
    """Return to World War I; the cards that were turned stay on the discard piles."""
    disarm(t, t.duel.a)
    disarm(t, t.duel.b)
    t.duel.stage = 1
    t.duel.joker = NONE
    t.duel.back = why
    t.phase = Phase.DRAW
    if tape is not None:
        tape.append(make_events.reset(t, why))


@jit
def compare(t: Table, o: Options, tape: Tape) -> None:
    """End the war with a win of the higher current card."""
    a = t.duel.a
    b = t.duel.b
    if worth(t.seats[a].current) > worth(t.seats[b].current):
        end_war(t, o, a, tape)
    else:
        end_war(t, o, b, tape)


@inline
def calls(t: Table, p: int) -> bool:
    """Whether seat p has called hold in this window."""
    return t.seats[p].answer == Answer.HOLD


@jit
def hold(t: Table, p: int, how: How, tape: Tape) -> None:
    """Hold seat p's current card to the end of the war."""
    t.seats[p].holds = True
    t.seats[p].called = True
    note_held(t, p, t.duel.stage)
    if tape is not None:
        tape.append(make_events.held(t, p, how))


@jit
def judge_holds(t: Table, o: Options, tape: Tape) -> None:
    """Close the hold window.  In a race only the first call counts, unless both calls are equally
    fast."""
    a = t.duel.a
    b = t.duel.b
    if calls(t, a) and calls(t, b):
        apart = t.seats[a].eff - t.seats[b].eff
        if o.secret or abs(apart) <= o.same_ms:
            hold(t, a, How.BOTH, tape)
            hold(t, b, How.BOTH, tape)
            reset(t, Cause.DOUBLE_HOLD, tape)
            return
        first = a if apart < 0 else b
        late = b if apart < 0 else a
        hold(t, first, How.CALL, tape)
        if tape is not None:
            tape.append(ev.Late(t.rounds, late, t.seats[late].eff))
    elif calls(t, a):
        single_call(t, o, a, b, tape)
    elif calls(t, b):
        single_call(t, o, b, a, tape)
    if t.phase == Phase.HOLD:
        t.duel.stage += 1
        t.phase = Phase.DRAW


@jit
def single_call(t: Table, o: Options, p: int, other: int, tape: Tape) -> None:
    """Judge a window in which only seat p called hold.  If the other seat already holds, the cards
    are compared, or the house rules reset the war."""
    if not t.seats[other].holds:
        hold(t, p, How.CALL, tape)
        return
    hold(t, p, How.SECOND, tape)
    if o.second_hold_resets:
        reset(t, Cause.DOUBLE_HOLD, tape)
    else:
        compare(t, o, tape)


@jit
def judge_joker(t: Table, o: Options, tape: Tape) -> None:
    """Close the joker window.  If the opponent called hold first, the joker has no effect;
    otherwise (reset called, both at the same time, or no call) the war returns to World War I."""
    p = t.duel.joker
    other = t.duel.b if p == t.duel.a else t.duel.a
    first = calls(t, other)
    if first and t.seats[p].answer == Answer.RESET:
        first = t.seats[p].eff - t.seats[other].eff > o.same_ms
    t.duel.joker = NONE
    if not first:
        reset(t, Cause.JOKER, tape)
        return
    hold(t, other, How.BEFORE_JOKER, tape)
    if kill(t, p):
        draw_cards(t, o, tape)
