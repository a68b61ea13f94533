"""Sanctions and the audit log: the stored rows, the sanctions in force, and their only writer.

Nothing is cached: a sanction applies from the next request on, and ends at its end time."""

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NoReturn, Self

from django.core import signing
from django.db import models, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts import people
from games.accounts.models import Player
from games.accounts.signals import sanction_changed

WORDS = 500  # characters
KEPT = timedelta(days=365)  # after its end
AUDIT_KEPT = timedelta(days=3 * 365)
SALT = "games.moderation.sanction"


class SanctionKind(models.TextChoices):
    WARNING = "warning", _("Warning")
    MUTE = "mute", _("Mute")
    PAUSE = "pause", _("Pause from rated games and matching")
    BAN = "ban", _("Ban")
    RENAME = "rename", _("New name")


LASTING = (SanctionKind.MUTE, SanctionKind.PAUSE, SanctionKind.BAN)  # the others are done at once


class ConductRule(models.TextChoices):
    """The rules of conduct that a sanction can refer to."""

    THREAT = "threat", _("Threats or child safety")
    ABUSE = "abuse", _("Insults or harassment")
    SPAM = "spam", _("Spam or advertising")
    CHEATING = "cheating", _("Cheating")
    NAME = "name", _("Offensive or misleading name")
    ILLEGAL = "illegal", _("Illegal content")
    OTHER = "other", _("Something else")


class SanctionQuerySet(models.QuerySet["Sanction"]):
    def standing(self, *, at: datetime) -> Self:
        """Sanctions in force at this moment.  A sanction ends without a change of its row."""
        lasts = Q(until=None) | Q(until__gt=at)
        return self.filter(lasts, kind__in=LASTING, lifted=None)

    def about(self, players: Collection[Player]) -> Self:
        """Sanctions of these players.  A person's sanctions apply to their bots."""
        ids = {pk for player in players for pk in (player.pk, player.owner_id) if pk}
        return self.filter(player__in=ids)


class Sanction(models.Model):
    """A sanction against a player.  `words` is the moderator's message to the player, `quote` is
    what the player wrote or did; `by` is None only for automatic sanctions."""

    player = models.ForeignKey(
        Player, models.PROTECT, related_name="sanctions", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=8, choices=SanctionKind)
    rule = models.CharField(_("rule"), max_length=8, choices=ConductRule)
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
    """Raised for an attempt to change rows that are written once and never changed."""


class AuditEntryQuerySet(models.QuerySet["AuditEntry"]):
    def update(self, **values: Any) -> NoReturn:
        raise Fixed

    def delete(self) -> NoReturn:
        raise Fixed

    def bulk_update(self, *args: Any, **options: Any) -> NoReturn:
        raise Fixed

    def forget(self, *, at: datetime) -> None:
        """Delete entries that are older than three years."""
        models.QuerySet(AuditEntry).filter(at__lt=at - AUDIT_KEPT).delete()


class AuditEntry(models.Model):
    """An action of a moderator or operator.  Rows are never changed."""

    class Act(models.TextChoices):
        WARNING = SanctionKind.WARNING.value, _("warned")
        MUTE = SanctionKind.MUTE.value, _("muted")
        PAUSE = SanctionKind.PAUSE.value, _("paused")
        BAN = SanctionKind.BAN.value, _("banned")
        RENAME = SanctionKind.RENAME.value, _("renamed")
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


def token_of(number: int) -> str:
    """The token of a link that shows the sanction with this number without signing in."""
    return signing.dumps(number, salt=SALT)


def number_of(token: str) -> int | None:
    """The number of the sanction in a token; None if the site did not make the token."""
    try:
        number: int = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return number


def standing(player: Player, kind: SanctionKind, *, at: datetime) -> Sanction | None:
    """The sanction of this kind that ends last.  A bot has the sanctions of its owner."""
    sanctions = Sanction.objects.about([player]).standing(at=at).filter(kind=kind)
    return sanctions.order_by(F("until").desc(nulls_first=True)).first()


