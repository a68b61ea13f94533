"""`measure_luck`: how often the best bot wins against beginners, for the shipped file."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.lab.counting.accumulator import Sums
from games.lab.runs import cache, engine, luck, run
from games.lab.runs.preset_lengths import without_idle
from games.lab.runs.spec import RunSpec
from games.rules.catalogue import BOTS, GAMES
from games.rules.options import BadOptions, pairs

TRIAL = 500  # games that find the best bot
HEAD = 5  # games of each seat whose result is shipped too, so that a test can repeat them


class Command(BaseCommand):
    help = "Measure what the shipped file lacks for today's rules; --again: everything."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--again", action="store_true")
        parser.add_argument("--threads", type=int)

    def run_from_argv(self, argv: list[str]) -> None:
        cache.restart_compiled()
        super().run_from_argv(argv)

    def handle(self, *args: Any, again: bool, threads: int | None, **options: Any) -> None:
        known = {} if again else luck.shipped()
        rows = []
        for game, rules in measured_rules():
            version = luck.version_of(game)
            meter = known.get((game, version, rules)) or measure(game, rules, threads)
            rows.append(
                {"game": game, "rules_version": version, "options": rules} | meter._asdict()
            )
            lines = ",\n".join(json.dumps(row) for row in rows)
            luck.SHIPPED.write_text(f"[\n{lines}\n]\n")
            self.stdout.write(f"{game} {rules}: {meter.best} wins {meter.share.value:.3f}")


def measure(game: str, rules: str, threads: int | None = None) -> luck.Meter:
    beginner = luck.beginner_of(game)
    better = [level for level in BOTS[game].levels if level != beginner]

    def trial(level: str) -> int:
        return sum(total(luck.specs(game, rules, level, TRIAL)[0], threads).wins[:1])

    best = max(better, key=trial)
    runs = [(spec, total(spec, threads)) for spec in luck.specs(game, rules, best)]
    heads = [engine.play(spec, engine.Chunk(0, 0, HEAD)) for spec, _ in runs]
    return luck.Meter(
        best=best,
        beginner=beginner,
        won=tuple(sums.wins[seat] for seat, (_, sums) in enumerate(runs)),
        games=tuple(sum(sums.wins) for _, sums in runs),
        head=tuple(sums.wins[seat] for seat, sums in enumerate(heads)),
    )


def total(spec: RunSpec, threads: int | None) -> Sums:
    sums = Sums()
    for part in engine.play_all(spec, engine.chunks(spec.games, run.chunk_size(spec)), threads):
        sums.add(part)
    return sums


def measured_rules() -> list[tuple[str, str]]:
    """Every preset with every number of players, if players decide something."""
    found = []
    for game in GAMES.values():
        seats = [choice.value for choice in game.schema.find(game.seats_key).choices]
        presets = sorted(game.presets, key=lambda one: one.length)  # those take longest
        for preset in presets:
            for players in seats:
                try:
                    o = game.options(dict(pairs(preset.options)) | {game.seats_key: players})
                except BadOptions:
                    continue
                if game.has_decisions(o) and not BOTS[game.key].fixed(o):
                    found.append((game.key, without_idle(game.key, game.canonical(o))))
    return list(dict.fromkeys(found))
