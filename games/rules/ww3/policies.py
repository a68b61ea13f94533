"""The bots of World War III (section 3.16).  They decide when to hold and decline, and which
opponent a joker hits; laying, fighting and turning only affect the pace of the game.  The values of
holding are those of section 3.16, computed for the cards that the seat has not seen: a card still
to be turned may be any of these.  Chances are whole ten-thousandths."""

from typing import Any

from games.rules.bots import Bots, Level, Plan, log_normal
from games.rules.cards import NONE, BigPile, place
from games.rules.game import Act
from games.rules.jit import I64, jit
from games.rules.phrases import gettext_noop as _
from games.rules.rng import below
from games.rules.ww3.acts import ACTS, Kind
from games.rules.ww3.ending import count_in, next_in
from games.rules.ww3.legal import is_asked
from games.rules.ww3.options import Options
from games.rules.ww3.play import until
from games.rules.ww3.proven import proven
from games.rules.ww3.state import JOKER, Answer, Phase, Row, Seat, Table, worth
from games.rules.ww3.turn import can_beat
from games.rules.ww3.view import blind

SERGEANT, RECRUIT, GENERAL, PRINTED = range(4)
LEVELS = {
    "recruit": Level(RECRUIT, "Recruit", _("Holds, declines and aims at random.")),
    "sergeant": Level(
        SERGEANT, "Sergeant", _("Holds any card that is ahead; never picks a fight.")
    ),
    "general": Level(GENERAL, "General", _("Counts the cards and knows what a hold is worth.")),
}
FIXED_LEVELS = {"house": Level(PRINTED, "The General", _("Plays by the fixed rules."))}
# By level, in ms.
MEDIAN = (500, 700, 380, 0)  # reaction in a race
QUICK = (500, 600, 400, 700)  # a move without a choice takes at least this long
SLOW = (1_400, 2_000, 1_000, 700)
SPREAD, FASTEST_MS = 250, 250
PRINTED_HOLD_MS, PRINTED_JOKER_MS = 1_500, 1_200
NINE, JACK = 7, 9  # worths
ALL = 10_000  # a certainty
# With two packs the cards captured in a whole game decide, and a reset leaves all cards at stake.
RESET_WORTH = 1_500  # more than a half; with much more a war would only end with the piles


@jit
def pause(t: Table, level: int) -> int:
    """The time (ms) of a bot's move that is not a race."""
    if level == PRINTED:
        return QUICK[PRINTED]
    return QUICK[level] + below(t, SLOW[level] - QUICK[level] + 1)


@jit
def reaction(t: Table, level: int) -> int:
    """The time (ms) of a bot's call in this window."""
    if level == PRINTED:
        return PRINTED_JOKER_MS if t.phase == Phase.JOKER else PRINTED_HOLD_MS
    return max(FASTEST_MS, log_normal(t, MEDIAN[level], SPREAD))


# What a seat knows.  Unseen cards are counted in one number, with four bits per worth.

ONE_PACK = 0x4444_4444_4444_44
TWO_PACKS = 0x8888_8888_8888_88
ONE_OF_EACH = 0x1111_1111_1111_11
_EVEN = 0x0F0F_0F0F_0F0F_0F  # every other worth
_SUM = 0x0101_0101_0101_01  # multiplying by this adds up the seven bytes of a number, in the last


@jit
def without_pile(unseen: int, pile: BigPile) -> int:
    for i in range(pile.size):
        unseen -= 1 << 4 * worth(pile.cards[place(pile, i)])
    return unseen


@jit
def without_row(unseen: int, row: Row) -> int:
    for i in range(row.size):
        unseen -= 1 << 4 * worth(row.cards[i])
    return unseen


