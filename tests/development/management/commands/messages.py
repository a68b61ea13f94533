"""`messages de`: bring the texts of a language up to date, and compile them."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tests.development.catalogue import update


class Command(BaseCommand):
    help = "Rewrite a language's django.po, keeping its translations, and compile it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("language")

    def handle(self, **options: Any) -> None:
        faults = update(options["language"])
        self.stdout.write("\n".join([*faults, f"{len(faults)} to do"]))
