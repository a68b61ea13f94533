"""One battle of War (sections 1.2-1.7).  Live play calls the stages of a battle one at a time, with
clocks between them (`play.py`); bulk play calls `step` and is compiled.

Every stage moves cards and sets `t.phase`.  The functions that decide what a seat may do are
pure."""

from games.rules.cards import ACE, JACK, KING, NONE, all_of, draw, move_all, one, put, rank
from games.rules.events import Tape
from games.rules.jit import inline, jit
from games.rules.war import make_events
from games.rules.war.ending import after_battle, collect, finish
from games.rules.war.options import Leftover, Options
from games.rules.war.state import End, Phase, Reason, Seat, Table


@inline
def beats(a: int, b: int, o: Options) -> bool:
    """Whether rank a beats rank b.  Of two different ranks exactly one beats the other (1.2)."""
    if a == b:
        return False
    if o.peace:
        return a < b
    if a == o.faces and JACK <= b <= KING or a == o.ace and b == ACE:
        return True
    if b == o.faces and JACK <= a <= KING or b == o.ace and a == ACE:
        return False
    return a > b


@inline
def beaten(t: Table, o: Options, p: int) -> bool:
    """Whether the open card of another contender beats the open card of seat p."""
    mine = rank(t.seats[p].up)
    for other in t.seats:  # noqa: SIM110 - compiled code has no closures
        if other.fights and beats(rank(other.up), mine, o):
            return True
    return False


@inline
def is_slap_card(o: Options, card: int) -> bool:
    """Whether this card opens a slap window."""
    return o.slap != NONE and (rank(card) == o.slap or rank(card) == o.slap2)


@inline
def may_check(t: Table, p: int) -> bool:
    """Whether seat p lost a war of this battle, and therefore may look for the underdog (1.7.5)."""
    return t.seats[p].fought and p != t.winner and not t.seats[p].out


