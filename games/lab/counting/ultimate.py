"""Ultimate War in the lab: its deals, moves and notes, and the words for its counts."""

from typing import Any

from games.lab.counting.accumulator import Sums, add_comeback, add_time
from games.lab.counting.adapter import (
    CARDS_OF_A_MARK,
    MARK_WORDS,
    Adapter,
    Mark,
    Terms,
    ends_of,
    lines_of,
    ngettext_noop,
)
from games.lab.counting.decisions import Decisions
from games.lab.counting.driver import Levels, drive_of, player_of
from games.lab.counting.observer import (
    GameStats,
    add_notes,
    card_counter,
    note_card,
    note_war,
    winner_counter,
)
from games.lab.counting.ultimate_moves import insist, step, take_up
from games.rules.cards import ACE, NONE, draw, place, put, rank
from games.rules.events import Event
from games.rules.game import Act
from games.rules.jit import I64, driver, jit
from games.rules.phrases import gettext_noop
from games.rules.rng import shuffle, stream
from games.rules.ultimate import choices as deciding
from games.rules.ultimate.events import ENDS
from games.rules.ultimate.options import Leftover, Options
from games.rules.ultimate.policies import LEVELS
from games.rules.ultimate.state import PULSE_MS, RULES, SEATS, End, Plan, Table

CARDS = 52
POLICIES = lines_of(LEVELS.items())


@jit
def deal(t: Table, o: Options) -> None:
    """Shuffle and deal all cards, on a table that is empty except for its random word."""
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
    """Shuffle and deal game number `game` of the run `seed` on an empty table."""
    t.rng = stream(seed, game)
    deal(t, o)


class Choices(Decisions):
    """The choices of Ultimate War: to challenge, to call war, or something else; and the answers to
    a challenge.  Fewer games are played after each choice than in other games, because games are
    long."""

    labels = {  # noqa: RUF012
        "challenge": gettext_noop("Challenge %(name)s"),
        "war": gettext_noop("Call war on %(name)s"),
        "other": gettext_noop("Something else"),
        "accept": gettext_noop("Accept the challenge"),
        "fight": gettext_noop("Strike the card at stake"),
        "change": gettext_noop("Offer another card"),
        "agree": gettext_noop("Agree to the other card"),
        "refuse": gettext_noop("Do not agree"),
    }
    note = gettext_noop(
        "What counts as a choice: to challenge, to call war, and to answer a challenge, each at the"
        " moment it was done. All other moves count with the cards. Not to challenge counts only"
        " where the bot would sometimes have challenged."
    )
    first, most = 400, 1_600
    usual = Act(deciding.Choice.ANY)
    choices = staticmethod(deciding.choices)
    word = staticmethod(deciding.word)
    choice_of = staticmethod(deciding.choice_of)
    moment = staticmethod(deciding.moment)
    chosen = staticmethod(deciding.chosen)
    move_to = staticmethod(deciding.move_to)
    is_certain = staticmethod(deciding.is_certain)

    def are_judged(self, o: Options) -> bool:
        """Whether the decisions are judged: not with pulses, because an act for the next pulse is
        secret until then, and may have no effect."""
        return not o.pulse


# From a position -----------------------------------------------------------------------------


def settle_state(t: Table, o: Options) -> None:
    """Remove what does not affect the rest of the game, such as acts handed in for the next
    pulse."""
    t.turn = 0
    last = max(seat.fought for seat in t.seats)
    if o.pulse:
        t.now = t.now // PULSE_MS * PULSE_MS
        t.pulse_at = t.now + PULSE_MS
    for seat in t.seats:
        seat.turn = 0
        if seat.fought != last:
            seat.up = NONE
        seat.plan = Plan()
        seat.plan.kind = NONE
        if o.pulse:
            seat.since = t.now


# Notes ---------------------------------------------------------------------------------------


@jit
def cards_of(t: Table, p: int) -> int:
    seat = t.seats[p]
    if seat.out:
        return NONE
    cards = I64(seat.stack.size) + I64(seat.field.size)
    return cards if seat.hand == NONE else cards + 1


@jit
def note_deal(t: Table, o: Options, c: GameStats) -> None:
    """Add the cards that were dealt to the notes."""
    c.leader = NONE
    c.fights = t.fights
    c.wars = t.wars
    for p in range(t.players):
        pile = t.seats[p].stack
        c.lowest[p] = pile.size
        for i in range(pile.size):
            r = rank(pile.cards[place(pile, i)])
            note_card(c, p, r, r == ACE)
        c.strength[p] -= 6 * I64(pile.size)


@jit
def is_pause(t: Table, c: GameStats) -> bool:
    """Whether a confrontation has just ended."""
    return t.fights != c.fights


note_cards = card_counter(cards_of)


@jit
def watch(t: Table, o: Options, c: GameStats, sums: Sums) -> None:
    """Add a confrontation to the notes.  If there were several at a pulse, the depth of their wars
    is unknown."""
    depth = I64(t.wars) - I64(c.wars)
    if depth > 0 and t.fights == c.fights + 1:
        note_war(c, sums, depth)
    c.fights = t.fights
    c.wars = t.wars
    if t.winner != NONE:
        c.pot = max(I64(c.pot), I64(t.last_size))
    note_cards(t, c, I64(t.players))


@jit
def value_of(t: Table, p: int) -> int:
    """The number that ranks seat p at the end: its cards (2.9), or after a deadlock 1 for the tied
    seats."""
    if t.end == End.DEADLOCK:
        return 1 if t.seats[p].fights else 0
    return cards_of(t, p)


count_winners = winner_counter(value_of)


@jit
def add_game(t: Table, o: Options, c: GameStats, sums: Sums, game: int) -> None:
    sums.ends[I64(t.end)] += 1
    sole = count_winners(t, sums, I64(t.players))
    add_notes(c, sums, I64(t.players), I64(t.fights), I64(t.wars), sole, game)
    add_time(sums, I64(t.now), I64(c.acts))
    if sole != NONE:
        add_comeback(sums, I64(c.lowest[sole]), CARDS, game)


play_on = player_of(
    note_deal=note_deal, step=step, is_pause=is_pause, watch=watch, add_game=add_game
)
count_all = drive_of(begin=begin, play_on=play_on, take_up=take_up, insist=insist)


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
    """Return no events: the deal has no event, and every seat may act at once."""
    return []


ADAPTER = Adapter(
    key="ultimate",
    table=Table,
    game_stats=GameStats,
    policies=POLICIES,
    note=gettext_noop(
        "These players decide with the same code as the bots of that name."
        " They play at full speed: the tempo you can choose at a table is left out."
    ),
    begin=begin,
    step=step,
    opening=opening,
    play_on=play_on,
    decisions=Choices(),
    insist=insist,
    settle_state=settle_state,
    take_up=take_up,
    every=2,
    drive=drive,
    terms=Terms(
        unit=gettext_noop("fights"),
        singular=gettext_noop("fight"),
        depth=gettext_noop("Wars in a row"),
        deep=gettext_noop("fights"),
        lowest=gettext_noop("Fewest cards of the later winner"),
        prized=gettext_noop("aces"),
        strength=gettext_noop("A two counts 0 points, an ace 12."),
        ends=ends_of(ENDS),
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
    looks_on=True,
    eager=100,
    idle=("spoils",),
)
