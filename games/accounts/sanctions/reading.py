"""Which sanctions hold for a player.  Nothing is cached: a sanction counts from the next question
on, and ends by its time."""

from collections.abc import Collection
from datetime import datetime

from django.core import signing
from django.db.models import F

from games.accounts.models import Player
from games.accounts.sanctions.models import Kind, Sanction

SALT = "games.moderation.sanction"


def token_of(number: int) -> str:
    """For a link that shows the sanction with this number without signing in."""
    return signing.dumps(number, salt=SALT)


def number_of(token: str) -> int | None:
    """The number of the sanction, if the token is ours."""
    try:
        number: int = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return number


def standing(player: Player, kind: Kind, *, at: datetime) -> Sanction | None:
    """The sanction of this kind that holds longest; a bot shares those of its owner."""
    found = Sanction.objects.about([player]).standing(at=at).filter(kind=kind)
    return found.order_by(F("until").desc(nulls_first=True)).first()


def paused_among(players: Collection[Player], *, at: datetime) -> set[int]:
    """The ids of those who may not play rated games; one query."""
    pauses = Sanction.objects.about(players).standing(at=at).filter(kind=Kind.PAUSE)
    people = set(pauses.values_list("player", flat=True))
    return {one.pk for one in players if people & {one.pk, one.owner_id}}
