"""`manage.py restore FOLDER`: restore a copy made by `manage.py backup`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from warsite.local.backup import CannotRestore, restore


class Command(BaseCommand):
    help = "Replace the SQLite database and the secret key by a copy. Stop the site first."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            restore(settings.HOME.resolve(), options["folder"])
        except (CannotRestore, OSError) as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write("Restored. Start the site again.")
