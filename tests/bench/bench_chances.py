"""Chances: are they right, and what do they cost?  Run as a script:

    python -m tests.bench.bench_chances [positions [game]]  calibration, over so many (2,000)
    python -m tests.bench.bench_chances ship [game]         the same, into the file of the site
    python -m tests.bench.bench_chances cost [game]         processor time of a curve and of a run

Calibration: of the positions in which a seat was given 60 to 70 % (and each other tenth), how many
did it win?  One position of each simulated game, and one seat of it.  The position is chosen
before the game is played, and games that end sooner are left out: a random place of each game would
favour what lies before a quick end, where who leads wins more often.  Chances also may not drift:
the mean change to the next place is 0 within three standard errors.

Cost: the goals hold on a quiet core; the ratio, how long as many games of an ordinary run take,
holds anywhere.  It is measured in turns."""

import json
import os
import random
import statistics
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import chain, count
from math import sqrt
from typing import NamedTuple

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "warsite.settings")
django.setup()

from games.lab.chances import work  # noqa: E402
from games.lab.chances.calibration import SHIPPED, Calibration, Tenth  # noqa: E402
from games.lab.chances.course import Course, course_of_simulated  # noqa: E402
from games.lab.chances.curve import next_parts, with_played  # noqa: E402
from games.lab.chances.curves import empty_curve  # noqa: E402
from games.lab.chances.tally import Tally, tally_packed  # noqa: E402
from games.lab.counting.adapter import ADAPTERS  # noqa: E402
from games.lab.runs.cache import compiled_process  # noqa: E402
from games.lab.runs.games import Simulated  # noqa: E402
from games.lab.runs.spec import read_spec  # noqa: E402
from games.table.replay.recording import ALL, WATCHER  # noqa: E402
from tests.bench.chances_played import Parts, curve_s, simulate_s  # noqa: E402

POSITIONS, PLAYED, SEED, ROUNDS = 2_000, 400, 1, 3
# Game, options, and how many of its first places are looked at.
CASES = [("war", "", 300), ("ww3", "", 200), ("ultimate", "clock=300000", 120)]
VIEWS = (ALL, WATCHER, "seat")
# Game, options, the game of the run that is measured, seconds on a quiet core.
COSTS = [("war", "", 6, 2.0), ("ww3", "", 1, 5.0), ("ultimate", "", 1, 20.0)]
RATIO = 0.5


class Look(NamedTuple):
    """A seat's chance at a place and at the next one, and what it won: 1, a share, or 0."""

    before: float
    after: float
    won: float

    @property
    def tenth(self) -> int:
        return min(9, int(10 * self.before))


def course_of(game: str, options: str, index: int) -> Course:
    spec = read_spec(game=game, games=10**6, options=options, seed=SEED)
    return course_of_simulated(Simulated(spec, index))


def look_at(pool: Executor, course: Course, frames: Sequence[int], seat: int) -> list[Look]:
    """A seat (from 0) at a place and at the next one, as each viewer knows them."""
    result = course.game.result(course.game.load(course.states[-1]), course.o)
    assert result is not None
    won = (seat + 1 in result.winners) / len(result.winners)
    parts: Parts = []
    for view in (ALL, WATCHER, str(seat + 1)):
        for frame in frames:
            parts.append((course.position(frame, view).start.packed(), 0, PLAYED))
    tallies = pool.submit(tally_packed, course.playouts(), parts).result()
    chances = [tally.chances[seat] for tally in tallies]
    return [Look(*pair, won) for pair in zip(chances[::2], chances[1::2], strict=True)]


def calibrations(
    pool: Executor, game: str, options: str, reach: int, positions: int
) -> Iterator[Calibration]:
    """A position of each game that is long enough, for each viewer."""
    luck, looks = random.Random(SEED), list[list[Look]]()
    for index in count():
        course, at = course_of(game, options, index), luck.randrange(reach)
        seat, frames = luck.randrange(course.o.players), list(work.candidates(course))[at : at + 2]
        if len(frames) == 2:
            looks.append(look_at(pool, course, frames, seat))
        if len(looks) == positions:
            break
    version = ADAPTERS[game].version()
    for view, rows in zip(VIEWS, zip(*looks, strict=True), strict=True):
        changes = [row.after - row.before for row in rows]
        error = statistics.stdev(changes) / sqrt(len(changes))
        drift = statistics.mean(changes)
        yield Calibration(game, options, view, version, tenths_of(rows), drift, error)


