"""`manage.py warm`: compile the rules for the lab on deployment, so that workers start quickly."""

import time
from typing import Any

from django.core.management.base import BaseCommand

from games.lab.runs import cache, engine


class Command(BaseCommand):
    help = "Compile the rules for simulation and cache the result on disk."
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        cache.restart_compiled()
        super().run_from_argv(argv)

    def handle(self, *args: Any, **options: Any) -> None:
        begun = time.monotonic()
        engine.warm()
        cache.note_warm()
        self.stdout.write(f"Compiled rules are ready ({time.monotonic() - begun:.1f} s).")
