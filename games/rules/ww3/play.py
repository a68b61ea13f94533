"""A live game of World War III: acts, and the clocks (section 3.10).  `turn.py` and `duel.py` move
the cards.

A call in a hold or joker window is stored in the state and hidden from everyone until the window is
judged: when both players have answered, `same_ms` after the first call, or at the end of the
window.  So the timer may be earlier than the time a view shows."""

from games.rules.acts import reaction
from games.rules.cards import NONE
from games.rules.events import Tape
from games.rules.game import Act
from games.rules.ww3 import make_events
from games.rules.ww3.acts import Kind, Reject
from games.rules.ww3.duel import disarm, draw_cards, judge_holds, judge_joker
from games.rules.ww3.ending import count_in, end_round, fall, finish, next_in
from games.rules.ww3.legal import WAR, has_choice, is_asked, legal, waiting
from games.rules.ww3.options import Options
from games.rules.ww3.state import Answer, End, Phase, Table, in_war, row
from games.rules.ww3.turn import begin_round, can_beat, decline, fight, lay, target, turn_to

COUNTDOWN_MS = 3_000
FORCED_MS = 6_000  # for a move without a choice
CHOICE_MS = 12_000
ROUND_END_MS = 1_000
PAUSE_MS = 600  # the open cards of a war stay at least this long
HURRY_MS = 400


def apply(t: Table, o: Options, now: int, seat: int, act: Act, tape: Tape) -> Reject:
    """Do the act if it is legal; otherwise change nothing.  The caller has fired every timer due by
    `now`."""
    verdict = legal(t, o, seat, act)
    if verdict != Reject.OK:
        return verdict
    kind = Kind(act.kind)
    if kind == Kind.RESIGN:
        resign(t, o, now, seat, tape)
    elif kind == Kind.STOP:
        finish(t, o, End(act.a), tape)
    elif kind == Kind.LEAD:
        t.lead = act.a
    elif kind == Kind.HURRY:
        t.hurry = True
    elif kind == Kind.AUTO:
        t.seats[seat].auto = bool(act.a)
        t.seats[seat].ready |= bool(act.a) and t.phase == Phase.DRAW and is_asked(t, seat)
    elif t.phase == Phase.TURN or t.phase == Phase.TARGET:
        turn_act(t, o, now, act, tape)
    elif t.phase == Phase.DRAW:
        t.seats[seat].ready = True
    else:
        answer(t, o, now, seat, act, tape)
    go_on(t, o, now, tape)
    return Reject.OK


def turn_act(t: Table, o: Options, now: int, act: Act, tape: Tape) -> None:
    """Do an act of a turn: lay, fight, decline, or choose an opponent."""
    if act.kind == Kind.PLAY:
        lay(t, o, tape)
    elif act.kind == Kind.FIGHT:
        fight(t, o, tape)
    elif act.kind == Kind.DECLINE:
        decline(t, o, row(t.seats[t.at].shown).index(act.a), tape)
    else:
        target(t, act.a, tape)
    open_phase(t, o, now)


def answer(t: Table, o: Options, now: int, p: int, act: Act, tape: Tape) -> None:
    """Store seat p's answer in this window; the first call sets the time of judgement."""
    seat = t.seats[p]
    seat.eff = 0 if o.secret else reaction(act.b, act.c, act.d)
    if act.kind == Kind.DRAW:
        seat.answer = Answer.DRAW
    else:
        seat.answer = Answer.HOLD if act.kind == Kind.HOLD else Answer.RESET
        if not o.secret:
            t.until = max(now, min(t.until, now + o.same_ms))
    if not waiting(t, o):
        judge(t, o, now, tape)


def judge(t: Table, o: Options, now: int, tape: Tape) -> None:
    """Judge the hold or joker window that has closed."""
    if t.phase == Phase.HOLD:
        judge_holds(t, o, tape)
    else:
        draws = t.reveal
        judge_joker(t, o, tape)
        if t.reveal != draws:
            t.show_at = now + t.lead
    open_phase(t, o, now)


def turn_cards(t: Table, o: Options, now: int, tape: Tape) -> None:
    """Turn the cards of the war: both players are ready, or the time is over."""
    draws = t.reveal
    draw_cards(t, o, tape)
    if t.reveal != draws:
        t.show_at = now + t.lead
    open_phase(t, o, now)


