"""The next act of people in each game: something that their view allows."""

import random
from typing import Any

from tests.faults.ultimate_people import Deed, View, choice

WAR = ("flip", "lay", "check")


def deed(view: View, now: float, luck: random.Random) -> Deed | None:
    """`now`: ms of the game.  None: nothing, for the moment."""
    if view["game"] == "ultimate":
        return choice(view, now, luck, bold=True) if view["may"] else None
    asks = view["asks"]
    if not asks:
        return None
    return of_ww3(view, asks, luck) if view["game"] == "ww3" else of_war(view, asks)


def of_war(view: View, asks: dict[str, Any]) -> Deed | None:
    if view["phase"] == "collect":
        return None
    act = next((act for act in WAR if act in asks["acts"]), None)
    return act and (act, {})


def of_ww3(view: View, asks: dict[str, Any], luck: random.Random) -> Deed:
    act = luck.choice(asks["acts"])
    if act == "target":
        return act, {"opponent": luck.choice(asks["targets"])}
    if act == "decline":
        return act, {"card": luck.choice(asks["declines"])}
    if act in ("hold", "reset"):
        return act, {"reveal": view["reveal"]["id"], "rt": luck.randrange(300, 900)}
    return act, {}