def paused_among(players: Collection[Player], *, at: datetime) -> set[int]:
    """The ids of the players who are suspended from rated games; one query."""
    pauses = Sanction.objects.about(players).standing(at=at).filter(kind=SanctionKind.PAUSE)
    people = set(pauses.values_list("player", flat=True))
    return {player.pk for player in players if people & {player.pk, player.owner_id}}


@transaction.atomic
def impose(
    *,
    player: Player,
    kind: SanctionKind,
    rule: ConductRule,
    lasts: timedelta | None = None,
    by: Player | None = None,
    words: str = "",
    quote: str = "",
    network: str = "",
    now: datetime | None = None,
) -> Sanction:
    """Impose a sanction.  A sanction of a lasting kind is permanent without `lasts`; without `by`,
    the sanction is automatic."""
    at = now or timezone.now()
    person = player if kind == SanctionKind.RENAME else player.owner or player
    until = None if lasts is None and kind in LASTING else at + (lasts or timedelta())
    sanction = Sanction.objects.create(
        player=person,
        kind=kind,
        rule=rule,
        words=words[:WORDS],
        quote=quote[:WORDS],
        by=by,
        since=at,
        until=until,
    )
    if kind == SanctionKind.BAN:
        people.ban(player=person, reason=words)
    if kind == SanctionKind.RENAME:
        people.take_name(person)
    if by is not None:
        record(by, AuditEntry.Act(kind), player=person, why=words, network=network, now=at)
    announce(sanction)
    return sanction


@transaction.atomic
def lift(
    *,
    sanction: Sanction,
    by: Player,
    why: str = "",
    network: str = "",
    now: datetime | None = None,
) -> None:
    """End a sanction early."""
    at = now or timezone.now()
    Sanction.objects.filter(pk=sanction.pk).update(lifted=at)
    if sanction.kind == SanctionKind.BAN:
        reopen(sanction.player, at=at)
    if sanction.kind == SanctionKind.RENAME:
        people.give_back(sanction.quote, to=sanction.player)
    record(by, AuditEntry.Act.LIFT, player=sanction.player, why=why, network=network, now=at)
    announce(sanction)


@transaction.atomic
def lift_bans(*, player: Player, by: Player, network: str = "") -> None:
    """Reopen an account, whether a sanction or something else closed it."""
    now = timezone.now()
    for ban in player.sanctions.standing(at=now).filter(kind=SanctionKind.BAN):
        lift(sanction=ban, by=by, network=network, now=now)
    if not player.is_active:  # closed without a sanction
        people.unban(player=player)
        record(by, AuditEntry.Act.LIFT, player=player, network=network, now=now)


def reopen(player: Player, *, at: datetime) -> bool:
    """Reopen a banned account if no ban is in force any more.  Return whether the account is open
    now."""
    bans = Sanction.objects.filter(player=player, kind=SanctionKind.BAN)
    is_closed = not player.is_active and not player.erased
    if is_closed and bans.exists() and not bans.standing(at=at).exists():
        people.unban(player=player)
    return player.is_active


def record(
    by: Player,
    act: AuditEntry.Act,
    *,
    player: Player | None = None,
    subject: str = "",
    why: str = "",
    network: str = "",
    now: datetime | None = None,
) -> None:
    """Record an act of a moderator or operator in the audit log."""
    AuditEntry.objects.create(
        by=by,
        act=act,
        player=player,
        subject=subject,
        why=why[:WORDS],
        at=now or timezone.now(),
        network=network,
    )


def announce(sanction: Sanction) -> None:
    send = partial(sanction_changed.send_robust, Sanction, sanction_id=sanction.pk)
    transaction.on_commit(send)


def forget(*, at: datetime) -> None:
    Sanction.objects.filter(until__lt=at - KEPT).delete()
    Sanction.objects.filter(lifted__lt=at - KEPT).delete()
    AuditEntry.objects.all().forget(at=at)
