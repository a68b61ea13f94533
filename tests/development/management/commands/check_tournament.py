"""`check_tournament FILE...`: referee played tournaments from their exports."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tests.referee.check import check


class Command(BaseCommand):
    """Exit status 1 if one is not as the rules say."""

    help = "Check exports of tournaments: log, lots, draws, results, standings."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        files: list[Path] = options["files"]
        bad = sum(not self.check_one(path) for path in files)
        if bad:
            raise CommandError(f"{bad} of {len(files)} tournaments are not as the rules say.")

    def check_one(self, path: Path) -> bool:
        try:
            found = check(path.read_bytes())
        except OSError as error:
            raise CommandError(f"{path}: cannot be read: {error.strerror}") from None
        for fault in found:
            self.stdout.write(f"{path}: {fault}")
        if not found:
            self.stdout.write(f"{path}: ok")
        return not found
