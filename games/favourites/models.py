"""Favourites: finished games and runs of the lab that a person keeps for themselves."""

from typing import Self

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.lab.runs.models import Simulation
from games.table.models import Table

LONGEST_NOTE = 200


class FavouriteQuerySet(models.QuerySet["Favourite"]):
    def of(self, player: Player) -> Self:
        """The favourites of a player, the last one first."""
        return self.filter(player=player).order_by("-id")


class Favourite(models.Model):
    """A game (`table`) or a run of the lab that a person keeps, with a note that nobody else
    reads."""

    player = models.ForeignKey(
        Player,
        models.CASCADE,
        related_name="favourites",
        db_index=False,  # the index has it
        verbose_name=_("player"),
    )
    table = models.ForeignKey(
        Table, models.CASCADE, null=True, related_name="+", verbose_name=_("game")
    )
    run = models.ForeignKey(
        Simulation, models.CASCADE, null=True, related_name="+", verbose_name=_("run")
    )
    note = models.CharField(_("note"), max_length=LONGEST_NOTE, blank=True)
    made_at = models.DateTimeField(_("kept"), auto_now_add=True)

    objects = FavouriteQuerySet.as_manager()

    class Meta:
        verbose_name = _("favourite")
        verbose_name_plural = _("favourites")
        indexes = [models.Index(fields=["player", "-id"], name="favourites_of_player")]
        constraints = [
            CheckConstraint(
                condition=Q(table=None, run__isnull=False) | Q(table__isnull=False, run=None),
                name="favourite_of_one",
            ),
            UniqueConstraint(
                fields=["player", "table"], condition=Q(run=None), name="favourite_game"
            ),
            UniqueConstraint(
                fields=["player", "run"], condition=Q(table=None), name="favourite_run"
            ),
        ]

    def __str__(self) -> str:
        return str(self.table or self.run)
