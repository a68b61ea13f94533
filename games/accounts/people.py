"""Changes to players: names, sign-up, bans."""

from datetime import datetime, timedelta
from functools import partial

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from games.accounts.models import FreedName, Player
from games.accounts.names import BadName, clean_name, fold
from games.accounts.signals import player_changed
from games.limits.counting import Quota
from games.limits.declared import RENAMES

TAKEN = _("This name, or one that looks like it, is taken.")
PORTION = 5000  # players who are looked at together
LAST = "guests:last"  # key of the id at which the next portion begins
RESERVED = timedelta(days=30)  # for a former name: friends still know its owner


def begin_change(player: Player, quota: Quota) -> None:
    """Count a change and lock the player, so that changes in two tabs do not exceed the limits.
    Raises TooMany."""
    quota.verify(player.pk)
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def verify_name(text: str, *, owner: Player | None = None) -> str:
    """Return the name as shown.  Raises BadName if the name is not allowed, or taken."""
    name = clean_name(text)
    others = Player.objects.filter(Q(name_key=fold(name)) | Q(username=name))
    if owner is not None and owner.pk:
        others = others.exclude(pk=owner.pk)
    freed = FreedName.objects.filter(
        digest=digest_of(fold(name)), freed_at__gt=timezone.now() - RESERVED
    )
    if owner is not None and owner.pk:
        freed = freed.filter(~Q(player=owner) | Q(player=None))
    if others.exists() or freed.exists():
        raise BadName(TAKEN)
    return name


def free_name(name_key: str, *, back_to: Player | None) -> None:
    """Reserve a former name, which only `back_to` may take again."""
    given_up = {"freed_at": timezone.now(), "player": back_to}
    FreedName.objects.update_or_create(digest=digest_of(name_key), defaults=given_up)


def give_back(name: str, *, to: Player) -> None:
    """Allow a player to use again a name that moderators removed."""
    FreedName.objects.filter(digest=digest_of(fold(name)), player=None).update(player=to)


def digest_of(name_key: str) -> str:
    return salted_hmac("games.freed_names", name_key, algorithm="sha256").hexdigest()


def forget_guests(*, at: datetime) -> None:
    """Delete unused guests among the next `PORTION` players.  Guests who have played are kept for
    ever, so there may be many rows to check."""
    players = Player.objects.filter(pk__gt=cache.get(LAST, 0)).order_by("pk")
    last = players.values_list("pk", flat=True)[PORTION - 1 : PORTION].first()
    portion = players if last is None else players.filter(pk__lte=last)
    portion.forgotten(at=at).delete()
    cache.set(LAST, last or 0, None)


def forget_freed_names(*, at: datetime) -> None:
    FreedName.objects.filter(freed_at__lte=at - RESERVED).delete()


def rename(*, player: Player, name: str) -> None:
    """Give a player another name.  Raises BadName, TooMany."""
    former, name = player.name_key, verify_name(name, owner=player)
    RENAMES.verify(player.pk)
    player.name = name
    player.name_key = fold(player.name)
    if player.is_person:
        player.username = name
    try:
        with transaction.atomic():
            player.save(update_fields=["name", "name_key", "username"])
            if player.name_key != former and not player.is_guest:  # guests could use up all names
                free_name(former, back_to=player)
    except IntegrityError:
        raise BadName(TAKEN) from None
    announce_change(player)
    for bot in player.owned_bots.all():  # it is shown with the name of its owner
        announce_change(bot)


def announce_change(player: Player) -> None:
    """Announce a change of the player to open tables."""
    transaction.on_commit(partial(player_changed.send_robust, Player, player_id=player.pk))


def introduce(player: Player, username: str) -> None:
    """Store a new account, whose name is its login.  A guest keeps their row, and therefore their
    games.  Raises BadName."""
    former, player.name = player.name_key, verify_name(username, owner=player)
    player.name_key = fold(player.name)
    player.username, player.is_guest = username, False
    try:
        with transaction.atomic():
            player.save()
            if former not in ("", player.name_key):
                free_name(former, back_to=player)
    except IntegrityError:
        raise BadName(TAKEN) from None
    announce_change(player)


def ban(*, player: Player, reason: str) -> None:
    """Close the account and its bots.  The games stay."""
    for account in (player, *player.owned_bots.filter(is_active=True)):
        account.is_active, account.ban_reason = False, reason[:200]
        account.save(update_fields=["is_active", "ban_reason"])
        announce_change(account)


def take_name(player: Player) -> None:
    """Replace a forbidden name by a neutral one.  The player may choose another."""
    free_name(player.name_key, back_to=None)
    player.name = f"Renamed player {player.pk}"
    player.name_key = fold(player.name)
    player.save(update_fields=["name", "name_key"])
    announce_change(player)


def unban(*, player: Player) -> None:
    """Reopen the account, and the bots that were closed together with it."""
    closed = player.owned_bots.banned().filter(ban_reason=player.ban_reason)
    for account in (player, *closed):
        account.is_active, account.ban_reason = True, ""
        account.save(update_fields=["is_active", "ban_reason"])
        announce_change(account)
