"""Sanctions, and the log of what moderators and operators do."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, NoReturn, Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player

WORDS = 500  # characters
KEPT = timedelta(days=365)  # after its end
AUDIT_KEPT = timedelta(days=3 * 365)


class Kind(models.TextChoices):
    WARNING = "warning", _("Warning")
    MUTE = "mute", _("Mute")
    PAUSE = "pause", _("Pause from rated games and matching")
    BAN = "ban", _("Ban")
    RENAME = "rename", _("New name")


LASTING = (Kind.MUTE, Kind.PAUSE, Kind.BAN)  # the others are done at once


class Rule(models.TextChoices):
    """The rules of conduct that can be broken."""

    THREAT = "threat", _("Threats or child safety")
    ABUSE = "abuse", _("Insults or harassment")
    SPAM = "spam", _("Spam or advertising")
    CHEATING = "cheating", _("Cheating")
    NAME = "name", _("Offensive or misleading name")
    ILLEGAL = "illegal", _("Illegal content")
    OTHER = "other", _("Something else")


class SanctionQuerySet(models.QuerySet["Sanction"]):
    def standing(self, *, at: datetime) -> Self:
        """Sanctions in force at this moment; they end by themselves."""
        lasts = Q(until=None) | Q(until__gt=at)
        return self.filter(lasts, kind__in=LASTING, lifted=None)

    def about(self, players: Collection[Player]) -> Self:
        """Sanctions of these players.  What holds for a person holds for their bots."""
        ids = {pk for player in players for pk in (player.pk, player.owner_id) if pk}
        return self.filter(player__in=ids)


class Sanction(models.Model):
    """`words` are the moderator's to the player, `quote` is what the player did; nobody but a
    machine decides without `by`."""

    player = models.ForeignKey(
        Player, models.PROTECT, related_name="sanctions", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    rule = models.CharField(_("rule"), max_length=8, choices=Rule)
    words = models.CharField(_("words"), max_length=WORDS, blank=True)
    quote = models.CharField(_("quote"), max_length=WORDS, blank=True)
    by = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        related_name="imposed_sanctions",
        verbose_name=_("decided by"),
    )
    since = models.DateTimeField(_("since"))
    until = models.DateTimeField(_("until"), null=True)  # None: for good
    lifted = models.DateTimeField(_("lifted"), null=True)

    objects = SanctionQuerySet.as_manager()

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        indexes = [models.Index(fields=["until"], name="sanction_until")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    def is_standing(self, *, at: datetime) -> bool:
        lasts = self.until is None or self.until > at
        return lasts and self.lifted is None and self.kind in LASTING


class Fixed(TypeError):
    """Audit entries are written once."""


class AuditEntryQuerySet(models.QuerySet["AuditEntry"]):
    def update(self, **values: Any) -> NoReturn:
        raise Fixed

    def delete(self) -> NoReturn:
        raise Fixed

    def bulk_update(self, *args: Any, **options: Any) -> NoReturn:
        raise Fixed

    def forget(self, *, at: datetime) -> None:
        """The only way out: after three years."""
        models.QuerySet(AuditEntry).filter(at__lt=at - AUDIT_KEPT).delete()


class AuditEntry(models.Model):
    """What a moderator or operator did.  Rows are never changed."""

    class Act(models.TextChoices):
        WARNING = Kind.WARNING.value, _("warned")
        MUTE = Kind.MUTE.value, _("muted")
        PAUSE = Kind.PAUSE.value, _("paused")
        BAN = Kind.BAN.value, _("banned")
        RENAME = Kind.RENAME.value, _("renamed")
        LIFT = "lift", _("lifted a sanction")
        UPHOLD = "uphold", _("upheld a sanction")
        DISMISS = "dismiss", _("closed a report without a sanction")
        VOID = "void", _("took a game out of the ratings")
        ABORT = "abort", _("aborted a game")
        READ = "read", _("read the chat of the seats")
        SEEN = "seen", _("looked at a signal")

    by = models.ForeignKey(
        Player, models.PROTECT, related_name="audit_entries", verbose_name=_("by")
    )
    act = models.CharField(_("act"), max_length=8, choices=Act)
    player = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        related_name="audit_entries_about",
        verbose_name=_("player"),
    )
    subject = models.CharField(_("subject"), max_length=40, blank=True)  # a table's code
    why = models.CharField(_("reason"), max_length=WORDS, blank=True)
    at = models.DateTimeField(_("at"), db_index=True)
    network = models.CharField(_("network"), max_length=32, blank=True)  # a hash

    objects = AuditEntryQuerySet.as_manager()

    class Meta:
        db_table = "games_deed"  # its name in the first databases
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")

    def __str__(self) -> str:
        return f"{self.by_id} {self.act}"

    def save(self, *args: Any, **options: Any) -> None:
        if self.pk is not None:
            raise Fixed
        super().save(*args, **options)

    def delete(self, *args: Any, **options: Any) -> NoReturn:
        raise Fixed
