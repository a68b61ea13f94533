"""What runs have measured, for pages that only want to know how long a game is."""

from typing import NamedTuple

from django.core.cache import cache

from games.lab.counting.catalogue import ADAPTERS
from games.lab.runs import run, statistics
from games.lab.runs.models import Simulation
from games.lab.runs.spec import BadRun, Definition, define
from games.rules.catalogue import GAMES, find
from games.rules.options import pairs

PRESET_GAMES = 100_000  # of War; games that cost more are played less often
OWN_GAMES = 20_000
FEWEST = 1_000
SEED = 1
MOST_AT_ONCE = 2  # runs the site begins by itself
KEPT_S = 3600


class Measured(NamedTuple):
    """Of a stored run."""

    code: str
    games: int
    mean: float
    median: int
    p90: int
    p99: int
    max: int
    wins: tuple[float, ...]  # shares by seat
    fair: bool  # no seat has a measurable edge


def essence(game: str, options: str) -> str:
    """The options that make a difference to simulated games."""
    idle = ADAPTERS[game].idle
    return ";".join(f"{key}={value}" for key, value in pairs(options) if key not in idle)


def measured(game: str, options: str) -> Measured | None:
    """What the largest finished run of these rules says; None: there is none yet."""
    version = find(game).rules_version
    key = f"measured:{game}:{version}:{essence(game, options)}"
    found: Measured | None = cache.get(key)
    if found is None:
        simulation = Simulation.objects.of_rules(game, essence(game, options), version).first()
        if simulation is None:
            return None
        found = read(simulation)
        cache.set(key, found, KEPT_S)
    return found


def read(simulation: Simulation) -> Measured:
    sums = simulation.counted
    said = statistics.length(sums)
    players = len(simulation.policies)
    return Measured(
        code=simulation.code,
        games=sums.games,
        mean=said.mean,
        median=said.median,
        p90=said.p90,
        p99=said.p99,
        max=said.max,
        wins=tuple(row.value for row in statistics.wins(sums, players)),
        fair=not statistics.bias(sums.wins[:players]).found,
    )


def want(game: str, options: str, games: int = OWN_GAMES) -> Simulation | None:
    """Begin to measure these rules in the background, unless enough is under way."""
    if Simulation.objects.running().filter(started_by=None).count() >= MOST_AT_ONCE:
        return None
    try:
        return run.start(definition=of(game, options, games), free=True)
    except BadRun:
        return None


def of(game: str, options: str, games: int) -> Definition:
    worth = max(FEWEST, games // ADAPTERS[game].cost)
    return define(game=game, games=worth, seed=SEED, options=essence(game, options))


def measure_presets() -> Simulation | None:
    """Begin the next preset that was never measured; None: all are, or one is under way."""
    for game in (GAMES[key] for key in ADAPTERS):
        for preset in game.presets:
            definition = of(game.key, preset.options, PRESET_GAMES)
            if not Simulation.objects.defined(definition).exists():
                return want(game.key, preset.options, PRESET_GAMES)
    return None
