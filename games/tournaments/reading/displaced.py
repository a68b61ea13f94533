"""The act that ended a session begun with a card, as the reason why a device was signed out."""

from typing import NamedTuple

from games.tournaments.log import Act
from games.tournaments.models import Entrant

ENDING = ("card", "newcard")


class Displaced(NamedTuple):
    """The act that ended a session begun with a card, and the entrant whom the act concerns."""

    act: Act
    entrant: Entrant


def displaced(sign_in: int) -> Displaced | None:
    """The first act that ended the session begun by the act `sign_in` (its id), a sign-in with a
    card; None if the session continues.  A guest may have cards of several tournaments."""
    began = Act.objects.filter(pk=sign_in, act="card").first()
    if began is None:
        return None
    entrants = Entrant.objects.filter(player=began.player_id).select_related("tournament")
    mine = {(one.tournament_id, one.number): one for one in entrants}
    later = Act.objects.filter(pk__gt=sign_in, act__in=ENDING, tournament__in={t for t, _ in mine})
    for act in later.select_related("player").order_by("pk"):
        if entrant := mine.get((act.tournament_id, act.args["entrant"])):
            return Displaced(act, entrant)
    return None
