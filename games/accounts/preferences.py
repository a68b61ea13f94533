"""What an account prefers: the same on all its devices.  Guests' browsers keep their own."""

from collections.abc import Mapping
from typing import Any

from django.db import models, transaction

from games.accounts.models import Player

VERSION = 1  # of the names and values


class Preferences(models.Model):
    """`chosen` holds what was ever chosen, by name; who reads it knows the default."""

    player = models.OneToOneField(
        Player, models.CASCADE, primary_key=True, related_name="preferences"
    )
    version = models.PositiveSmallIntegerField(default=VERSION)
    chosen: Any = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"preferences of {self.player_id}"


def chosen_by(player: Player) -> dict[str, Any] | None:
    """None: nothing yet."""
    return Preferences.objects.filter(player=player).values_list("chosen", flat=True).first()


@transaction.atomic
def choose(player: Player, values: Mapping[str, Any]) -> None:
    """Change these and leave the others, which another tab may be changing."""
    Preferences.objects.get_or_create(player=player)
    row = Preferences.objects.select_for_update().get(player=player)
    row.chosen |= values
    row.save(update_fields=["chosen"])
