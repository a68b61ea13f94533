"""The only writer of sanctions and of the audit log."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from games.accounts import people
from games.accounts.models import Player
from games.accounts.sanctions.models import KEPT, LASTING, WORDS, AuditEntry, Kind, Rule, Sanction
from games.accounts.signals import sanction_changed


@transaction.atomic
def impose(
    *,
    player: Player,
    kind: Kind,
    rule: Rule,
    lasts: timedelta | None = None,
    by: Player | None = None,
    words: str = "",
    quote: str = "",
    network: str = "",
    now: datetime | None = None,
) -> Sanction:
    """A lasting one without `lasts` is for good; without `by` a machine decided."""
    at = now or timezone.now()
    person = player if kind == Kind.RENAME else player.owner or player
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
    if kind == Kind.BAN:
        people.ban(player=person, reason=words)
    if kind == Kind.RENAME:
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
    """End a sanction before its time."""
    at = now or timezone.now()
    Sanction.objects.filter(pk=sanction.pk).update(lifted=at)
    if sanction.kind == Kind.BAN:
        reopen(sanction.player, at=at)
    record(by, AuditEntry.Act.LIFT, player=sanction.player, why=why, network=network, now=at)
    announce(sanction)


@transaction.atomic
def lift_bans(*, player: Player, by: Player, network: str = "") -> None:
    """Reopen an account, whatever closed it."""
    now = timezone.now()
    for ban in player.sanctions.standing(at=now).filter(kind=Kind.BAN):
        lift(sanction=ban, by=by, network=network, now=now)
    if not player.is_active:  # closed without a sanction
        people.unban(player=player)
        record(by, AuditEntry.Act.LIFT, player=player, network=network, now=now)


def reopen(player: Player, *, at: datetime) -> bool:
    """Reopen a banned account if no ban holds any more; whether it is open now."""
    bans = Sanction.objects.filter(player=player, kind=Kind.BAN)
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
    """Write down what a moderator or operator did."""
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
    send = partial(sanction_changed.send, Sanction, sanction_id=sanction.pk)
    transaction.on_commit(send, robust=True)


def forget(*, at: datetime) -> None:
    Sanction.objects.filter(until__lt=at - KEPT).delete()
    Sanction.objects.filter(lifted__lt=at - KEPT).delete()
    AuditEntry.objects.all().forget(at=at)
