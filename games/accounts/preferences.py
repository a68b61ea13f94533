"""The preferences of an account, the same on all devices.  The preferences of guests are kept in
their browsers."""

from collections.abc import Mapping
from typing import Any

from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player

VERSION = 1  # version of the names and values


class Inviters(models.TextChoices):
    """The players who may invite this player."""

    EVERYONE = "everyone", _("Everyone")
    FOLLOWED = "followed", _("People I follow")
    NOBODY = "nobody", _("Nobody")


class SeenBy(models.TextChoices):
    """The players who see that this player is online."""

    FOLLOWED = "followed", _("People I follow")
    FOLLOWERS = "followers", _("Everyone who follows me")
    NOBODY = "nobody", _("Nobody")


# The server's defaults.
DEFAULTS: dict[str, Any] = {
    "quiet": False,  # no text from others; invitations only from people I follow
    "chat_hidden": False,
    "may_invite": Inviters.EVERYONE,
    "bots_may_invite": False,
    "seen_by": SeenBy.FOLLOWED,
    "luck": False,  # the profile shows it
    "findable": False,  # search engines may show the profile
    "language": "",  # the browser's
    "zone": "",  # time zone of mails; empty: UTC
    "digest": "weekly",  # a Rhythm
}


class Preferences(models.Model):
    """The preferences of a player.  `chosen` holds every value that was ever chosen, by name; the
    readers have the defaults."""

    player = models.OneToOneField(
        Player, models.CASCADE, primary_key=True, related_name="preferences"
    )
    version = models.PositiveSmallIntegerField(default=VERSION)
    chosen: Any = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"preferences of {self.player_id}"


def chosen_by(player: Player) -> dict[str, Any] | None:
    """The values that this account has chosen; None if there are none yet."""
    return Preferences.objects.filter(player=player).values_list("chosen", flat=True).first()


def preferred_by(player: Player) -> dict[str, Any]:
    """The preferences of this account; for values not chosen, the server's defaults."""
    return DEFAULTS | (chosen_by(player) or {})


def chosen_of(player: Player) -> dict[str, Any]:
    """The preferences of a player whose row was selected together with them, without a query."""
    own: Preferences | None = getattr(player, "preferences", None)
    return DEFAULTS | (own.chosen if own else {})


def is_findable(player: Player) -> bool:
    """Whether search engines may show a player's profile: always for a bot; for a person, if they
    have chosen so and are not banned."""
    is_shown = player.is_person and player.is_active and chosen_of(player)["findable"]
    return player.is_bot or is_shown


@transaction.atomic
def choose(player: Player, values: Mapping[str, Any]) -> None:
    """Change these values.  Other values stay, because another tab may be changing them."""
    Preferences.objects.get_or_create(player=player)
    row = Preferences.objects.select_for_update().get(player=player)
    row.chosen |= values
    row.save(update_fields=["chosen"])
