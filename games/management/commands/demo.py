"""`manage.py demo`: demo data for a new site, games played by bots."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.table.words import title
from games.templatetags.games import length_words
from games.work import demo

GAMES = 16


class Command(BaseCommand):
    help = f"Let bots play until there are {GAMES} finished games (all presets in turn)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=GAMES)

    def handle(self, *args: Any, **options: Any) -> None:
        for table in demo.fill(games=options["games"]):
            self.stdout.write(f"{table.code} {title(table)}: {length_words(table)}")
