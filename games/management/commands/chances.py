"""`manage.py chances CODE|RUN/17|FILE.wsn`: the chances of every seat at each place of a game."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.lab.chances import work
from games.lab.chances.course import (
    Course,
    course_of_log,
    course_of_simulated,
    course_of_table,
)
from games.lab.chances.curve import FIRST, Curve, next_parts, with_played
from games.lab.chances.curves import empty_curve
from games.lab.chances.position import read_view
from games.lab.chances.tally import Playouts, tally_packed
from games.lab.counting.adapter import BadRun
from games.lab.runs import cache
from games.lab.runs.games import Simulated
from games.lab.runs.models import Simulation
from games.lab.runs.spec import whole
from games.table.models import Table

MOST_BYTES = 10_000_000  # size of a file
MOST_GAMES = 100_000  # at each place
BUDGET = 20_000  # games handed to the other process at once


class Command(BaseCommand):
    help = "Play on from each place of a finished game, and print how often each seat wins."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="a code, a game of a run (RUN/17), or a WSN file")
        parser.add_argument("--view", default="all", help="all, watcher, or a seat from 1")
        parser.add_argument("--games", default=str(FIRST), help=f"at each place first ({FIRST})")
        parser.add_argument("--policy", default="", metavar="NAME", help="bots for people")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            first = whole("Games", options["games"], 1, MOST_GAMES, "BAD_COUNT")
            course = course_of(options["game"])
            view = read_view(options["view"], course.o.players)
            curve = computed(course, course.playouts(options["policy"]), view, first)
        except BadRun as bad:
            raise CommandError(bad.sentence) from None
        if options["json"]:
            self.stdout.write(json.dumps(curve.serialise()))
        else:
            self.print_curve(curve)

    def print_curve(self, curve: Curve) -> None:
        """Print a line for each place, then the findings of the curve."""
        for at, tally in curve.places:
            seats = "  ".join(
                f"{chance:7.2%} ±{tally.half_width(seat):6.2%}"
                for seat, chance in enumerate(tally.chances)
            )
            games = "exact" if tally.exact else f"{tally.games:,} games"
            self.stdout.write(f"{at:>8}  {seats}  {games}")
        for change in curve.turning_points:
            self.stdout.write(
                f"at {change.at}: seat {change.seat} from {change.before:.0%} to {change.after:.0%}"
            )
        if curve.decided_at:
            self.stdout.write(f"decided at {curve.decided_at}; seat {curve.winner} won")


def course_of(name: str) -> Course:
    """The course of the game with this name.  Raises BadRun, CommandError."""
    path = Path(name)
    if path.suffix == ".wsn" or path.is_file():
        return course_of_file(path)
    code, slash, number = name.partition("/")
    if slash:
        simulation = Simulation.objects.filter(code=code.upper()).first()
        if simulation is None or not number.isdecimal():
            raise CommandError(f"There is no run {code}.")
        return course_of_simulated(Simulated(simulation.spec, int(number)))
    tables = Table.objects.over().prefetch_related("seats__player")
    table = tables.filter(code=code.upper()).exclude(deal="").first()
    if table is None:
        raise CommandError(f"There is no finished game {code}.")
    return course_of_table(table)


def course_of_file(path: Path) -> Course:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise CommandError(f"{path} is too large for a game log.")
        return course_of_log(path.read_text(encoding="ascii"))
    except OSError as bad:
        raise CommandError(f"{path} cannot be read: {bad.strerror}") from None
    except UnicodeDecodeError:
        raise CommandError(f"{path} is no game log: only ASCII text is allowed.") from None


def computed(course: Course, playouts: Playouts, view: str, first: int) -> Curve:
    """The whole curve, computed in another process, which has compiled rules."""
    places = work.starts_of(course, view)
    curve = empty_curve(playouts, view, [at for at, _ in places])
    packed = [start.packed() for _, start in places]
    with cache.compiled_process() as pool:
        while parts := next_parts(curve, BUDGET, first):
            batch = [(packed[part.place], part.first, part.games) for part in parts]
            tallies = pool.submit(tally_packed, playouts, batch).result()
            played = zip([part.place for part in parts], tallies, strict=True)
            curve = with_played(curve, list(played))
    return curve
