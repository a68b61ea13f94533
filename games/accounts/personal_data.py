"""Personal data: the export of everything that the site stores about a person, and its erasure."""

from datetime import date
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Model, Q

from games.accounts.models import Player
from games.accounts.names import fold
from games.accounts.people import announce_change, free_name
from games.accounts.preferences import Preferences, chosen_by
from games.accounts.signals import player_erased

# Rows that go with the person.
OWN = (
    *("emailaddress_set", "authenticator_set", "usersession_set", "tokens"),
    *("follows", "followers", "blocks", "blocked_by", "invitations", "sent_invitations", "notices"),
    *("mutes", "muted_by", "lines", "wishes", "memberships", "owned_circles", "appeals"),
    *("training_answers", "training_records", "favourites", "lucks", "playlists"),
    *("rule_sets", "seat_networks", "seats_on_same_device", "signals", "signals_beside"),
)
# What the export lists as it is stored: by name, the relation and its fields.
EXPORTED = {
    "email_addresses": ("emailaddress_set", "email", "verified", "primary"),
    "sessions": ("usersession_set", "ip", "user_agent", "created_at", "last_seen_at"),
    "bots": ("owned_bots", "name", "date_joined"),
    "tokens": ("tokens", "name", "prefix", "scopes", "created_at", "used_at"),
    "follows": ("follows", "followed__name", "created_at"),
    "blocks": ("blocks", "blocked__name", "created_at"),
    "mutes": ("mutes", "muted__name", "created_at"),
    "lines": ("lines", "table__code", "room", "said_ms", "text", "quick"),
    "invitations": ("invitations", "inviter__name", "table__code", "state", "reason", "made_ms"),
    "sent_invitations": ("sent_invitations", "table__code", "state", "reason", "made_ms"),
    "wishes": ("wishes", "kinds", "rated", "made_ms", "end"),
    "circles": ("memberships", "circle__name", "label", "is_helper", "joined_at"),
    "owned_circles": ("owned_circles", "name", "chat", "created_at"),
    "rule_sets": ("rule_sets", "code", "name", "game", "options", "rules_version", "created_at"),
    "favourites": ("favourites", "table__code", "run__code", "note", "made_at"),
    "playlists": ("playlists", "code", "name", "about", "shown", "created_at"),
    "playlist_games": ("playlists", "code", "games__table__code", "games__note"),
    "training_answers": ("training_answers", "place", "act", "right", "day", "answered_at"),
    "training": ("training_records", "answered", "right", "streak", "best", "mu", "sigma"),
    "notices": ("notices", "kind", "subject", "args", "count", "made", "seen"),
    "sanctions": ("sanctions", "kind", "rule", "words", "quote", "since", "until", "lifted"),
    "appeals": ("appeals", "sanction__kind", "text", "made", "decided", "granted", "answer"),
    "reports": ("reports", "pk", "kind", "text", "made", "closed", "outcome"),
    "runs": ("simulations", "code", "game", "options", "games", "created_at"),
    "luck": ("lucks", "table__code", "luck", "choice", "error", "choices"),
    "chances": ("curves", "source", "view", "policies"),
    "tournaments": ("entrants", "tournament__code", "status", "entered_ms"),
    "ratings": ("ratings", "pool__key", "mu", "sigma", "games", "at"),
    "rating_changes": ("rating_changes", "pool__key", "number", "mu", "sigma", "note", "at"),
    "networks": ("seat_networks", "table__code", "network", "same_device__name", "at"),
    "opened_tables": ("opened_tables", "code", "created_at"),
}
KINDS = len(EXPORTED) + 4  # parts of the export


def as_export(player: Player) -> dict[str, Any]:
    """Everything that the site stores about a player, as data for JSON."""
    return {
        "player": {
            "name": player.name,
            "username": player.username,
            "email": player.email,
            "emblem": player.emblem,
            "guest": player.is_guest,
            "joined": stamp(player.date_joined),
            "last_login": stamp(player.last_login),
            "active": player.is_active,
            "ban_reason": player.ban_reason,
        },
        "passkeys_and_codes": [
            {"type": factor.type, "name": str(factor), "created": stamp(factor.created_at)}
            for factor in player.authenticator_set.order_by("pk")  # type: ignore[attr-defined]
        ],
        "preferences": chosen_by(player) or {},
        **{name: rows(player, *stored) for name, stored in EXPORTED.items()},
        "games": games_of(player),
    }


def games_of(player: Player) -> list[dict[str, Any]]:
    seats = player.seats.select_related("table").order_by("table_id")
    return [
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
    ]


def rows(player: Player, relation: str, *fields: str) -> list[dict[str, Any]]:
    stored = getattr(player, relation).order_by("pk").values(*fields)
    return [
        {key: stamp(value) if isinstance(value, date) else value for key, value in row.items()}
        for row in stored
    ]


def stamp(moment: date | None) -> str | None:
    return None if moment is None else moment.isoformat()


@transaction.atomic
def erase(player: Player) -> None:
    """Erase a person or their bot.  Seats in finished games stay, under the name "Deleted player
    N"."""
    for bot in player.owned_bots.filter(erased=False):
        erase(bot)
    erase_from_log(player)
    name, former, was_guest = f"Deleted player {player.pk}", player.name_key, player.is_guest
    player_erased.send(Player, player=player, name=name)
    player.name, player.name_key = name, fold(name)
    player.username, player.email = f"deleted:{player.pk}", ""
    player.first_name = player.last_name = player.ban_reason = player.emblem = ""
    player.is_active = player.is_staff = player.is_superuser = player.is_guest = False
    player.erased, player.last_login = True, None
    player.set_unusable_password()
    player.save()
    player.freed_names.update(player=None)
    if not was_guest:
        free_name(former, back_to=None)
    player.groups.clear()
    player.user_permissions.clear()
    keys = player.usersession_set.values_list("session_key", flat=True)  # type: ignore[attr-defined]
    Session.objects.filter(session_key__in=list(keys)).delete()
    for relation in OWN:
        getattr(player, relation).all().delete()
    player.sanctions.update(words="", quote="")
    Preferences.objects.filter(player=player).delete()
    announce_change(player)


def erase_from_log(player: Player) -> None:
    """Remove names and addresses from the admin's log, and keep the rest of the log."""
    own: dict[type[Model], list[Any]] = {Player: [player.pk]}
    for relation in OWN:
        related = getattr(player, relation)
        own[related.model] = list(related.values_list("pk", flat=True))
    about = Q()
    for model, keys in own.items():
        kind = ContentType.objects.get_for_model(model)
        about |= Q(content_type=kind, object_id__in=[str(key) for key in keys])
    LogEntry.objects.filter(about).update(object_repr="", change_message="")