def tenths_of(looks: Iterable[Look]) -> list[Tenth]:
    tenths = []
    for number in range(10):
        rows = [look for look in looks if look.tenth == number]
        if rows:
            given, won = sum(row.before for row in rows), sum(row.won for row in rows)
            spread = sum(row.before * (1 - row.before) for row in rows)
            tenths.append(Tenth(number, len(rows), round(given, 4), won, round(spread, 4)))
    return tenths


def calibration(positions: int, only: str = "", ship: bool = False) -> bool:
    """Prints a table for each game and viewer; whether chances with all cards known are right."""
    good = True
    with compiled_process() as pool:
        for game, options, reach in CASES:
            if only in ("", game):
                rows = list(calibrations(pool, game, options, reach, positions))
                for row in rows:
                    show(row)
                good = good and not rows[0].fault
                if ship:
                    write(game, rows)
    return good


def write(game: str, rows: Sequence[Calibration]) -> None:
    """Put them into the file in place of what it has of this game."""
    stored = json.loads(SHIPPED.read_text())
    of_games = {key: [row for row in stored if row["game"] == key] for key, *_ in CASES}
    of_games[game] = [row._asdict() for row in rows]
    SHIPPED.write_text(json.dumps([*chain(*of_games.values())], indent=1) + "\n")


def show(row: Calibration) -> None:
    print(f"\n{row.game} {row.options} as {row.view}: {row.positions:,} positions")
    print("  given      positions   mean    won")
    for tenth in row.tenths:
        print(
            f"  {tenth.low:3}-{tenth.high:3} %  {tenth.positions:9,}  "
            f"{tenth.mean_given:5.1%}  {tenth.mean_won:5.1%}"
        )
    print(
        f"  chi-square {row.chi2:.1f} with {row.freedom} degrees, p = {row.p:.3f}; mean change "
        f"{row.drift:+.3%}, {row.drift_errors:+.1f} standard errors; "
        f"level {row.level_errors:+.1f}, slope {row.slope_errors:+.1f}",
        flush=True,
    )


def cost(only: str) -> bool:
    """Prints seconds and ratios of a curve of each game; whether all goals are kept."""
    good = True
    with compiled_process() as pool:
        for game, options, index, goal in COSTS:
            if only not in ("", game):
                continue
            course = course_of(game, options, index)
            for view in ("all", "watcher"):
                parts = parts_of(pool, course, view)
                rounds = []
                for _ in range(ROUNDS):
                    games, spent = pool.submit(curve_s, course.playouts(), parts).result()
                    run = pool.submit(simulate_s, course.playouts(), games).result()
                    rounds.append((spent, run / spent))
                spent, ratio = min(rounds)[0], statistics.median(one[1] for one in rounds)
                good = good and ratio >= RATIO
                print(
                    f"{game} {options} as {view}: {len(course.places)} frames, {games:,} games, "
                    f"{spent:.2f} s (goal {goal} s), ratio to a run {ratio:.2f} (goal {RATIO})",
                    flush=True,
                )
    return good


def parts_of(pool: Executor, course: Course, view: str) -> Parts:
    """All that is played for a curve."""
    starts = [(at, start.packed()) for at, start in work.starts_of(course, view)]
    curve = empty_curve(course.playouts(), view, [at for at, _ in starts])
    played: Parts = []
    while parts := next_parts(curve, 10**6):
        wanted = [(starts[part.place][1], part.first, part.games) for part in parts]
        tallies: list[Tally] = pool.submit(tally_packed, curve.playouts, wanted).result()
        curve = with_played(
            curve, [(part.place, tally) for part, tally in zip(parts, tallies, strict=True)]
        )
        played += wanted
    return played


if __name__ == "__main__":
    what, only = [*sys.argv[1:], "", ""][:2]
    if what == "cost":
        kept = cost(only)
    elif what == "ship":
        kept = calibration(POSITIONS, only, ship=True)
    else:
        kept = calibration(int(what or POSITIONS), only)
    sys.exit(0 if kept else 1)
