"""Are forecasts of tournaments right?  Run as a script:

    python -m tests.bench.bench_forecasts [tournaments]

Twelve bots of planted skill, four of each level, play whole tournaments of World War III with
cards (400 unless told otherwise).  The forecast draws the same tournaments from the model of the
ratings, which has rated these bots by games of their own at the same tables.  A Swiss of the
forecast is drawn by score, the one with cards as the site draws it.  Printed: how often the four
best win, by each, and how far they are apart in points, which should be 3 at most beside twice the
error."""

import os
import sys
from dataclasses import replace
from math import sqrt
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "warsite.settings")
django.setup()

from games.lab.counting.adapter import find  # noqa: E402
from games.lab.forecasts.plan import Planned  # noqa: E402
from games.lab.forecasts.simulated import Simulated, wins_of  # noqa: E402
from games.ratings.skill import Skill, powers, rate  # noqa: E402
from games.rules import catalogue  # noqa: E402
from games.tournaments.scoring.record import Game  # noqa: E402
from games.tournaments.writer.stages import resolve  # noqa: E402

GAME = "ww3"
LEVELS = ["general"] * 4 + ["sergeant"] * 4 + ["recruit"] * 4
TOURNAMENTS, FORECAST, RATED = 400, 4_000, 3_000
STAGES = {
    "swiss of 4, 3 rounds": {"size": 4, "rounds": 3},
    "swiss of 4, 6 rounds": {"size": 4, "rounds": 6},
    "swiss of 2, 5 rounds": {"size": 2, "rounds": 5},
    "round robin of 3, 4 rounds": {"size": 3, "format": "roundrobin", "rounds": 4},
    "knock-out of 2": {"size": 2, "format": "elimination"},
    "knock-out of 4": {"size": 4, "format": "elimination"},
}


class WithCards(Simulated):
    """A tournament in which every game is played by bots."""

    def play_game(self, seats: tuple[int, ...]) -> Game:
        levels = [LEVELS[entrant - 1] for entrant in seats]
        places = places_of(levels, self.random.randrange(2**32))
        return Game(seats, places, tuple(int(place == 1) for place in places))


def places_of(levels: list[str], seed: int) -> tuple[int, ...]:
    """The places of bots of these levels in a game of their own."""
    rules, adapter = catalogue.find(GAME), find(GAME)
    o = rules.options(f"seats={len(levels)}")
    policies = adapter.levels(levels)
    t, notes = adapter.fresh(o, policies, seed, 0)
    for _step in adapter.steps(t, o, policies, notes):
        pass
    result = rules.result(t, o)
    assert result is not None
    return result.places


def rated_powers(seats: int) -> tuple[float, ...]:
    """The powers of all bots, rated after games at tables of this size."""
    random, skills = Random(seats), [Skill()] * len(LEVELS)
    for number in range(RATED):
        at = random.sample(range(len(LEVELS)), seats)
        places = places_of([LEVELS[one] for one in at], number)
        for one, skill in zip(at, rate([skills[one] for one in at], places), strict=True):
            skills[one] = skill
    means = [
        Skill(sum(s.mu for s in skills[i : i + 4]) / 4, skills[i].sigma)
        for i in range(0, len(LEVELS), 4)
        for _bot in range(4)
    ]
    return tuple(powers(means))


def main(tournaments: int) -> None:
    known = {size: rated_powers(size) for size in (2, 3, 4)}
    for name, stage in STAGES.items():
        s = resolve({"game": GAME, "options": "", **stage})
        plan = Planned((s,), known[s.size])
        forecast = sum(wins_of(plan, range(FORECAST))[:4]) / FORECAST
        exact = replace(plan, is_exact=True)
        winners = [WithCards(exact, number).winner() for number in range(tournaments)]
        played = sum(winner <= 4 for winner in winners) / tournaments
        error = sqrt(played * (1 - played) / tournaments + forecast * (1 - forecast) / FORECAST)
        print(
            f"{name}: forecast {100 * forecast:.1f}, played {100 * played:.1f}, "
            f"apart {100 * (forecast - played):+.1f} (error {100 * error:.1f})",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TOURNAMENTS)
