"""The speed of bots of Ultimate War among people (live tables only).  At full speed several bots
act faster than anyone can read.  At a slower tempo a bot takes the time that a person needs to read
a card before striking it, and to see the end of a fight before starting another with the same
player.  It also pauses between two acts about as long as the people at the table."""

from collections.abc import Collection
from statistics import median
from typing import NamedTuple

from games.rules.bots import Plan, Tempo, log_normal
from games.rules.cards import NONE
from games.rules.game import Act
from games.rules.phrases import gettext_noop as _
from games.rules.ultimate.legal import Kind
from games.rules.ultimate.options import Options
from games.rules.ultimate.state import Table
from games.rules.ultimate.zones import challenger_of

SPREAD = 350  # spread of all times, in thousandths
SETTLED_MS = 20_000  # game time from which on the people's own pace counts
MOVES = (Kind.DRAW, Kind.PLAY, Kind.DEPLOY)
ATTACKS = (Kind.CONFRONT, Kind.CHALLENGE, Kind.WAR, Kind.MULTI)


class Pace(NamedTuple):
    """The median times of a tempo, in ms."""

    move: int  # between an act of one's own and the next move of a card
    attack: int  # between an act of one's own and the next attack, unless people are quicker
    quickest: int  # the shortest time before an attack, however quick people are
    read: int  # to read a new field card, or that a player has none
    spare: int  # between two fights of the same player


TEMPOS = {
    "calm": Tempo(_("Calm"), _("time to read every card")),
    "brisk": Tempo(_("Brisk"), _("for players who know the game")),
    "storm": Tempo(_("Storm"), _("as fast as bots can")),
}
PACES = {
    "calm": Pace(move=2_500, attack=10_000, quickest=6_000, read=7_000, spare=8_000),
    "brisk": Pace(move=1_200, attack=4_000, quickest=2_000, read=3_000, spare=2_500),
}


def ready_at(t: Table, o: Options, p: int, plan: Plan, tempo: str, people: Collection[int]) -> int:
    """The time (ms of the game) at which seat p acts at this tempo.  `people`: the seats without
    bots."""
    pace = PACES.get(tempo)
    if pace is None or o.pulse:
        return plan.at
    moved = log_normal(t, pace.move, SPREAD)
    between = log_normal(t, between_attacks(t, pace, people), SPREAD)
    read = log_normal(t, pace.read, SPREAD)
    since, kind = t.seats[p].since, plan.act.kind
    if kind in MOVES:
        return max(plan.at, since + moved)
    if kind in ATTACKS:
        return max(plan.at, since + between, noticed(t, plan.act, pace, read))
    return max(plan.at, min(since + read, latest_answer(t, p)))


def between_attacks(t: Table, pace: Pace, people: Collection[int]) -> int:
    """The time (ms) between two attacks: the median time that the people at this table take for an
    act, within limits."""
    playing = [t.seats[q] for q in people if not t.seats[q].out]
    if t.now < SETTLED_MS or not playing:
        return pace.attack
    usual = median(t.now // max(1, seat.turn) for seat in playing)
    return max(pace.quickest, min(pace.attack, int(usual)))


def noticed(t: Table, act: Act, pace: Pace, read: int) -> int:
    """The earliest time (ms) for an attack: the target has been open long enough to be read, and
    the attacked player's last fight has been over for a while."""
    if act.kind == Kind.MULTI:
        return 0
    target = t.seats[act.a if act.kind == Kind.WAR else act.b]
    rested = target.touched + pace.spare
    if act.kind == Kind.WAR:
        return max(rested, target.bare_at + read)
    if act.kind == Kind.CONFRONT:
        since = dict(zip(target.field.cards, target.field.since, strict=True))
        return max(rested, since[act.c] + read)
    return rested


def latest_answer(t: Table, p: int) -> int:
    """The latest time (ms) for p's answer to a question, well before the deadline."""
    against = challenger_of(t, p)
    if t.multi.open:
        until = t.multi.until
    elif against != NONE:
        until = t.seats[against].challenge.until
    else:
        until = t.seats[p].challenge.consent_until
    since = t.seats[p].since
    return since + (until - since) * 2 // 3
