"""`manage.py warm`: compile the rules for the lab on deployment, so that workers start quickly."""

import os
import sys
import time
from argparse import SUPPRESS, ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.lab.counting.adapter import ADAPTERS
from games.lab.runs import cache, engine
from warsite.local import processes


class Command(BaseCommand):
    help = "Compile the rules for simulation and cache the result on disk."
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        cache.restart_compiled()
        super().run_from_argv(argv)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", default=[*ADAPTERS], help=SUPPRESS)

    def handle(self, *args: Any, games: list[str], **options: Any) -> None:
        begun = time.monotonic()
        game, *others = games
        engine.warm(game)
        self.stdout.write(f"{game} is compiled ({time.monotonic() - begun:.1f} s).")
        if others:  # a new program: the compiler gives no memory back
            self.stdout.flush()
            os.execv(sys.executable, processes.manage("warm", *others))  # nosec B606
        cache.note_warm()
