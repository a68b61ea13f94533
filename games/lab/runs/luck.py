"""The share of skill: how often the best bot wins against beginners.  The share is measured for
every preset and number of players, and shipped (`python -m tests.development measure_luck` renews
it)."""

import json
from collections import Counter
from functools import cache as once
from math import ceil
from pathlib import Path
from typing import NamedTuple

from games.lab.counting.adapter import ADAPTERS
from games.lab.runs.models import Simulation
from games.lab.runs.preset_lengths import without_idle
from games.lab.runs.spec import RunSpec, read_spec
from games.lab.runs.statistics import Share
from games.rules.catalogue import BOTS, find
from games.rules.options import BadOptions

SHIPPED = Path(__file__).with_name("luck.json")
GAMES_EACH = 20_000  # games of all seats together
SEED = 1
CERTAIN = 1.645  # standard deviations: 95 % on one side


class Meter(NamedTuple):
    """A measurement of skill: bot `best` plays each seat in turn, bot `beginner` all others.  Games
    without a single winner are not counted."""

    best: str
    beginner: str
    won: tuple[int, ...]  # by the seat of the best bot
    games: tuple[int, ...]
    head: tuple[int, ...]  # won among the first games

    @property
    def share(self) -> Share:
        return Share(sum(self.won), sum(self.games))

    @property
    def chance(self) -> float:
        return 1 / len(self.won)

    @property
    def skill(self) -> float:
        return max(0.0, (self.share.value - self.chance) / (1 - self.chance))

    @property
    def luck(self) -> float:
        return 1 - self.skill

    @property
    def games_to_tell(self) -> int | None:
        """The number of games after which the better player is ahead with a probability of 95 %;
        None: the share of wins is not clearly above chance."""
        won, lead = self.share.value, self.share.value - self.chance
        if self.share.low <= self.chance:
            return None
        return ceil((CERTAIN / lead) ** 2 * won * (1 - won))


def specs(game: str, options: str, best: str, games: int = 0) -> list[RunSpec]:
    """The specifications of the runs, one for each seat of the best bot."""
    players = find(game).options(options).players
    beginner = beginner_of(game)
    return [
        read_spec(
            game=game,
            games=ceil((games or GAMES_EACH) / players),
            seed=SEED,
            options=options,
            policies=[best if seat == own else beginner for seat in range(players)],
        )
        for own in range(players)
    ]


def best_of(game: str) -> str:
    """The bot that is the best one under most of the measured rules of this game."""
    bests = Counter(meter.best for (known, *_), meter in shipped().items() if known == game)
    return bests.most_common(1)[0][0] if bests else [*BOTS[game].levels][-1]


def beginner_of(game: str) -> str:
    return next(iter(BOTS[game].levels))


def find_meter(game: str, options: str) -> Meter | None:
    """The measurement for these options (canonical text); None if they are invalid or were not
    measured."""
    try:
        rules = without_idle(game, options)
    except BadOptions:
        return None
    return shipped().get((game, version_of(game), rules))


def is_measurable(game: str, options: str) -> bool:
    """Whether players have something to decide, and any bot can play any seat."""
    rules = find(game)
    o = rules.options(options)
    return rules.has_decisions(o) and not BOTS[game].fixed(o)


def counted_meter(game: str, options: str) -> Meter | None:
    """The measurement for rules without a shipped one; None until this site has counted their
    runs."""
    if not is_measurable(game, options):
        return None
    best, wins = best_of(game), []
    for spec in specs(game, without_idle(game, options), best):
        stored = Simulation.objects.done().with_spec(spec).first()
        if stored is None or not any(stored.counted.wins):
            return None
        wins.append([int(won) for won in stored.counted.wins])
    won = tuple(row[seat] for seat, row in enumerate(wins))
    return Meter(best, beginner_of(game), won, tuple(map(sum, wins)), ())


def version_of(game: str) -> int:
    """The version of the game's rules and bots."""
    return ADAPTERS[game].version([beginner_of(game)])


@once
def shipped() -> dict[tuple[str, int, str], Meter]:
    """The shipped measurements, by game, version of its rules, and options."""
    rows = json.loads(SHIPPED.read_text()) if SHIPPED.exists() else []
    return {
        (row["game"], row["rules_version"], row["options"]): Meter(
            row["best"], row["beginner"], tuple(row["won"]), tuple(row["games"]), tuple(row["head"])
        )
        for row in rows
    }
