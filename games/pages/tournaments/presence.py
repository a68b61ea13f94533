"""The presence of people at an event before its start, as far as it is known, from used cards and
from check-in."""

from typing import NamedTuple

from django.utils.translation import ngettext

from games.tournaments.acts import State
from games.tournaments.models import Entrant, Tournament

BEFORE = (State.ANNOUNCED, State.OPEN, State.CHECKIN)


class Guest(NamedTuple):
    """An expected entrant.  `has_come`: None if this cannot be known."""

    name: str
    has_come: bool | None


def has_come(tournament: Tournament, entrant: Entrant) -> bool | None:
    if tournament.state == State.CHECKIN:
        return entrant.arrived
    return bool(entrant.card_used_ms) if entrant.card else None


def expected(tournament: Tournament) -> list[Guest] | None:
    """The entrants who are expected, in order of entry; None after the start."""
    if tournament.state not in BEFORE:
        return None
    rows = tournament.entrants.filter(status=Entrant.Status.ENTERED).order_by("number")
    rows = rows.select_related("player").only("arrived", "card", "card_used_ms", "player__name")
    return [Guest(row.player.name, has_come(tournament, row)) for row in rows]


def presence_words(here: int, known: int) -> str:
    """The number of people present, in words; "" if nobody's presence can be known."""
    if not known:
        return ""
    text = ngettext("%(here)d of %(all)d is here", "%(here)d of %(all)d are here", known)
    return text % {"here": here, "all": known}
