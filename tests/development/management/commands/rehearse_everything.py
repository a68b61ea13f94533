"""`rehearse_everything --seeds 3`: evenings on which everything goes wrong, of every
format and size, read by the referee."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.tournaments.refusals import Refused
from tests.development.management.commands.rehearse_tournament import START_MS
from tests.referee.check import check
from tests.rehearsal.evening import Stuck
from tests.rehearsal.rehearse import rehearse

Stages = list[dict[str, Any]]
LARGEST = 8  # table
WAR = {"game": "war", "options": "cap=20;pace=auto"}
WW3 = {"game": "ww3", "options": "cap=10"}
ULTIMATE = {"game": "ultimate", "options": "clock=300000"}
OF_TWO: list[dict[str, Any]] = [
    {"format": "double"},
    {"format": "double", "reset": False, "games": 3},
    {"format": "elimination", "third": True},
    {"format": "swiss", "rounds": 4},
    {"format": "roundrobin"},
]
OF_ANY: list[dict[str, Any]] = [
    {"format": "elimination", "advance": 1},
    {"format": "swiss", "rounds": 3, "engine": "cost"},
    {"format": "roundrobin", "rounds": 3},
    {"format": "arena", "minutes": 5, "last_start": 1},
]
SAME_CARDS: list[dict[str, Any]] = [
    {"format": "swiss", "rounds": 3, "deals": "duplicate"},
    {"format": "roundrobin", "rounds": 3, "deals": "duplicate"},
]


class Command(BaseCommand):
    """Everything is rolled back; a tournament with a fault is kept as a file."""

    help = (
        "Rehearse tournaments of every format and size with chaos, and let the referee read them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seeds", type=int, default=1, help="rehearsals of each kind")
        parser.add_argument("--first", type=int, default=1, help="the first seed")
        parser.add_argument("--only", default="", help="kinds whose names begin so")
        parser.add_argument("--out", type=Path, default=Path("."), help="folder of what is wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        played = wrong = 0
        for seed in range(options["first"], options["first"] + options["seeds"]):
            for name, stages in kinds():
                if not name.startswith(options["only"]):
                    continue
                faults, told = rehearsed(stages, Random(f"{name} {seed}"), seed)
                played += 1
                wrong += bool(faults)
                if faults:
                    path = options["out"] / f"{name}-{seed}.json".replace(" ", "-")
                    path.write_text(json.dumps(told))
                    self.stdout.write(f"{path}: " + "; ".join(faults[:3]))
                    self.stdout.flush()
        self.stdout.write(f"{played} rehearsals, {wrong} with faults")
        if wrong:
            raise CommandError("The referee found faults.")


def kinds() -> Iterator[tuple[str, Stages]]:
    """Every format that fits with every size, and stages after one another."""
    for size in range(2, LARGEST + 1):
        game = WAR if size == 2 else WW3 if size <= 6 else ULTIMATE
        for settings in (OF_TWO if size == 2 else []) + OF_ANY:
            if size > 2 or settings["format"] != "elimination":
                yield f"{settings['format']} {size}", [game | settings | {"size": size}]
        for settings in SAME_CARDS:  # of games in which players decide
            game = WW3 if size <= 6 else ULTIMATE
            yield f"duplicate {settings['format']} {size}", [game | settings | {"size": size}]
    yield "stages 2", [WAR | OF_TWO[3], WAR | OF_TWO[0] | {"take": 6}]
    yield "stages 4", [WW3 | OF_ANY[0] | {"size": 4}, WW3 | OF_ANY[1] | {"size": 3, "take": 7}]


def rehearsed(stages: Stages, luck: Random, seed: int) -> tuple[list[str], Any]:
    """The referee's complaints, and the export, unless the tournament came to no end."""
    size = stages[0].get("size", 2)
    fewest = 2 * size if stages[0].get("deals") == "duplicate" else size  # two tables to compare
    entrants = luck.randint(fewest, 2 * size + 5)
    chaos, terms = luck.choice((0.3, 0.7, 1)), {"review": luck.random() < 0.5}
    try:
        with transaction.atomic():
            told = rehearse(stages, entrants, seed, chaos=chaos, now=START_MS, **terms)
            transaction.set_rollback(True)
    except (Refused, Stuck, ValueError) as bad:
        return [repr(bad)], None
    return [str(fault) for fault in check(json.dumps(told))], told
