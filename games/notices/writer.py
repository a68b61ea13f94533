"""The only writer of notices.  `notify` is called in the transaction of the event."""

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.accounts.models import Player
from games.accounts.preferences import DEFAULTS, Preferences
from games.notices.kinds import IN_DIGEST, MAILED, OPTIONAL, UNLESS_HERE, Kind
from games.notices.mail import next_digest
from games.notices.models import Notice
from games.notices.signals import notices_changed
from games.relations.reading import kept_apart

KEPT = timedelta(days=90)
PATIENCE = timedelta(minutes=2)  # to come back before there is a mail


def notify(player: Player, kind: Kind, subject: str, args: dict[str, Any] | None = None) -> None:
    notify_all([player.pk], kind, subject, args)


@transaction.atomic
def notify_all(
    players: Collection[int], kind: Kind, subject: str, args: dict[str, Any] | None = None
) -> None:
    """Notify these players (their ids), in three or four queries.  Left out are bots, deleted
    accounts, players who have switched this kind off, and players with a block between them and the
    player who caused the notice (`by`)."""
    receivers = Player.objects.filter(pk__in=players, is_bot=False, erased=False)
    if args and "by" in args:
        receivers = receivers.exclude(pk__in=kept_apart(Player.objects.get(pk=args["by"])))
    if kind in OPTIONAL:
        switched_off = Preferences.objects.filter(**{f"chosen__notice_{kind}": False})
        receivers = receivers.exclude(pk__in=switched_off.values("player"))
    ids = list(receivers.values_list("pk", flat=True))
    now = timezone.now()
    values: dict[str, Any] = {"made": now, "args": args or {}}
    same = Notice.objects.unseen().filter(player__in=ids, kind=kind, subject=subject)
    repeated = set(same.values_list("player", flat=True))
    if repeated:
        same.update(count=F("count") + 1, **values)
    due: dict[int, datetime | None] = {}
    if kind in IN_DIGEST:
        due = digests(ids, now)
    elif kind in MAILED or kind not in OPTIONAL:
        due = dict.fromkeys(ids, now + (PATIENCE if kind in UNLESS_HERE else timedelta()))
    new = [
        Notice(player_id=pk, kind=kind, subject=subject, mail_due=due.get(pk), **values)
        for pk in ids
        if pk not in repeated
    ]
    Notice.objects.bulk_create(new, ignore_conflicts=True)  # somebody else was a moment earlier
    announce(ids)


def digests(players: Collection[int], now: datetime) -> dict[int, datetime | None]:
    """The time of each player's next digest."""
    rows = Preferences.objects.filter(player__in=players).values_list("player", "chosen")
    chosen = dict(rows)
    preferred = {player: DEFAULTS | chosen.get(player, {}) for player in players}
    return {
        player: next_digest(now, own["zone"], own["digest"]) for player, own in preferred.items()
    }


@transaction.atomic
def see_all(player: Player) -> None:
    """Mark all notices of the player as seen."""
    if Notice.objects.unseen().filter(player=player).update(seen=timezone.now()):
        announce([player.pk])


@transaction.atomic
def withdraw(player: Player, kinds: Collection[Kind], codes: Collection[str]) -> None:
    """Remove the player's notices of these kinds about things that the player may not see any
    more."""
    if Notice.objects.filter(player=player, kind__in=kinds, args__code__in=list(codes)).delete()[0]:
        announce([player.pk])


@transaction.atomic
def see(player: Player, kind: Kind) -> None:
    """Mark the player's notices of this kind as seen."""
    notices = Notice.objects.unseen().filter(player=player, kind=kind)
    if notices.update(seen=timezone.now()):
        announce([player.pk])


@transaction.atomic
def see_of(players: list[int], kind: Kind, subject: str) -> None:
    """Mark notices of this kind and subject as seen by these players (their ids)."""
    notices = Notice.objects.unseen().filter(player__in=players, kind=kind, subject=subject)
    if notices.update(seen=timezone.now()):
        announce(players)


def announce(players: list[int]) -> None:
    if players:
        transaction.on_commit(partial(notices_changed.send_robust, Notice, players=players))


def forget(*, at: datetime) -> None:
    """Delete old notices, whether seen or not."""
    Notice.objects.filter(made__lt=at - KEPT).delete()
