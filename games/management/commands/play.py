"""`manage.py play`: the same as `make play`, where there is no make."""

import os
import sys

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Run the whole site here: web, workers, clock and, unless given, Valkey and SQLite."

    def run_from_argv(self, argv: list[str]) -> None:
        os.execv(sys.executable, [sys.executable, "-m", "warsite.local", *argv[2:]])  # nosec B606
