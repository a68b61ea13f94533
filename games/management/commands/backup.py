"""`manage.py backup FOLDER`: a copy of the data of `make play`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from warsite.local.backup import back_up


class Command(BaseCommand):
    help = "Copy the SQLite database and the secret key into a folder, while the site runs or not."
    requires_system_checks = []
    tenths = 0

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("The data are in PostgreSQL: use pg_dump (docs/operations.md).")
        try:
            database = Path(connection.settings_dict["NAME"])
            back_up(database, settings.HOME, options["folder"], self.report)
        except OSError as problem:
            raise CommandError(f"Cannot write to {options['folder']}: {problem}") from None
        self.stdout.write(f"The data are in {options['folder']}.")

    def report(self, copied: int, total: int) -> None:
        """Print a line for every tenth of a large database."""
        tenth = 10 * copied // max(1, total)
        if tenth > self.tenths:
            self.tenths = tenth
            self.stdout.write(f"{10 * tenth} % copied")
