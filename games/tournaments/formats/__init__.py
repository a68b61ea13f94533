"""The formats of a stage.  Each is one object, `base.Format`; this registry alone names them all.

A format is named `module:name` and imported on demand: settings name formats by their keys, and
formats import settings."""

from typing import TYPE_CHECKING, cast

from games.rules.catalogue import load

if TYPE_CHECKING:
    from games.tournaments.formats.base import Format

DEFAULT = "swiss"
ENTRIES = {
    "swiss": "games.tournaments.formats.swiss:SWISS",
    "roundrobin": "games.tournaments.formats.roundrobin:ROUND_ROBIN",
    "elimination": "games.tournaments.formats.elimination:ELIMINATION",
    "double": "games.tournaments.formats.double:DOUBLE",
    "arena": "games.tournaments.formats.arena:ARENA",
}
# The formats that are proposed, the first one that fits into the time.  In all of them everybody
# plays to the end: nobody is out early unless somebody chooses so.
PROPOSED = ("roundrobin", "swiss", "arena")


def find(key: str) -> "Format":
    """The format with this key.  Raises KeyError if there is none."""
    return cast("Format", load(ENTRIES[key]))
