"""`manage.py export_tournament CODE`: a tournament as JSON, as it is public."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.table.clock import now_ms
from games.tournaments.models import Tournament
from games.tournaments.reading.export import export


class Command(BaseCommand):
    help = "Print the export of a tournament."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="as in its address")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(code=options["code"].upper()).first()
        if tournament is None:
            raise CommandError("There is no such tournament.")
        self.stdout.write(json.dumps(export(tournament, now_ms()), ensure_ascii=False))
