"""`manage.py train --bot general`: measure the costs of a bot's choices at the training places."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.lab.training import costs
from games.rules.catalogue import BOTS


class Command(BaseCommand):
    help = "Ask a bot of the site at every place of the trainer, and print what a choice costs."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default="ww3")
        parser.add_argument("--bot", default="", metavar="LEVEL", help="only this level")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--ship", action="store_true", help="write the file that the site shows"
        )

    def handle(self, *args: Any, game: str, bot: str, **options: Any) -> None:
        places = costs.places_by_game().get(game)
        if not places:
            raise CommandError(f"There are no places of {game} for today's rules.")
        known = [*BOTS[game].levels]
        if bot and bot not in known:
            raise CommandError(f"There is no bot {bot}. There are: {', '.join(known)}.")
        if options["ship"]:
            costs.SHIPPED.write_text(costs.written())
        found = {level: costs.cost_of(level, places) for level in ([bot] if bot else known)}
        if options["json"]:
            rows = {level: cost._asdict() for level, cost in found.items()}
            self.stdout.write(json.dumps(rows))
            return
        for level, cost in found.items():
            self.stdout.write(
                f"{level:>10}  {100 * cost.mean:5.2f} points a choice "
                f"({100 * cost.low:.2f} to {100 * cost.high:.2f}), "
                f"{cost.right:.0%} right at {cost.places} places"
            )
