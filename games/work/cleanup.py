"""Deletes what nobody needs any more, archives the games of others, and tells who has a token that
expires soon."""

from datetime import UTC, datetime, timedelta
from importlib import import_module

from django.conf import settings

from games.accounts import answers
from games.accounts.tokens import Token
from games.lab.runs import run
from games.lobby import invitations
from games.notices import writer as notices
from games.notices.kinds import Kind
from games.notices.models import Notice
from games.table import moves
from games.table.writer import play
from games.work import demo

SOON = timedelta(days=7)  # a token expires


def forget_sessions() -> None:
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def forget_guests() -> None:
    now = datetime.now(UTC)
    run.forget(at=now)
    play.forget(at=now)
    answers.forget(at=now)
    invitations.forget(at=now)
    notices.forget(at=now)
    announce_expiry(at=now)


def announce_expiry(*, at: datetime) -> None:
    """Tell owners of tokens that expire within a week, once for each."""
    notices_sent = Notice.objects.filter(kind=Kind.EXPIRES)
    soon = Token.objects.valid(at=at).filter(expires_at__lte=at + SOON).select_related("player")
    for token in soon.exclude(prefix__in=notices_sent.values("subject")):
        days = (token.expires_at - at).days + 1 if token.expires_at else 0
        notices.notify(
            token.player.owner or token.player, Kind.EXPIRES, token.prefix, {"days": days}
        )


def forget_shows() -> None:
    demo.forget(at=datetime.now(UTC))


def archive_games() -> None:
    moves.archive_old(at=datetime.now(UTC))
