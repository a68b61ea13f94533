"""Reading many tables, seats or moves: the vocabulary of lists."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Count, F, Prefetch

from games.accounts.models import Player

KEPT = timedelta(days=30)  # tables that came to nothing

if TYPE_CHECKING:
    from games.table.models import Move, Seat, Table
else:
    Move = Seat = Table = models.Model


class TableQuerySet(models.QuerySet["Table"]):
    def open(self) -> Self:
        """Waiting for players."""
        return self.filter(status="open")

    def joinable(self) -> Self:
        """Open, with a free seat."""
        return self.open().alias(taken=Count("seats")).filter(taken__lt=F("players"))

    def running(self) -> Self:
        return self.filter(status="running")

    def finished(self) -> Self:
        return self.filter(status="finished")

    def aborted(self) -> Self:
        return self.filter(status="aborted")

    def over(self) -> Self:
        """Nothing is secret any more."""
        return self.filter(status__in=("finished", "aborted"))

    def forgotten(self, *, at: datetime) -> Self:
        """Aborted long ago, before a card was dealt: nothing happened there."""
        return self.aborted().filter(deal="", ended_at__lt=at - KEPT)

    def public(self) -> Self:
        """Shown in lists; private tables are known by their link alone."""
        return self.filter(private=False)

    def for_player(self, player: Player | int) -> Self:
        """Tables at which this player sits or sat."""
        return self.filter(seats__player=player)

    def due(self, *, at: int) -> Self:
        """Tables with a deadline at or before this epoch ms, the earliest first."""
        return self.filter(due_ms__lte=at).order_by("due_ms")

    def newest(self) -> Self:
        return self.order_by("-ended_at", "-id")

    def listed(self) -> Self:
        """With what a line of a list shows, in two more queries; without the heavy columns."""
        seats = self._seats()._default_manager.order_by("number").select_related("player")
        return self.defer("state", "secret", "deal").prefetch_related(Prefetch("seats", seats))

    def _seats(self) -> type[models.Model]:
        return self.model._meta.apps.get_model("games", "Seat")


class SeatQuerySet(models.QuerySet["Seat"]):
    def people(self) -> Self:
        return self.filter(bot=False)

    def played_by(self, player: Player | int) -> Self:
        """Seats of finished games, newest first."""
        return self.filter(player=player, ended_at__isnull=False).order_by("-ended_at", "-table")


class MoveQuerySet(models.QuerySet["Move"]):
    def since(self, number: int) -> Self:
        return self.filter(number__gt=number).order_by("number")

    def done(self) -> Self:
        """Without those that were refused and only logged."""
        return self.filter(refused="")
