"""`manage.py simulate GAME --games N`: simulate many games, with the site's workers if there are
any, otherwise in this process at full speed."""

import json
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.lab.counting.accumulator import Sums
from games.lab.counting.adapter import ADAPTERS
from games.lab.runs import answer, cache, engine, report, run, statistics
from games.lab.runs.models import Simulation
from games.lab.runs.spec import BadRun, RunSpec, read_spec
from games.work import lab

LINE_S = 2.0  # between lines when not on a terminal
BAR_S = 0.1
LOOK_S = 0.2


class Command(BaseCommand):
    help = "Simulate many games of one set of rules and print the results."
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        cache.restart_compiled()
        super().run_from_argv(argv)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help=", ".join(ADAPTERS))
        parser.add_argument("--games", default="100000", help="how many (default 100000)")
        parser.add_argument("--seed", default="1", help="the same seed gives the same games")
        parser.add_argument(
            *("-o", "--option"), action="append", default=[], metavar="KEY=VALUE", dest="chosen"
        )
        parser.add_argument(
            "--policy", action="append", default=[], help="for all seats, or once for each seat"
        )
        parser.add_argument(
            "--start", default="", metavar="TEXT", help="as on the page of a run from a place"
        )
        parser.add_argument("--here", action="store_true", help="do not ask the site's workers")
        parser.add_argument("--workers", type=int, default=None, help="threads here (all cores)")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            spec = read_spec(
                game=options["game"],
                games=options["games"],
                seed=options["seed"],
                options=";".join(options["chosen"]),
                policies=[name for text in options["policy"] for name in text.split(",")],
                start=options["start"],
            )
            sums = self.run(spec, options["workers"], options["here"])
        except BadRun as bad:
            raise CommandError(bad.sentence) from None
        result = report.report(spec, sums)
        if options["json"]:
            self.stdout.write(json.dumps(result))
        else:
            self.print_result(spec, sums)

    def run(self, spec: RunSpec, workers: int | None, in_process: bool) -> Sums:
        """Run the simulation, with the site's workers if there are any, otherwise in this
        process."""
        in_process = in_process or workers is not None
        if not in_process and lab.has_workers():
            return self.ask(spec)
        return self.play(spec, workers)

    def ask(self, spec: RunSpec) -> Sums:
        """Run the simulation with the site's workers, as a run of the lab, which is kept."""
        progress = Progress(spec.games)
        simulation = run.start(spec=spec, free=True)
        rows = Simulation.objects.filter(pk=simulation.pk)
        sys.stderr.write(f"The workers are running it: {simulation.get_absolute_url()}\n")
        try:
            while simulation.is_running:
                time.sleep(LOOK_S)
                row = rows.first()
                if row is None:
                    raise CommandError("The run was deleted while it was running.")
                simulation = row
                progress.show(simulation.games_done)
        except KeyboardInterrupt:
            run.cancel(simulation=simulation)
            raise CommandError("Cancelled. Start it again to resume.") from None
        progress.end()
        if not simulation.is_done:
            raise CommandError(f"The run was {simulation.status}. {simulation.problem}".strip())
        return simulation.counted

    def play(self, spec: RunSpec, workers: int | None) -> Sums:
        """Run the simulation in this process; nothing is stored."""
        sums, progress = Sums(), Progress(spec.games)
        parts = engine.chunks(spec.games, run.chunk_size(spec))
        try:
            for part in engine.play_all(spec, parts, workers):
                sums.add(part)
                progress.show(sums.games)
        except KeyboardInterrupt:
            raise CommandError("Stopped. Nothing was saved.") from None
        progress.end()
        return sums

    def print_result(self, spec: RunSpec, sums: Sums) -> None:
        """Print the result in a few lines."""
        terms = spec.adapter.terms
        length = statistics.length(sums, terms.unit)
        self.stdout.write(
            f"{sums.games:,} games of {spec.rules.name}, "
            f"{', '.join(spec.rules.phrases(spec.o))}; seed {spec.seed}"
        )
        for sentence in answer.of_run(spec, sums):
            self.stdout.write(sentence)
        self.stdout.write(
            f"length   mean {length.mean:.1f} {terms.unit} "
            f"(95%: {length.low:.1f} to {length.high:.1f}), "
            f"sd {length.sd:.1f}, median {length.median}, p90 {length.p90}, p99 {length.p99}, "
            f"longest {length.max}"
        )
        for seat, row in enumerate(statistics.wins(sums, len(spec.policies)), 1):
            self.stdout.write(
                f"seat {seat}   wins {row.value:.2%} (95%: {row.low:.2%} to {row.high:.2%})"
            )
        ends = [f"{name} {row.value:.2%}" for name, row in statistics.ends(sums, terms)]
        self.stdout.write(f"ends     {', '.join(ends)}")
        self.stdout.write(f"wars     {statistics.wars(sums)[0]:.2f} a game")
        if terms.timed:
            self.stdout.write(f"time     {sums.ms / sums.games / 60_000:.1f} minutes a game")
        for name, (game, value) in statistics.remarkable(sums, terms).items():
            self.stdout.write(f"{name.replace('_', ' '):16} game {game:,} ({value})")


class Progress:
    """A progress bar on a terminal, lines elsewhere; on standard error."""

    def __init__(self, games: int) -> None:
        self.games, self.begun, self.shown_at = games, time.monotonic(), time.monotonic()
        self.bar = sys.stderr.isatty()

    def show(self, done: int) -> None:
        now = time.monotonic()
        if now - self.shown_at < (BAR_S if self.bar else LINE_S):
            return
        self.shown_at = now
        rate = done / (now - self.begun)
        left = (self.games - done) / rate if rate else 0
        words = f"{done:,} of {self.games:,} games, {rate:,.0f} a second, {left:.0f} s left"
        if self.bar:
            full = 30 * done // self.games
            sys.stderr.write(f"\r\033[K[{'#' * full}{'.' * (30 - full)}] {words}")
        else:
            sys.stderr.write(words + "\n")
        sys.stderr.flush()

    def end(self) -> None:
        if self.bar:
            sys.stderr.write("\r\033[K")
