"""Bots that play War (section 1.14).  The only decision is whether and when to slap; turning,
laying and checking only pace the game.

A bot knows the view of its seat and nothing else.  Its luck is made anew for every decision (see
`luck`), so the same view gives the same intent at any later time."""

import math
import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from games.bots.intent import Intent
from games.bots.players import Players


class Level(NamedTuple):
    """How well a bot plays.  Times in ms: `median` reaction to a slap card (log-normal with
    `spread`, never below `floor`), `misses` of a hundred slap cards are not slapped, `false` of
    a hundred reveals are slapped by mistake, turning takes between `quick` and `slow`."""

    name: str
    line: str
    median: int
    spread: float
    floor: int
    misses: int
    false: int
    quick: int
    slow: int
    auto: bool


LEVELS = {
    "recruit": Level(
        "Recruit", "Slow hands, now and then a wrong slap.", 700, 0.35, 400, 15, 2, 500, 2500, False
    ),
    "sergeant": Level(
        "Sergeant", "Attentive, seldom asleep.", 450, 0.25, 250, 5, 0, 350, 1100, False
    ),
    "general": Level("General", "Hardly ever misses a slap.", 330, 0.18, 220, 1, 0, 250, 600, True),
}
_TURNS = ("flip", "lay", "check")


def luck(seed: int, seat: int, turn: int) -> random.Random:
    """The luck of one decision: `seed` of the bot, its seat, and `turn` of the view."""
    return random.Random(f"{seed}|{seat}|{turn}")


def reaction(level: Level, luck: random.Random) -> int:
    """A drawn reaction (ms) to a slap card."""
    drawn = math.exp(luck.gauss(math.log(level.median), level.spread))
    return max(level.floor, round(drawn))


def choose(view: Mapping[str, Any], level: str, luck: random.Random) -> Intent | None:
    """What the seat that sees this view does next; None: nothing before the view's `turn`
    changes.  A slap is due at the moment at which the bot has "seen" the card: its `rt` is the
    reaction that counts.

    Raises:
        KeyError: there is no such level.
    """
    manner = LEVELS[level]
    asks = view["asks"]
    if asks is None:
        return None
    if "slap" in asks["acts"]:
        slap = choose_slap(view, manner, luck)
        if slap or view["reveal"]["open"]:
            return slap
    me = view["seats"][view["you"] - 1]
    if manner.auto and not me["auto"] and view["phase"] != "dealt":
        return Intent("auto", {"on": True}, luck.randint(manner.quick, manner.slow))
    act = next((a for a in asks["acts"] if a in _TURNS), None)
    if act is None or view["phase"] == "collect":
        return None
    return Intent(act, {}, luck.randint(manner.quick, manner.slow))


def choose_slap(view: Mapping[str, Any], level: Level, luck: random.Random) -> Intent | None:
    """A slap at the cards just turned, if the bot has a mind to."""
    reveal = view["reveal"]
    if reveal["open"]:
        if luck.randrange(100) < level.misses:
            return None
        rt = reaction(level, luck)
        if reveal["show_at"] + rt >= reveal["ends"]:
            return None
        return slap_at(view, rt)
    if view["phase"] != "collect" or luck.randrange(100) >= level.false:
        return None
    return slap_at(view, luck.randint(300, 550))


def slap_at(view: Mapping[str, Any], rt: int) -> Intent:
    """A slap of the cards on show, `rt` ms after they were painted."""
    reveal = view["reveal"]
    delay = max(0, reveal["show_at"] + rt - view["since"])
    return Intent("slap", {"reveal": reveal["id"], "rt": rt}, delay)


PLAYERS = Players(
    {key: (level.name, level.line) for key, level in LEVELS.items()},
    choose,
    luck,
    usual=("sergeant",),
)