@jit
def deal(t: Table, o: Options) -> None:
    """Deal the deck from the centre, one card at a time, seat 1 first (0.2, 1.1)."""
    t.winner = NONE
    t.last_winner = NONE
    for _ in range(t.center.size // o.players):
        for p in range(o.players):
            put(t.seats[p].pile, draw(t.center))
    for p in range(o.players):
        if o.leftover == Leftover.SEATS and t.center.size > 0:
            put(t.seats[p].pile, draw(t.center))
    if o.leftover == Leftover.REMOVE:
        t.center.size = 0
    for p in range(3):
        t.seats[p].out = p >= o.players
        t.seats[p].up = NONE
        t.seats[p].eff = NONE


@inline
def turn(seat: Seat) -> int:
    """Turn the seat's top card face up on the table."""
    seat.up = draw(seat.pile)
    seat.fresh = True
    put(seat.played, seat.up)
    return seat.up


@inline
def flip(t: Table, o: Options, tape: Tape) -> None:
    """Begin a battle: every seat with cards turns one card face up."""
    t.battles += 1
    t.reveal += 1
    t.depth = 0
    t.winner = NONE
    for p in range(o.players):
        seat = t.seats[p]
        seat.fights = seat.pile.size > 0 and not seat.out
        seat.fresh = False
        seat.fought = False
        seat.checked = False
        seat.hit = False
        seat.down = 0
        if seat.fights:
            turn(seat)
    if tape is not None:
        tape.append(make_events.flipped(t, o))


@inline
def lay(t: Table, o: Options, tape: Tape) -> None:
    """Lay the cards of a war: three face down (five in Peace), then one face up.  A player's last
    card is always laid face up; for a player without cards the previous open card still counts
    (1.4)."""
    most = 5 if o.peace else 3
    if o.short_equal:
        for seat in t.seats:
            if seat.fights and seat.pile.size > 0:
                most = min(most, seat.pile.size - 1)
    t.reveal += 1
    for p in range(o.players):
        seat = t.seats[p]
        seat.fresh = False
        if not seat.fights:
            continue
        if not o.underdog_all:
            seat.down = 0
        down = min(most, seat.pile.size - 1)
        for _ in range(down):
            card = draw(seat.pile)
            put(seat.played, card)
            seat.down |= one(card)
            t.face_down |= one(card)
        if seat.pile.size > 0:
            turn(seat)
        if tape is not None:
            tape.append(make_events.laid(t, p, down))


@inline
def look(t: Table, o: Options, tape: Tape) -> None:
    """Open a slap window if a card that was just turned can be slapped (1.7.6)."""
    t.phase = Phase.JUDGE
    for seat in t.seats:
        if seat.fresh and is_slap_card(o, seat.up):
            t.phase = Phase.SLAP
    t.slappable = t.phase == Phase.SLAP
    if tape is not None and t.slappable:
        tape.append(make_events.slap_opened(t, o))


@inline
def slapped(t: Table, o: Options, who: int, tape: Tape) -> None:
    """Close the slap window: seat `who` was the first to slap (NONE: nobody was first)."""
    t.phase = Phase.JUDGE
    if who != NONE:
        wins(t, o, who, Reason.SLAP)
    if tape is not None:
        tape.append(make_events.slap_closed(t, o, who))


@jit
def wins(t: Table, o: Options, seat: int, reason: Reason) -> None:
    """Make the seat the winner of the battle; after a war the losers may first look for the
    underdog."""
    t.winner = seat
    t.reason = reason
    t.phase = Phase.WIN
    if o.underdog != NONE and t.depth > 0 and reason <= Reason.ZERO:
        t.phase = Phase.UNDERDOG


@inline
def automatic_war(t: Table, o: Options) -> bool:
    """Whether the automatic rank was turned, and a contender has a card to lay (1.7.3)."""
    has_card = False
    cards = 0
    contenders = 0
    for seat in t.seats:
        if seat.fights:
            contenders += 1
            cards += seat.pile.size
            has_card |= seat.fresh and rank(seat.up) == o.auto
    return has_card and cards > 0 and contenders > 1 and (t.depth == 0 or bool(o.auto_in_war))


@jit
def judge(t: Table, o: Options, tape: Tape) -> None:
    """Compare the contenders' open cards: one contender wins, or a war starts."""
    reason = Reason.TIE
    unbeaten = 0
    best = NONE
    if automatic_war(t, o):
        reason = Reason.AUTO
    else:
        for p in range(o.players):
            if t.seats[p].fights and not beaten(t, o, p):
                unbeaten += 1
                best = p
        if unbeaten == 0:
            reason = Reason.CYCLE
        elif unbeaten > 1:
            for p in range(o.players):
                t.seats[p].fights &= rank(t.seats[p].up) == rank(t.seats[best].up)
    if unbeaten == 1:
        wins(t, o, best, Reason.RANK)
    else:
        war(t, o, reason, tape)


@inline
def war(t: Table, o: Options, reason: Reason, tape: Tape) -> None:
    """Start a war between the contenders, if any of them has cards to lay."""
    able = 0
    last = NONE
    for p in range(o.players):
        if t.seats[p].fights and t.seats[p].pile.size > 0:
            able += 1
            last = p
    if able == 0:
        deadlock(t, o, tape)
    elif o.zero_loses and able == 1:
        wins(t, o, last, Reason.ZERO)
    else:
        t.depth += 1
        t.wars += 1
        t.phase = Phase.LAY
        for seat in t.seats:
            if o.zero_loses:
                seat.fights &= seat.pile.size > 0
            seat.fought |= seat.fights
        if tape is not None:
            tape.append(make_events.war_begun(t, reason))


@inline
def deadlock(t: Table, o: Options, tape: Tape) -> None:
    """End a tie of contenders without cards: a third player wins all cards, or the game is
    drawn."""
    for p in range(o.players):
        if t.seats[p].pile.size > 0:
            wins(t, o, p, Reason.SOLE)
    if t.phase != Phase.WIN:
        if tape is not None:
            tape.append(make_events.deadlocked(t))
        for seat in t.seats:
            move_all(seat.played, t.center)
        t.face_down = 0
        finish(t, o, End.DEADLOCK, NONE, tape)


@jit
def check(t: Table, o: Options, p: int, tape: Tape) -> None:
    """Let seat p look for the underdog among their face-down cards."""
    seat = t.seats[p]
    seat.checked = True
    seat.hit = seat.down & all_of(o.underdog) != 0
    if tape is not None:
        tape.append(make_events.checked(t, o, p))


@inline
def settle(t: Table, o: Options, tape: Tape) -> None:
    """Decide the battle after all losers have looked.  Of several underdogs the best open card
    wins, then the seat nearest to the winner's left.  A winner with an underdog may keep the win
    (1.7.5)."""
    dog = NONE
    for i in range(1, o.players):
        p = (t.winner + i) % o.players
        if not (may_check(t, p) and t.seats[p].hit):
            continue
        if dog == NONE or beats(rank(t.seats[p].up), rank(t.seats[dog].up), o):
            dog = p
    t.phase = Phase.WIN
    if dog != NONE:
        if o.underdog_counter and t.seats[t.winner].down & all_of(o.underdog) != 0:
            if tape is not None:
                tape.append(make_events.countered(t))
        else:
            t.winner = dog
            t.reason = Reason.UNDERDOG


@jit
def underdog(t: Table, o: Options, tape: Tape) -> None:
    """Let all losers look for the underdog who have not looked yet, and decide the battle."""
    for p in range(o.players):
        if may_check(t, p) and not t.seats[p].checked:
            check(t, o, p, tape)
    settle(t, o, tape)


@inline
def announce(t: Table, o: Options, tape: Tape) -> None:
    size = t.center.size
    for seat in t.seats:
        size += seat.played.size
    t.last_winner = t.winner
    t.last_reason = t.reason
    t.last_size = size
    t.phase = Phase.COLLECT
    if tape is not None:
        tape.append(make_events.won(t, o))


@inline
def step(t: Table, o: Options, slapper: int, tape: Tape) -> None:
    """Continue the battle, without clocks, until a player can act or has to wait.  `slapper` closes
    an open slap window (NONE: nobody was first)."""
    if t.phase == Phase.SLAP:
        slapped(t, o, slapper, tape)
    elif t.phase <= Phase.LAY:
        if t.phase == Phase.LAY:
            lay(t, o, tape)
        else:
            flip(t, o, tape)
        look(t, o, tape)
    if t.phase == Phase.JUDGE:
        judge(t, o, tape)
    if t.phase == Phase.UNDERDOG:
        underdog(t, o, tape)
    if t.phase == Phase.WIN:
        announce(t, o, tape)
    if t.phase == Phase.COLLECT:
        collect(t, o, tape)
        after_battle(t, o, tape)
