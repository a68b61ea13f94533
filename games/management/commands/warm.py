"""`manage.py warm`: compile the rules for bulk play, at deploy, so that workers start quickly."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.lab.runs import engine


class Command(BaseCommand):
    help = "Compile the rules for bulk play and keep the result on disk."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        begun = time.monotonic()
        try:
            engine.warm()
        except engine.EngineFailed as failed:
            raise CommandError(str(failed)) from None
        self.stdout.write(f"Compiled rules are ready ({time.monotonic() - begun:.1f} s).")
