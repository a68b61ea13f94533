"""The public log of a tournament: its acts in order, each hashed with the one before (1.7)."""

from typing import Any, NoReturn, Self

from django.db import models

from games.accounts.models import Player
from games.tournaments.acts import Role
from games.tournaments.models import Tournament


class ActQuerySet(models.QuerySet["Act"]):
    """Acts.  They are only ever added, and deleted only with their tournament."""

    def since(self, number: int) -> Self:
        return self.filter(number__gt=number).order_by("number")

    def update(self, **_: Any) -> NoReturn:
        raise TypeError("An act is never changed.")

    def delete(self) -> NoReturn:
        raise TypeError("An act is never removed.")


class Act(models.Model):
    """One entry of the public log.  It is never changed, and deleted only with its tournament."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="acts")
    number = models.PositiveIntegerField()
    at_ms = models.BigIntegerField()
    # The log outlives those in it.
    player = models.ForeignKey(
        Player, models.DO_NOTHING, null=True, related_name="+", db_constraint=False, db_index=False
    )
    role = models.CharField(max_length=8, choices=[(str(role), str(role)) for role in Role])
    act = models.CharField(max_length=12)
    args = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True)
    hash = models.CharField(max_length=64)

    objects = ActQuerySet.as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_act_a_number")
        ]

    def __str__(self) -> str:
        return f"act {self.number} of {self.tournament_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("An act is never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("An act is never removed.")

    def as_json(self) -> dict[str, Any]:
        """The act as plain JSON, in the form in which it is hashed; the export adds the hash (1.7,
        14.1)."""
        return {
            "no": self.number,
            "at": self.at_ms,
            "by": {"player": self.player_id, "role": self.role},
            "act": self.act,
            "args": self.args,
            "reason": self.reason,
        }
