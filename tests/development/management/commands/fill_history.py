"""`fill_history --games N`: a long history for benchmarks.  Not for a real site."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.accounts.bots import bot_player
from tests.development.filling import REASON, crowd, fill


class Command(BaseCommand):
    help = f"Store many finished games (their reason is “{REASON}”) to measure long lists with."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=10_000)
        parser.add_argument("--players", type=int, default=2000, help="people who share them")
        parser.add_argument("--distinct", type=int, default=200, help="games really played")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1 or options["players"] < 2:
            raise CommandError("At least one game and two players are needed.")
        began = time.monotonic()
        bot, people = bot_player("recruit"), crowd(options["players"])
        rows = fill(
            options["games"],
            first=bot,
            others=people,
            distinct=options["distinct"],
            seed=options["seed"],
        )
        for done in rows:
            if options["verbosity"] > 0:
                self.stdout.write(f"{done} games, {time.monotonic() - began:.0f} s")
        if options["verbosity"] > 0:
            self.stdout.write(f"{bot.name} sits in all of them.")
