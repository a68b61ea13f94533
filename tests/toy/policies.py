"""The bots: there is nothing to decide, so they differ in how long they take."""

import random
from collections.abc import Mapping
from typing import Any

from games.bots.intent import Intent
from games.bots.players import Players
from games.bots.war import luck

LEVELS = {
    "recruit": ("Recruit", "Thinks for a moment."),
    "sergeant": ("Sergeant", "Lays at once."),
}
SLOW_MS = {"recruit": 40, "sergeant": 5}


def choose(view: Mapping[str, Any], level: str, rng: random.Random) -> Intent | None:
    """What the seat of this view does next; None: nothing before something changes."""
    return Intent("lay", {}, rng.randrange(SLOW_MS[level])) if view["asks"] else None


BOTS = Players(LEVELS, choose, luck, usual=("sergeant", "recruit"))
