"""The bots of War (section 1.14).  Their only decision is whether and when to slap; turning, laying
and checking only affect the pace of the game."""

from collections.abc import Collection

from games.rules.bots import Bots, Level, Plan, Tempo, log_normal
from games.rules.cards import NONE
from games.rules.game import Act
from games.rules.jit import jit
from games.rules.phrases import gettext_noop as _
from games.rules.rng import below
from games.rules.war.acts import ACTS, Kind
from games.rules.war.options import Options
from games.rules.war.play import is_asked
from games.rules.war.slaps import is_possible
from games.rules.war.state import Phase, Table
from games.rules.war.view import blind

RECRUIT, SERGEANT, GENERAL = 1, 2, 3  # 0 is `even` of the lab
LEVELS = {
    "recruit": Level(RECRUIT, "Recruit", _("Slow reactions, and sometimes a wrong slap.")),
    "sergeant": Level(SERGEANT, "Sergeant", _("Attentive; rarely misses a slap.")),
    "general": Level(GENERAL, "General", _("Fast; hardly ever misses a slap.")),
}
# By level; times in ms.  Reactions to a slap card are log-normal, with this minimum.
MEDIAN = (0, 700, 450, 330)
SPREAD = (0, 350, 250, 180)  # thousandths
FLOOR = (0, 400, 250, 220)
MISSES = (100, 15, 5, 1)  # misses in a hundred slap cards
FALSE = (0, 2, 0, 0)  # slaps by mistake, in a hundred reveals without a slap card
QUICK = (0, 500, 350, 250)  # turning takes at least this long
SLOW = (0, 2500, 1100, 600)
LETS_TURN = (False, False, False, True)  # asks the table to turn its cards automatically

# How fast they turn among people; a slap is always a reaction.
TEMPOS = {
    "normal": Tempo(_("Normal"), _("time to look at every card")),
    "fast": Tempo(_("Fast"), _("a short look at every card")),
    "instant": Tempo(_("Instant"), _("they never make you wait")),
}
SHARE = {"fast": 3, "instant": 0}  # tenths of a bot's usual time

_TURNS = {Phase.FLIP: Kind.FLIP, Phase.LAY: Kind.LAY, Phase.UNDERDOG: Kind.CHECK}


@jit
def reaction(t: Table, level: int) -> int:
    """The time (ms) a seat takes to slap; NONE: the seat misses the card."""
    if below(t, 100) < MISSES[level]:
        return NONE
    return max(FLOOR[level], log_normal(t, MEDIAN[level], SPREAD[level]))


def slap_after(t: Table, o: Options, level: int) -> int:
    """The time of a bot's slap, in ms after the cards were shown; NONE: the bot does not slap."""
    if t.phase == Phase.SLAP:
        ms = reaction(t, level)
        return ms if ms < o.slap_window else NONE
    if t.phase != Phase.COLLECT or below(t, 100) >= FALSE[level]:
        return NONE
    return 300 + below(t, 251)


def plan(t: Table, o: Options, p: int, level: int) -> Plan | None:
    """The next act of seat p; None: no act before `t.turn` changes.  A slap reports a reaction
    time, and is planned for the moment when this time has passed since the cards were shown."""
    me = t.seats[p]
    if t.phase == Phase.OVER or me.out:
        return None
    kind = _TURNS.get(Phase(t.phase))
    turns = kind is not None and is_asked(t, p) and not me.ready
    slaps = is_possible(t, o, p)
    if slaps:
        ms = slap_after(t, o, level)
        if ms != NONE:
            return Plan(Act(Kind.SLAP, t.reveal, ms), max(t.since, t.show_at + ms))
        if t.phase == Phase.SLAP:
            return None
    rests = t.phase == Phase.COLLECT and not me.ready
    at = t.since + QUICK[level] + below(t, SLOW[level] - QUICK[level] + 1)
    if LETS_TURN[level] and not me.auto and (turns or slaps or rests):
        return Plan(Act(Kind.AUTO, 1), at)
    return Plan(Act(kind), at) if kind is not None and turns else None


def opened(t: Table) -> int:
    return max(t.since, t.show_at)


def turn(t: Table, p: int) -> int:
    """The number of the current decision, the same for all seats."""
    return t.turn


def ready_at(t: Table, o: Options, p: int, plan: Plan, tempo: str, people: Collection[int]) -> int:
    """The time (ms of the game) at which seat p acts at this tempo."""
    if plan.act.kind == Kind.SLAP or tempo not in SHARE:
        return plan.at
    return t.since + (plan.at - t.since) * SHARE[tempo] // 10


BOTS = Bots(
    *(LEVELS, ("sergeant",), ACTS, blind, turn, plan),
    tempos=TEMPOS,
    opened=opened,
    ready_at=ready_at,
)
