"""`measure_presets`: measure how long games of every preset are, for the shipped file."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from games.lab.counting.accumulator import Sums
from games.lab.runs import cache, engine, preset_lengths, run
from games.lab.runs.spec import RunSpec
from games.rules.catalogue import GAMES

PRESET_GAMES = 100_000  # of War; fewer for games that cost more


def presets() -> list[RunSpec]:
    """The presets to measure, once for those that differ only in idle options."""
    rows = [(game.key, preset.options) for game in GAMES.values() for preset in game.presets]
    asked = (preset_lengths.of_rules(game, options, PRESET_GAMES) for game, options in rows)
    return list(dict.fromkeys(asked))


class Command(BaseCommand):
    help = "Measure every preset anew, after a change of the rules, and write the shipped file."

    def run_from_argv(self, argv: list[str]) -> None:
        cache.restart_compiled()
        super().run_from_argv(argv)

    def handle(self, *args: Any, **options: Any) -> None:
        told: dict[str, Any] = {}
        for one in presets():
            sums = Sums()
            for part in engine.play_all(one, engine.chunks(one.games, run.chunk_size(one))):
                sums.add(part)
            row = preset_lengths.summary(sums, len(one.policies))._asdict()
            del row["run"]
            empty = {"rules_version": one.rules_version, "seed": one.seed, "presets": {}}
            told.setdefault(one.game, empty)["presets"][one.options] = row
            self.stdout.write(f"{one.command}: half of the games end by {row['median']}")
        preset_lengths.SHIPPED.write_text(json.dumps(told, indent=1) + "\n")
