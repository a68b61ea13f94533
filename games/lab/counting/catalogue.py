"""The games of the lab, by key."""

from django.utils.translation import gettext as _

from games.lab.counting.adapter import Adapter, BadRun
from games.rules.catalogue import Parts

ADAPTERS: Parts[Adapter] = Parts("lab")


def find(key: str) -> Adapter:
    """The lab's adapter for this game.  Raises BadRun if there is none."""
    if key not in ADAPTERS:
        words = _("There is no game “%(game)s” to simulate.")
        raise BadRun("UNKNOWN_GAME", words % {"game": key[:40]})
    return ADAPTERS[key]
