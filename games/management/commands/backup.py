"""`manage.py backup FOLDER`, `manage.py backup --keep 7`: a copy of the site's data."""

from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from warsite import backups
from warsite.backups import CannotBackUp


class Command(BaseCommand):
    help = (
        "Copy the database (and the secret key that `make play` has created) into a folder, while "
        "the site runs or not. With --keep each copy gets a dated folder of its own inside."
    )
    requires_system_checks = []
    tenths = 0

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, nargs="?", help="with --keep: BACKUP_FOLDER")
        parser.add_argument("--keep", type=int, help="how many dated copies stay")

    def handle(self, *args: Any, **options: Any) -> None:
        keep = options["keep"]
        folder = options["folder"] or (backups.usual_folder() if keep else None)
        if folder is None:
            raise CommandError("Name a folder.")
        if keep is not None and keep < 1:
            raise CommandError("Keep one copy at least.")
        try:
            if keep:
                folder = backups.keep(folder, keep, datetime.now(UTC), self.report)
            else:
                backups.back_up(folder, self.report)
        except CannotBackUp as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(f"The data are in {folder}.")

    def report(self, copied: int, total: int) -> None:
        """Print a line for every tenth of a large database."""
        tenth = 10 * copied // max(1, total)
        if tenth > self.tenths:
            self.tenths = tenth
            self.stdout.write(f"{10 * tenth} % copied")
