"""Daily cleaning: deletes unneeded rows, draws the secrets of days, archives old games, notifies
owners of tokens that expire soon, and looks for signs of arranged games."""

from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

from django.conf import settings

from games.accounts import answers, people, sanctions
from games.accounts.tokens import UNUSED, Token
from games.chat import writer as chat
from games.lab.chances import curves
from games.lab.forecasts import forecasts
from games.lab.runs import run
from games.lobby import invitations, wishes
from games.moderation import erasure, farming
from games.notices import writer as notices
from games.notices.kinds import Kind
from games.notices.models import Notice
from games.table import daily, moves
from games.table.writer import play
from games.work import demo, showcase

SOON, UNUSED_SOON = timedelta(days=7), timedelta(days=14)  # a token expires
ONCE = timedelta(days=30)  # owners are told


def forget_sessions() -> None:
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def forget_guests() -> None:
    now = datetime.now(UTC)
    run.forget(at=now)
    curves.forget(on=now.date())
    forecasts.forget(at=now)
    play.forget(at=now)
    people.forget_guests(at=now)
    answers.forget(at=now)
    people.forget_freed_names(at=now)
    invitations.forget(at=now)
    wishes.forget(at=now)
    notices.forget(at=now)
    sanctions.forget(at=now)
    chat.forget(at=now)
    erasure.forget(at=now)
    announce_expiry(at=now)


def announce_expiry(*, at: datetime) -> None:
    """Notify owners of tokens that expire soon, at their date of expiry or because nobody uses
    them."""
    announced = Notice.objects.filter(kind=Kind.EXPIRES, made__gt=at - ONCE).values("subject")
    valid = Token.objects.valid(at=at).exclude(prefix__in=announced).select_related("player__owner")
    for token in valid.filter(expires_at__lte=at + SOON):
        announce(token, {"days": (token.expires_at - at).days + 1 if token.expires_at else 0})
    used = Token.objects.used_since(at + UNUSED_SOON - UNUSED)
    for token in valid.exclude(pk__in=used.values("pk")).exclude(expires_at__lte=at + UNUSED_SOON):
        days = ((token.used_at or token.created_at) + UNUSED - at).days + 1
        announce(token, {"days": days, "unused": True})


def announce(token: Token, args: dict[str, Any]) -> None:
    notices.notify(token.player.owner or token.player, Kind.EXPIRES, token.prefix, args)


def forget_shows() -> None:
    now = datetime.now(UTC)
    demo.forget(at=now)
    showcase.forget(at=now)


def archive_games() -> None:
    moves.archive_old(at=datetime.now(UTC))


def seal_days() -> None:
    daily.seal(at=datetime.now(UTC))


def look_for_farming() -> None:
    farming.look(at=datetime.now(UTC))
