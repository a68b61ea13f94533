"""The bots: there is nothing to decide, so they differ only in speed."""

from typing import Any

from games.rules.bots import Bots, Level, Plan
from games.rules.cards import hide
from games.rules.game import Act
from games.rules.phrases import gettext_noop as _
from games.rules.rng import below
from tests.toy.play import ACTS, Kind
from tests.toy.state import Phase, Table

RECRUIT, SERGEANT = range(2)
LEVELS = {
    "recruit": Level(RECRUIT, "Recruit", _("Thinks for a moment.")),
    "sergeant": Level(SERGEANT, "Sergeant", _("Lays at once.")),
}
SLOW_MS = (40, 5)


def blind(t: Table, o: Any, seat: int | None) -> Table:
    """A copy of the game without the hidden cards."""
    new = t.copy()
    for row in new.seats:
        hide(row.pile)
    new.rng = 0
    return new


def plan(t: Table, o: Any, p: int, level: int) -> Plan | None:
    """What seat p does next; None: nothing until something changes."""
    if t.phase != Phase.LAY or t.at != p:
        return None
    return Plan(Act(int(Kind.LAY)), t.since + below(t, SLOW_MS[level]))


BOTS = Bots(LEVELS, ("sergeant", "recruit"), ACTS, blind, lambda t, p: t.turn, plan)
