"""Which sanctions hold for a player.  Nothing is cached: a sanction counts from the next question
on, and ends by its time."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import F

from games.accounts.models import Player
from games.accounts.sanctions.models import Kind, Sanction


def standing(player: Player, kind: Kind, *, at: datetime) -> Sanction | None:
    """The sanction of this kind that holds longest; a bot shares those of its owner."""
    sanctions = Sanction.objects.about([player]).standing(at=at).filter(kind=kind)
    return sanctions.order_by(F("until").desc(nulls_first=True)).first()


def paused_among(players: Collection[Player], *, at: datetime) -> set[int]:
    """The ids of those who may not play rated games; one query."""
    pauses = Sanction.objects.about(players).standing(at=at).filter(kind=Kind.PAUSE)
    people = set(pauses.values_list("player", flat=True))
    return {player.pk for player in players if people & {player.pk, player.owner_id}}
