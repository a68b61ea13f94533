"""`fill_tournaments --director NAME`: tournaments to look at.  Not for a real site."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.accounts.models import Player
from tests.development.filling import crowd
from tests.development.tournaments import fill


class Command(BaseCommand):
    help = "Store finished, running and coming tournaments, played by the rules."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--director", required=True, help="the name of a superuser")
        parser.add_argument("--players", type=int, default=18)

    def handle(self, *args: Any, **options: Any) -> None:
        director = Player.objects.get(name=options["director"], is_superuser=True)
        players = crowd(options["players"])
        Player.objects.filter(pk__in=[player.pk for player in players]).update(is_active=True)
        for made in fill(director, list(Player.objects.filter(pk__in=[p.pk for p in players]))):
            self.stdout.write(f"{made.get_absolute_url()} {made.name}")
