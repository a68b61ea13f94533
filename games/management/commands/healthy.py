"""`manage.py healthy live|sims|beat` for container health checks: exit code 1 on failure."""

from argparse import ArgumentParser
from datetime import timedelta
from socket import gethostname
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django_celery_beat.models import PeriodicTask

from games.table import clock
from games.table.writer.outages import alive_ms
from warsite.celery import app

ANSWER_S = 5.0
PULSE_MS = 30_000
BEAT_KEPT = timedelta(minutes=2)  # beat stores its times with each task


class Command(BaseCommand):
    help = "Check that a service is working."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("service", choices=["live", "sims", "beat"])

    def handle(self, *args: Any, **options: Any) -> None:
        problem = {"live": live, "sims": sims, "beat": beat}[options["service"]]()
        if problem:
            raise CommandError(problem)
        self.stdout.write("well")


def live() -> str:
    own = f"live@{gethostname()}"  # another one may report as well
    if not app.control.ping([own], timeout=ANSWER_S):
        return "This machine's live worker does not answer."
    if clock.now_ms() - alive_ms() > PULSE_MS:
        return "No live worker has reported for half a minute."
    return ""


def sims() -> str:
    answers = app.control.ping(timeout=ANSWER_S) or []
    names = [name for answer in answers for name in answer]
    return "" if any(name.startswith("sims@") for name in names) else "No sims worker answers."


def beat() -> str:
    recent = PeriodicTask.objects.filter(last_run_at__gt=timezone.now() - BEAT_KEPT)
    return "" if recent.exists() else "Beat has run nothing for two minutes."
