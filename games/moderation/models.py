"""Reports and appeals, and signs of arranged games."""

from datetime import datetime, timedelta
from typing import Any, Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.accounts.sanctions import ConductRule, Sanction
from games.table.models import Table

URGENT = (ConductRule.THREAT, ConductRule.ILLEGAL)
TEXT = 500  # characters of a report
EXPLANATION = 2000  # characters of a report of illegal content
APPEAL = 1000
ANSWER = 500
ANSWERED_WITHIN = timedelta(days=7)  # appeals
SIGNALS_KEPT = timedelta(days=30)  # after they were last found; and hidden so long once seen


class Outcome(models.TextChoices):
    ACTED = "acted", _("Action was taken")
    NOTHING = "nothing", _("No breach of the rules was found")


class ReportQuerySet(models.QuerySet["Report"]):
    def open(self) -> Self:
        return self.filter(closed=None)

    def oldest_first(self) -> Self:
        return self.select_related("player__owner", "reporter", "claimed_by").order_by("made")


class Report(models.Model):
    """A report.  `subject` is the same for all reports of one thing; `evidence` is a copy of this
    thing at the time of the report."""

    kind = models.CharField(_("kind"), max_length=8, choices=ConductRule)
    text = models.TextField(_("text"), blank=True)
    reporter = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        related_name="reports",
        verbose_name=_("reporter"),
    )
    email = models.EmailField(_("email"), blank=True)  # address of a reporter without an account
    network = models.CharField(max_length=32, blank=True)  # a hash
    subject = models.CharField(_("subject"), max_length=40, db_index=True)
    player = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        related_name="reports_about",
        verbose_name=_("player"),
    )
    table_code = models.CharField(_("table"), max_length=8, blank=True)
    address = models.CharField(_("address"), max_length=300, blank=True)
    evidence: Any = models.JSONField(_("evidence"), default=dict)
    made = models.DateTimeField(_("made"))
    claimed_by = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="claimed_reports"
    )
    claimed_until = models.DateTimeField(null=True)
    closed = models.DateTimeField(_("closed"), null=True)
    closed_by = models.ForeignKey(Player, models.PROTECT, null=True, related_name="closed_reports")
    outcome = models.CharField(_("outcome"), max_length=7, choices=Outcome, blank=True)
    sanction = models.ForeignKey(
        Sanction, models.SET_NULL, null=True, related_name="reports", verbose_name=_("sanction")
    )

    objects = ReportQuerySet.as_manager()

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        permissions = [("moderate", "Can moderate")]
        indexes = [
            models.Index(fields=["made"], condition=models.Q(closed=None), name="open_reports"),
            models.Index(fields=["reporter", "made"], name="reports_of_player"),
            models.Index(fields=["network", "made"], name="reports_of_network"),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"

    @property
    def is_urgent(self) -> bool:
        return self.kind in URGENT

    @property
    def of_circle(self) -> bool:
        return "circle" in self.evidence


class AppealQuerySet(models.QuerySet["Appeal"]):
    def open(self) -> Self:
        return self.filter(decided=None)


class Appeal(models.Model):
    """An appeal against a sanction; each sanction can have one."""

    sanction = models.OneToOneField(
        Sanction, models.CASCADE, related_name="appeal", verbose_name=_("sanction")
    )
    player = models.ForeignKey(
        Player, models.PROTECT, related_name="appeals", verbose_name=_("player")
    )
    text = models.CharField(_("text"), max_length=APPEAL)
    made = models.DateTimeField(_("made"))
    decided = models.DateTimeField(_("decided"), null=True)
    decided_by = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="decided_appeals"
    )
    granted = models.BooleanField(_("granted"), null=True)
    answer = models.CharField(_("answer"), max_length=ANSWER, blank=True)

    objects = AppealQuerySet.as_manager()

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")

    def __str__(self) -> str:
        return f"appeal {self.pk}"

    @property
    def due(self) -> datetime:
        return self.made + ANSWERED_WITHIN

    def is_overdue(self, *, at: datetime) -> bool:
        return self.decided is None and at > self.due


class SeatNetwork(models.Model):
    """The network from which a player took part in a rated game, as a hash that is kept for a
    month.  `same_device` is an opponent in this game who has signed in with the same browser."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="networks")
    player = models.ForeignKey(Player, models.PROTECT, related_name="seat_networks")
    network = models.CharField(max_length=32)
    same_device = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="seats_on_same_device"
    )
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "player"], name="one_network_a_seat")
        ]

    def __str__(self) -> str:
        return f"network of player {self.player_id} at table {self.table_id}"


class SignalQuerySet(models.QuerySet["Signal"]):
    def shown_to(self, moderator: Player) -> Self:
        """The signals for a moderator, without those about the moderator, and without those that a
        moderator has seen recently."""
        about = models.Q(player=moderator) | models.Q(partner=moderator)
        again = models.Q(seen=None) | models.Q(found__gt=models.F("seen") + SIGNALS_KEPT)
        return self.filter(again).exclude(about).order_by("-found", "pk")


class Signal(models.Model):
    """A sign that rated games were arranged.  A signal only asks a moderator to look at the
    games."""

    class Kind(models.TextChoices):
        PARTNER = "partner", _("Mostly with the same partner")
        NETWORK = "network", _("Often from one network")
        DEVICE = "device", _("On one device")
        TRADED = "traded", _("Won in turn")
        RESIGNS = "resigns", _("Resigns early")

    kind = models.CharField(max_length=7, choices=Kind)
    player = models.ForeignKey(Player, models.PROTECT, related_name="signals")
    partner = models.ForeignKey(Player, models.PROTECT, null=True, related_name="signals_beside")
    times = models.PositiveIntegerField()
    of = models.PositiveIntegerField()
    found = models.DateTimeField(db_index=True)  # last
    seen = models.DateTimeField(null=True)  # by a moderator

    objects = SignalQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "player", "partner"], name="one_signal_a_pair")
        ]

    def __str__(self) -> str:
        return f"{self.kind} of player {self.player_id}"
