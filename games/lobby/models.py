"""Invitations to open tables."""

from typing import Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.relations.models import Block
from games.table.models import Seat, Table

LASTS_MS = 10 * 60_000


class State(models.TextChoices):
    WAITING = "waiting", _("Waiting for an answer")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class Reason(models.TextChoices):
    """What can be said when declining."""

    LATER = "later", _("Maybe later.")
    BUSY = "busy", _("I am busy.")
    OTHER = "other", _("Another game, please.")
    NO = "no", _("No, thank you.")


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def standing(self, *, at: int) -> Self:
        """Those that can be accepted.  They end by themselves: with time, when the table is full or
        begins, when the invited player sits there, and by a block."""
        person = Coalesce(OuterRef("player__owner"), OuterRef("player"))
        blocks = Block.objects.filter(
            Q(player=OuterRef("inviter"), blocked=person)
            | Q(player=person, blocked=OuterRef("inviter"))
        )
        seats = Seat.objects.filter(table=OuterRef("table"), player=OuterRef("player"))
        return self.filter(
            ~Exists(blocks),
            ~Exists(seats),
            state=State.WAITING,
            made_ms__gt=at - LASTS_MS,
            table__in=Table.objects.joinable(),
        )

    def shown(self) -> Self:
        """With what a list shows, newest first."""
        related = self.select_related("inviter", "player", "table").order_by("-made_ms", "-id")
        return related.defer("table__state", "table__secret", "table__deal")


class Invitation(models.Model):
    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    inviter = models.ForeignKey(
        Player, models.CASCADE, related_name="sent_invitations", db_index=False
    )
    player = models.ForeignKey(Player, models.CASCADE, related_name="invitations", db_index=False)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    reason = models.CharField(max_length=5, choices=Reason, blank=True)
    made_ms = models.BigIntegerField(db_index=True)
    answered_ms = models.BigIntegerField(null=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(F("inviter"), F("made_ms").desc(), name="invitation_sent"),
            models.Index(F("player"), F("made_ms").desc(), name="invitation_received"),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}"
