"""Deletes expired sessions, tables that were never played, and unused guests."""

from datetime import UTC, datetime
from importlib import import_module

from django.conf import settings

from games.table.writer import play


def forget_sessions() -> None:
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def forget_guests() -> None:
    play.forget(at=datetime.now(UTC))
