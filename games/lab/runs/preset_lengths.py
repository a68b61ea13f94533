"""The lengths of games with given rules.  The lengths with presets are measured and shipped
(`python -m tests.development measure_presets` renews them); other rules are measured on request."""

import json
from functools import cache as once
from pathlib import Path
from typing import Any, NamedTuple

from django.core.cache import caches

from games.lab.counting.accumulator import Sums
from games.lab.counting.adapter import ADAPTERS
from games.lab.runs import run, statistics
from games.lab.runs.models import Simulation
from games.lab.runs.spec import BadRun, RunSpec, read_spec
from games.rules.options import pairs

SHIPPED = Path(__file__).with_name("preset_lengths.json")
OWN_GAMES = 20_000
FEWEST = 1_000
SEED = 1
MOST_AT_ONCE = 2  # runs the site starts by itself
KEPT_S = 3600


class GameLength(NamedTuple):
    """The length of games, in battles, rounds or fights."""

    games: int
    mean: float
    median: int
    p90: int
    p99: int
    max: int
    fair: bool  # no seat has a measurable advantage
    run: str = ""  # the code of the stored run; "": shipped


def without_idle(game: str, options: str) -> str:
    """The options without options that do not affect simulated games."""
    idle = ADAPTERS[game].idle
    return ";".join(f"{key}={value}" for key, value in pairs(options) if key not in idle)


def find_length(game: str, options: str) -> GameLength | None:
    """The length of games with these rules, from the larger of two samples: the largest finished
    run and the shipped data.  None if there is neither."""
    rules, version = without_idle(game, options), ADAPTERS[game].version()
    key = f"length:{game}:{version}:{rules}"
    kept: dict[str, Any] | None = caches["copies"].get(key)
    length = GameLength(**kept) if kept else None
    if length is None:
        length = shipped().get((game, version, rules))
        stored = Simulation.objects.of_rules(game, rules, version).first()
        if stored is not None and (length is None or stored.games >= length.games):
            length = summary(stored.counted, len(stored.policies))._replace(run=stored.code)
        if length is not None:
            caches["copies"].set(key, length._asdict(), KEPT_S)
    return length


def summary(sums: Sums, players: int) -> GameLength:
    length = statistics.length(sums)
    return GameLength(
        games=sums.games,
        mean=round(length.mean, 2),
        median=length.median,
        p90=length.p90,
        p99=length.p99,
        max=length.max,
        fair=not statistics.bias(sums.wins[:players]).found,
    )


@once
def shipped() -> dict[tuple[str, int, str], GameLength]:
    """The shipped lengths, by game, version of its rules, and options."""
    return {
        (game, measured["rules_version"], options): GameLength(**row)
        for game, measured in json.loads(SHIPPED.read_text()).items()
        for options, row in measured["presets"].items()
    }


def measure_soon(game: str, options: str) -> Simulation | None:
    """Start to measure these rules in the background; None if enough runs are active."""
    if Simulation.objects.running().filter(started_by=None).count() >= MOST_AT_ONCE:
        return None
    try:
        return run.start(spec=of_rules(game, options, OWN_GAMES), free=True)
    except BadRun:
        return None


def of_rules(game: str, options: str, games: int) -> RunSpec:
    worth = max(FEWEST, games // ADAPTERS[game].cost)
    return read_spec(game=game, games=worth, seed=SEED, options=without_idle(game, options))
