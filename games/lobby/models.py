"""Invitations to open tables, and wishes to be matched."""

from collections.abc import Collection
from typing import Any, Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.relations.models import Block
from games.table.models import Seat, Table
from games.table.querysets import HEAVY_OF_TABLE

LASTS_MS = 10 * 60_000


class InvitationState(models.TextChoices):
    WAITING = "waiting", _("Waiting for an answer")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class DeclineReason(models.TextChoices):
    """The reasons for which a player can decline an invitation."""

    LATER = "later", _("Maybe later.")
    BUSY = "busy", _("I am busy.")
    OTHER = "other", _("Another game, please.")
    NO = "no", _("No, thank you.")


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def standing(self, *, at: int) -> Self:
        """Invitations that can be accepted.  An invitation ends by time, when its table is full or
        begins, when the invited player takes a seat there, and by a block."""
        person = Coalesce(OuterRef("player__owner"), OuterRef("player"))
        blocks = Block.objects.filter(
            Q(player=OuterRef("inviter"), blocked=person)
            | Q(player=person, blocked=OuterRef("inviter"))
        )
        seats = Seat.objects.filter(table=OuterRef("table"), player=OuterRef("player"))
        return self.filter(
            ~Exists(blocks),
            ~Exists(seats),
            state=InvitationState.WAITING,
            made_ms__gt=at - LASTS_MS,
            table__in=Table.objects.joinable(),
        )

    def listed(self) -> Self:
        """Invitations with the columns for a list, newest first."""
        related = self.select_related("inviter", "player", "table").order_by("-made_ms", "-id")
        return related.defer(*HEAVY_OF_TABLE)


class Invitation(models.Model):
    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    inviter = models.ForeignKey(
        Player, models.CASCADE, related_name="sent_invitations", db_index=False
    )
    player = models.ForeignKey(Player, models.CASCADE, related_name="invitations", db_index=False)
    state = models.CharField(max_length=9, choices=InvitationState, default=InvitationState.WAITING)
    reason = models.CharField(max_length=5, choices=DeclineReason, blank=True)
    made_ms = models.BigIntegerField(db_index=True)
    answered_ms = models.BigIntegerField(null=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        indexes = [
            models.Index(F("inviter"), F("made_ms").desc(), name="invitation_sent"),
            models.Index(F("player"), F("made_ms").desc(), name="invitation_received"),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}"


CONFIRMED_MS = 5 * 60_000  # a wish ends so long after the last "still here"


class WishEnd(models.TextChoices):
    """The reasons for which a wish can end."""

    MATCHED = "matched", _("Players were found.")
    CANCELLED = "cancelled", _("You stopped looking.")
    UNCONFIRMED = "unconfirmed", _("You did not say that you were still there.")
    AWAY = "away", _("You were no longer here.")
    PLAYING = "playing", _("A game with other people has begun for you.")
    PAUSED = "paused", _("You cannot be matched at the moment.")
    SIGNED_OUT = "signed_out", _("You signed out.")


class WishQuerySet(models.QuerySet["Wish"]):
    def standing(self) -> Self:
        """Wishes that have not ended.  A ban ends a wish at once."""
        return self.filter(end="", player__is_active=True)

    def apart_from(self, people: Collection[int]) -> Self:
        """Wishes without those of these people and their bots."""
        return self.exclude(player__in=people).exclude(player__owner__in=people)


class Wish(models.Model):
    """The last wish of a player to be matched.  `kinds` are rows of `game`, `preset`, `options`
    (without the number of players), `low` and `high` (the numbers of players); the favourite game
    comes first."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="wishes", db_index=False)
    kinds: Any = models.JSONField()
    rated = models.BooleanField(default=False)
    bots_after_s = models.PositiveSmallIntegerField(null=True)  # then bots may take free seats
    outside_bots = models.BooleanField(default=False)  # may bots of programs play?
    made_ms = models.BigIntegerField()
    confirmed_ms = models.BigIntegerField()
    tab = models.CharField(max_length=36, blank=True)  # which goes to the table
    end = models.CharField(max_length=11, choices=WishEnd, blank=True)
    ended_ms = models.BigIntegerField(null=True, db_index=True)
    table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="+")
    met: Any = models.JSONField(default=dict)  # {player id: when they were last matched, epoch ms}

    objects = WishQuerySet.as_manager()

    class Meta:
        verbose_name = _("wish")
        verbose_name_plural = _("wishes")
        constraints = [models.UniqueConstraint(fields=["player"], name="one_wish_a_player")]
        indexes = [models.Index(fields=["id"], condition=Q(end=""), name="wish_standing")]

    def __str__(self) -> str:
        return f"wish {self.pk}"
