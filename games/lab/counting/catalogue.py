"""The games of the lab, by key."""

from games.lab.counting.adapter import Adapter, BadRun
from games.rules.catalogue import Parts

ADAPTERS: Parts[Adapter] = Parts("lab")


def find(key: str) -> Adapter:
    """The lab's adapter for this game.  Raises BadRun if there is none."""
    if key not in ADAPTERS:
        raise BadRun("UNKNOWN_GAME", f"There is no game “{key[:40]}” to simulate.")
    return ADAPTERS[key]