@jit
def count_unseen(t: Table, o: Options, p: int) -> int:
    """The numbers of cards of each worth that seat p has not seen, four bits for each worth."""
    unseen = ONE_PACK if o.players <= 3 else TWO_PACKS
    unseen = without_pile(unseen, t.removed)
    unseen = without_row(unseen, t.seats[p].hand)
    for q in range(o.players):
        unseen = without_pile(unseen, t.seats[q].discard)
        unseen = without_row(unseen, t.seats[q].shown)
    return ONE_OF_EACH if unseen == 0 else unseen


@jit
def count(unseen: int, first: int, end: int) -> int:
    """The number of unseen cards whose worth is `first` .. `end` - 1."""
    part = (unseen >> 4 * first) & ((1 << 4 * (end - first)) - 1)
    return ((part & _EVEN) + (part >> 4 & _EVEN)) * _SUM >> 48 & 255


@jit
def twice_above(unseen: int, held: int) -> int:
    """Twice the number of unseen cards that beat this one; a tie counts as half a card."""
    return 2 * count(unseen, held + 1, JOKER) + count(unseen, held, held + 1)


@jit
def last_draw(unseen: int, held: int) -> int:
    """The chance that the single card turned at World War III beats a held card.  A joker has no
    effect there, and another card is turned."""
    live = count(unseen, 0, JOKER)
    if live == 0:
        return ALL // 2
    return twice_above(unseen, held) * (ALL // 2) // live


@jit
def beaten(unseen: int, held: int, stage: int) -> int:
    """The chance that a card held at this stage is beaten.  A higher card in the first draw is
    held, too."""
    last = last_draw(unseen, held)
    if stage > 1:
        return last
    every = count(unseen, 0, 14)
    at_once = twice_above(unseen, held) * (ALL // 2) // every
    rest = count(unseen, 0, held) + count(unseen, JOKER, 14)
    return at_once + rest * last // every


# Holding -----------------------------------------------------------------------------------


@jit
def ahead(me: Seat, other: Seat) -> bool:
    """Whether the seat's own card is higher; False against a joker, or without a card to
    compare."""
    return other.current != NONE and worth(me.current) > worth(other.current)


@jit
def holds(t: Table, o: Options, p: int, level: int) -> bool:
    """Whether seat p will call hold in this window."""
    me = t.seats[p]
    other = t.seats[t.duel.b if p == t.duel.a else t.duel.a]
    joker = t.phase == Phase.JOKER
    if level == RECRUIT:
        return below(t, 2) == 0
    if level == SERGEANT:
        return joker or ahead(me, other)
    if level == PRINTED:
        enough = worth(me.current) >= (JACK if t.duel.stage == 1 else NINE)
        return enough and (joker or ahead(me, other))
    assert level == GENERAL
    return holds_well(t, o, p, joker)


@jit
def holds_well(t: Table, o: Options, p: int, joker: bool) -> bool:
    """Whether holding is worth more than a reset, which is worth a half.  With secret holds and two
    packs a reset is worth more, and both players' cards count, because the other player may hold,
    too."""
    other = t.seats[t.duel.b if p == t.duel.a else t.duel.a]
    unseen = count_unseen(t, o, p)
    stage = I64(t.duel.stage)
    held = worth(t.seats[p].current)
    chance = ALL - beaten(unseen, held, stage)
    if joker or other.current == NONE:
        return chance > ALL // 2
    against = worth(other.current)
    if other.holds:
        return held > against
    threat = ALL - beaten(unseen, against, stage)
    if o.secret and o.players > 3:
        return chance + threat > ALL - RESET_WORTH
    if chance > ALL // 2 and (threat > ALL // 2 or not o.secret):
        return True
    if chance > ALL // 2:  # secret: others sometimes bluff, so drawing can be better
        return below(t, ALL) < 3 * ALL // 2 - chance
    if threat > ALL // 2 and held < against:  # a call only to force the reset
        bluff = (13 * (threat - ALL // 2) + 5 * (chance - ALL // 10)) // 10
        return below(t, ALL) < max(0, min(7_600, bluff))
    return False


# Laying, declining, aiming -----------------------------------------------------------------


@jit
def declines(t: Table, level: int) -> bool:
    """Whether to decline.  The General declines with more at stake than the opponent, or with few
    cards to pick up (a war is even, and its stakes are the two discard piles).  Recruits decline at
    random; all other levels always decline."""
    if level == RECRUIT:
        return below(t, 2) == 0
    if level != GENERAL:
        return True
    me = t.seats[t.at]
    return me.discard.size > t.seats[t.owner].discard.size or me.pickup.size < 4


@jit
def turn_kind(t: Table, level: int) -> int:
    """The kind of act of the player to move: PLAY if the card can be beaten, otherwise DECLINE or
    FIGHT."""
    if can_beat(t, t.at):
        return I64(Kind.PLAY)
    declining = t.seats[t.at].shown.size > 0 and declines(t, level)
    return I64(Kind.DECLINE) if declining else I64(Kind.FIGHT)


@jit
def victim(t: Table, o: Options, level: int) -> int:
    """The opponent that a joker hits: a random opponent, or (General, printed) the opponent with
    the largest discard pile; of equal discard piles with the smallest pick-up pile."""
    if level != GENERAL and level != PRINTED:
        q = next_in(t, o, t.at)
        for _ in range(below(t, count_in(t, o) - 1)):
            q = next_in(t, o, q)
        return q
    best = NONE
    for q in range(o.players):
        if t.seats[q].out or q == t.at:
            continue
        if best == NONE:
            best = q
            continue
        more = I64(t.seats[q].discard.size) - I64(t.seats[best].discard.size)
        fewer = I64(t.seats[best].pickup.size) - I64(t.seats[q].pickup.size)
        if more > 0 or (more == 0 and fewer > 0):
            best = q
    return best


# At a live table ---------------------------------------------------------------------------


def plan(t: Table, o: Options, p: int, level: int) -> Plan | None:
    """The next act of seat p; None: no act before `t.turn` changes."""
    me = t.seats[p]
    if t.phase == Phase.OVER or me.out or not is_asked(t, p):
        return None
    if t.phase == Phase.TARGET:
        return Plan(Act(Kind.TARGET, victim(t, o, level)), t.since + pause(t, level))
    if t.phase == Phase.TURN:
        kind = turn_kind(t, level)
        card = me.shown.cards[0] if kind == Kind.DECLINE else 0
        return Plan(Act(kind, card), t.since + pause(t, level))
    visible_from = max(t.since, t.show_at)
    if t.phase == Phase.DRAW:
        return None if me.ready else Plan(Act(Kind.DRAW), visible_from + pause(t, level))
    if me.answer != Answer.OPEN:
        return None
    if t.phase == Phase.JOKER and p == t.duel.joker:
        return call(t, o, level, Kind.RESET)
    if holds(t, o, p, level):
        return call(t, o, level, Kind.HOLD)
    return Plan(Act(Kind.DRAW), visible_from + pause(t, level)) if t.phase == Phase.HOLD else None


def call(t: Table, o: Options, level: int, kind: Kind) -> Plan | None:
    """A call in a race, at exactly the reaction time that it reports; None if that is too late."""
    ms = reaction(t, level)
    if t.show_at + ms >= until(t, o):
        return None
    return Plan(Act(kind, t.reveal, ms), max(t.since, t.show_at + ms))


def opened(t: Table) -> int:
    return max(t.since, t.show_at)


def turn(t: Table, p: int) -> int:
    """The number of the current decision, the same for all seats."""
    return t.turn


def fixed_bots(o: Any) -> dict[int, str]:
    """The levels of bots with fixed seats: seat 2 of the solo game is the General (3.12)."""
    return {2: "house"} if o.solo else {}


BOTS = Bots(
    *(LEVELS, ("sergeant",), ACTS, blind, turn, plan, fixed_bots, FIXED_LEVELS),
    opened=opened,
    proven=proven,
)
