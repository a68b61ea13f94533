"""Deletes expired sessions, tables never played, old runs of guests, unused guests, and answers
kept for programs."""

from datetime import UTC, datetime
from importlib import import_module

from django.conf import settings

from games.accounts import answers
from games.lab.runs import run
from games.table.writer import play


def forget_sessions() -> None:
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def forget_guests() -> None:
    now = datetime.now(UTC)
    run.forget(at=now)
    play.forget(at=now)
    answers.forget(at=now)