def go_on(t: Table, o: Options, now: int, tape: Tape) -> None:
    """Make every move that does not wait for a player, and set the clock."""
    while t.phase == Phase.TURN or t.phase == Phase.DRAW:
        t.until = max(now, until(t, o))
        if t.until > now:
            return
        if t.phase == Phase.DRAW:
            turn_cards(t, o, now, tape)
        else:
            forced(t, o, now, tape)
    if t.phase == Phase.ROUND_END:
        t.until = until(t, o)


def forced(t: Table, o: Options, now: int, tape: Tape) -> None:
    """Make the move that is due for an absent player: lay or fight."""
    if can_beat(t, t.at):
        lay(t, o, tape)
    else:
        fight(t, o, tape)
    open_phase(t, o, now)


def until(t: Table, o: Options) -> int:
    """The time (ms) at which the timer of this phase fires, before any call shortens it."""
    visible_from = max(t.since, t.show_at)
    if t.phase == Phase.DEALT:
        return t.since + COUNTDOWN_MS
    if t.phase == Phase.TARGET or (t.phase == Phase.TURN and has_choice(t)):
        return t.since + CHOICE_MS
    if t.phase == Phase.TURN:
        patience = HURRY_MS if t.hurry else FORCED_MS
        return t.since + (0 if t.seats[t.at].auto else patience)
    if t.phase == Phase.DRAW:
        pause = HURRY_MS if t.hurry else PAUSE_MS
        if t.hurry or not waiting(t, o):
            return max(t.since, t.show_at + pause)
        return visible_from + FORCED_MS
    if t.phase == Phase.HOLD:
        return visible_from + o.hold_window
    if t.phase == Phase.JOKER:
        return visible_from + o.joker_window
    return visible_from + (HURRY_MS if t.hurry else ROUND_END_MS)


def open_phase(t: Table, o: Options, now: int) -> None:
    """Open a new decision at time `now`."""
    if t.phase == Phase.OVER:
        return
    t.turn += 1
    t.since = now
    for p in range(o.players):
        seat = t.seats[p]
        seat.answer = Answer.OPEN
        seat.eff = NONE
        seat.ready = seat.auto and t.phase == Phase.DRAW and is_asked(t, p)
    t.until = until(t, o)


def fire(t: Table, o: Options, tape: Tape) -> None:
    """Fire the next timer, at its deadline.  Does nothing if there is none."""
    now = t.until
    if t.phase == Phase.DEALT or t.phase == Phase.ROUND_END:
        if t.phase == Phase.DEALT and tape is not None:
            tape.append(make_events.dealt(t, o))
        begin_round(t, o, tape)
        open_phase(t, o, now)
    elif t.phase == Phase.TURN:
        forced(t, o, now, tape)
    elif t.phase == Phase.TARGET:
        target(t, next_in(t, o, t.at), tape)
        open_phase(t, o, now)
    elif t.phase == Phase.DRAW:
        turn_cards(t, o, now, tape)
    elif t.phase in WAR:
        judge(t, o, now, tape)
    go_on(t, o, now, tape)


def resign(t: Table, o: Options, now: int, p: int, tape: Tape) -> None:
    """Put seat p out at once, and move its cards to the cards of players who are out (0.6).  With
    one player left the game is over.  If it was p's turn, the next player moves; if p was in a war,
    the war is void and the other player leads; if the card to beat was p's, the player whose turn
    it is leads a new round."""
    other = t.duel.b if p == t.duel.a else t.duel.a
    fights, turn = in_war(t, p), t.phase in (Phase.TURN, Phase.TARGET) and t.at == p
    topped = t.phase == Phase.TURN and t.owner == p
    t.falls += 1
    fall(t, o, p, True, tape)
    if count_in(t, o) == 1:
        finish(t, o, End.RESIGN, tape)
    elif fights:
        disarm(t, other)
        end_round(t, o, other, tape)
    elif topped:
        end_round(t, o, t.at, tape)
    elif turn and t.phase == Phase.TURN:
        turn_to(t, o, next_in(t, o, p), tape)
    elif turn:
        end_round(t, o, p, tape)
    elif t.leader == p and t.phase in (Phase.DEALT, Phase.ROUND_END):
        t.leader = next_in(t, o, p)
    if fights or turn or topped:
        open_phase(t, o, now)
