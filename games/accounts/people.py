"""Changes to players: names, sign-up, bans, export, erasure."""

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.accounts.names import BadName, clean_name, fold
from games.accounts.signals import player_changed

TAKEN = _("This name, or one that looks like it, is taken.")


def verify_name(text: str, *, owner: Player | None = None) -> str:
    """The name as it will be shown.  Raises BadName: not allowed, or taken."""
    name = clean_name(text)
    others = Player.objects.named(name)
    if owner is not None and owner.pk:
        others = others.exclude(pk=owner.pk)
    if others.exists():
        raise BadName(TAKEN)
    return name


def rename(*, player: Player, name: str) -> None:
    """Give a player another name.  Raises BadName."""
    player.name = verify_name(name, owner=player)
    player.name_key = fold(player.name)
    try:
        with transaction.atomic():
            player.save(update_fields=["name", "name_key"])
    except IntegrityError:
        raise BadName(TAKEN) from None
    announce_change(player)


def announce_change(player: Player) -> None:
    """Make open tables show the change."""
    transaction.on_commit(lambda: player_changed.send(Player, player_id=player.pk))


def introduce(player: Player, username: str) -> None:
    """Set the name of a new account, maybe a guest's, from its login; the caller saves it.
    Raises BadName."""
    player.name = verify_name(username, owner=player)
    player.name_key = fold(player.name)
    player.username, player.is_guest = username, False


def upgrade(*, player: Player, username: str, email: str = "", password: str | None = None) -> None:
    """Turn a guest into an account: the same row, which keeps its games.  Raises BadName."""
    introduce(player, username)
    player.email = email
    if password is not None:
        player.set_password(password)
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError:
        raise BadName(TAKEN) from None
    announce_change(player)


def ban(*, player: Player, reason: str) -> None:
    """Close the account.  Its games stay."""
    player.is_active, player.ban_reason = False, reason[:200]
    player.save(update_fields=["is_active", "ban_reason"])
    announce_change(player)


def unban(*, player: Player) -> None:
    player.is_active, player.ban_reason = True, ""
    player.save(update_fields=["is_active", "ban_reason"])
    announce_change(player)


def as_export(player: Player) -> dict[str, Any]:
    """Everything the site knows about a player, ready for JSON."""
    seats = player.seats.select_related("table").order_by("table_id")
    return {
        "player": {
            "name": player.name,
            "username": player.username,
            "email": player.email,
            "guest": player.is_guest,
            "joined": stamp(player.date_joined),
            "last_login": stamp(player.last_login),
            "active": player.is_active,
            "ban_reason": player.ban_reason,
        },
        "email_addresses": list(
            player.emailaddress_set.values("email", "verified", "primary")  # type: ignore[attr-defined]
        ),
        "games": [
            {
                "code": seat.table.code,
                "game": seat.table.game,
                "options": seat.table.options,
                "status": seat.table.status,
                "seat": seat.number,
                "place": seat.place,
                "won": seat.won,
                "result": seat.table.result,
                "end": seat.table.end,
                "ended": stamp(seat.ended_at),
                "private": seat.table.private,
            }
            for seat in seats
        ],
    }


def stamp(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


@transaction.atomic
def erase(player: Player) -> None:
    """Erase a person.  Their seats in finished games stay, under the name "Deleted player N"."""
    name = f"Deleted player {player.pk}"
    player.name, player.name_key = name, fold(name)
    player.username, player.email = f"deleted:{player.pk}", ""
    player.first_name = player.last_name = player.ban_reason = ""
    player.is_active = player.is_staff = player.is_superuser = player.is_guest = False
    player.erased, player.last_login = True, None
    player.set_unusable_password()
    player.save()
    player.groups.clear()
    player.user_permissions.clear()
    for relation in ("emailaddress_set", "authenticator_set", "usersession_set"):
        getattr(player, relation).all().delete()
    announce_change(player)
