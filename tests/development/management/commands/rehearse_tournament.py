"""`rehearse_tournament --format swiss --size 4 --entrants 10 --out FILE`: play a whole
tournament in a moment, and write its export."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.rules.catalogue import GAMES
from games.tournaments import formats
from games.tournaments.refusals import Refused
from tests.rehearsal.evening import Stuck
from tests.rehearsal.rehearse import rehearse

START_MS = 1_767_225_600_000  # each rehearsal is on 1 January 2026
SHORT = {"war": "cap=40;pace=auto", "ww3": "cap=10", "ultimate": "clock=600000"}  # games


class Command(BaseCommand):
    """Everything is rolled back at the end.  On SQLite nobody else can write meanwhile."""

    help = "Play a whole tournament by bots, leave no trace of it, and write its export."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", choices=formats.ENTRIES, default=formats.DEFAULT)
        parser.add_argument("--game", choices=sorted(GAMES), default="war")
        parser.add_argument("--options", help="house rules of the game; by default a short game")
        parser.add_argument("--size", type=int, default=2, help="seats of a table")
        parser.add_argument("--entrants", type=int, required=True)
        parser.add_argument("--rounds", type=int)
        parser.add_argument("--set", nargs="*", default=[], metavar="SETTING=JSON")
        parser.add_argument("--stages", nargs="*", default=[], metavar="FORMAT:TAKE")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--chaos", type=float, default=0.0, help="0: all as planned, to 1")
        parser.add_argument("--out", type=Path, required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with transaction.atomic():
                stages, entrants = stages_of(options), options["entrants"]
                luck, chaos = options["seed"], options["chaos"]
                played = rehearse(stages, entrants, luck, chaos=chaos, now=START_MS)
                transaction.set_rollback(True)
        except (Refused, Stuck) as bad:
            raise CommandError(str(bad)) from None
        options["out"].write_text(json.dumps(played, ensure_ascii=False))
        acts = len(played["acts"])
        self.stdout.write(f"{played['tournament']['status']} after {acts} acts: {options['out']}")


def stages_of(options: dict[str, Any]) -> list[dict[str, Any]]:
    """The settings of the stages that are asked for.  Raises CommandError."""
    game = options["game"]
    common = {"game": game, "options": options["options"] or SHORT.get(game, "")}
    first = common | {"format": options["format"], "size": options["size"]}
    if options["rounds"]:
        first["rounds"] = options["rounds"]
    try:
        own = {key: json.loads(value) for key, value in (s.split("=", 1) for s in options["set"])}
        later = [(name, int(take)) for name, take in (s.split(":") for s in options["stages"])]
    except ValueError:
        raise CommandError("Write --set rounds=7 and --stages elimination:8.") from None
    seats = {"size": options["size"]}
    return [first | own, *(common | seats | {"format": name, "take": take} for name, take in later)]
