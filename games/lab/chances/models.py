"""Stored curves, and the work that remains while they are computed."""

from datetime import date, timedelta
from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.lab.chances.curve import Curve, Part, next_parts
from games.lab.chances.split import next_looks
from games.lab.chances.tally import Playouts
from games.lab.runs.models import State
from games.table.models import Table

KEPT = timedelta(days=90)  # without a reader


class StoredCurveQuerySet(models.QuerySet["StoredCurve"]):
    def running(self) -> Self:
        return self.filter(status=State.RUNNING)

    def of_guests(self) -> Self:
        return self.filter(started_by__is_guest=True)

    def stuck(self, *, since: int) -> Self:
        """Curves in progress without a new part since this time (epoch ms)."""
        return self.running().filter(moved_ms__lt=since)

    def forgotten(self, *, on: date) -> Self:
        return self.filter(read_on__lt=on - KEPT)


class Kind(models.TextChoices):
    """The kind of a stored curve.  A split belongs to the seat of its view, see
    `chances/split.py`."""

    CURVE = "curve", _("Curve")
    SPLIT = "split", _("Split")


class StoredCurve(models.Model):
    """The curve of a game for one viewer, or the split of a seat's result, which is also stored as
    places.  `source` is the code of a table, or a game of a run, `RUN/17`; viewers who may see the
    source may see the curve.  `starts` exist only while the curve is computed."""

    kind = models.CharField(
        max_length=5, choices=Kind, default=Kind.CURVE, db_default=Kind.CURVE.value
    )
    source = models.CharField(max_length=32)
    view = models.CharField(max_length=8)
    policies = models.CharField(max_length=120)  # one for each seat, with commas
    game = models.CharField(max_length=16)
    options = models.CharField(max_length=300, blank=True)
    rules_version = models.PositiveIntegerField()
    places = models.BinaryField()  # Curve.packed
    starts = models.BinaryField(null=True)  # work.packed

    status = models.CharField(max_length=9, choices=State, default=State.RUNNING)
    games_done = models.BigIntegerField(default=0)
    games_at_first = models.BigIntegerField()  # before the largest changes are played more often
    moved_ms = models.BigIntegerField()
    read_on = models.DateField()
    started_by = models.ForeignKey(
        Player, models.SET_NULL, null=True, blank=True, related_name="curves"
    )

    objects = StoredCurveQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["source", "view", "policies", "kind"], name="one_curve_a_viewer"
            )
        ]
        indexes = [
            models.Index(
                fields=["moved_ms"],
                condition=models.Q(status="running"),
                name="curve_under_way",
            ),
            models.Index(fields=["read_on"], name="curve_read_on"),
        ]

    def __str__(self) -> str:
        return f"{self.source} as {self.view}"

    @property
    def playouts(self) -> Playouts:
        policies = tuple(self.policies.split(","))
        return Playouts(self.game, self.options, policies, self.rules_version)

    @property
    def curve(self) -> Curve:
        return Curve.unpacked(self.playouts, self.view, bytes(self.places))

    def next_parts(self, budget: int) -> list[Part]:
        """The next parts to play, about `budget` games; empty if the curve is complete."""
        known = self.playouts.adapter.decisions
        if self.kind == Kind.SPLIT and known:
            return next_looks(self.curve, budget, known.first, known.most)
        return next_parts(self.curve, budget)

    @property
    def is_running(self) -> bool:
        return self.status == State.RUNNING

    @property
    def is_done(self) -> bool:
        return self.status == State.DONE

    @property
    def is_stale(self) -> bool:
        """Whether rules or bots have changed since the curve was computed."""
        return self.playouts.is_stale

    @property
    def percent(self) -> int:
        """The progress in percent; the last tenth is for additional games at some places."""
        if self.is_done:
            return 100
        return min(99, 90 * self.games_done // self.games_at_first)


class GameLuck(models.Model):
    """The parts of a player's result in a game, in wins: the effect of cards and opponents after
    the deal, and the effect of the player's choices, judged with the strongest bot
    (`chances/split.py`).  The row is kept when the split is deleted."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="lucks")
    table = models.ForeignKey(Table, models.CASCADE, related_name="lucks")
    at = models.DateTimeField()  # the game ended
    luck = models.FloatField()
    choice = models.FloatField()
    error = models.FloatField()  # the standard error of each of them
    choices = models.PositiveIntegerField()  # how many were judged

    class Meta:
        verbose_name = _("luck of a game")
        verbose_name_plural = _("luck of games")
        constraints = [
            models.UniqueConstraint(fields=["player", "table"], name="one_luck_a_game"),
        ]
        indexes = [models.Index(fields=["player", "-at"], name="luck_of_player")]

    def __str__(self) -> str:
        return f"player {self.player_id} at table {self.table_id}"
