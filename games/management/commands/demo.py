"""`manage.py demo`: demo data for a new site, games played by bots."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.table import clock
from games.table.words import title
from games.templatetags.games import length_words
from games.work import demo, showcase

GAMES = 16


class Command(BaseCommand):
    help = f"Let bots play a tournament, and until there are {GAMES} finished games of all presets."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=GAMES)

    def handle(self, *args: Any, **options: Any) -> None:
        if past := showcase.fill(clock.now_ms()):
            self.stdout.write(f"{past.code} {past.name}")
        for table in demo.fill(games=options["games"]):
            self.stdout.write(f"{table.code} {title(table)}: {length_words(table)}")
