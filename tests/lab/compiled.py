"""Run by a test in its own process (WARSITE_JIT=1): prints final states and sums of simulated games
with random house rules and players, at the end and in the middle, as JSON.

    python -m tests.lab.compiled GAME"""

import hashlib
import json
import random
import sys

from games.lab.counting import driver
from games.lab.counting.adapter import Adapter
from games.lab.counting.driver import Levels
from games.lab.runs.engine import play_plainly
from games.lab.runs.spec import RunSpec, read_spec
from games.rules.catalogue import find
from games.rules.game import Options
from tests.depth import WHOLE
from tests.rules.ultimate import strategies as ultimate
from tests.rules.war import strategies as war
from tests.rules.ww3 import strategies as ww3

SEED = 2026
# Rule sets.  Plain rules take seconds for a game of Ultimate War.
STATES = (
    {"war": 300, "ww3": 400, "ultimate": 200} if WHOLE else {"war": 40, "ww3": 40, "ultimate": 16}
)
GAMES = 2  # of each run
# What ends a game early, so that states in the middle are compared too, and what nobody waits for.
SHORTER = {
    "war": {"cap": (1, 3, 8, 3000), "cycles": (False, True, True, True)},
    "ww3": {"cap": (1, 3, 8, 40)},
    "ultimate": {"clock": (3_000, 300_000, 300_000), "stall": (0, 1_500, 20_000)},
}


def some_options(game: str, rng: random.Random) -> str:
    """Valid options for short games."""
    if game == "ultimate":
        o = ultimate.random_options(rng, clock="300000")
        return find(game).canonical(o)
    return war.random_options(rng) if game == "war" else ww3.random_options(rng)


def specs(game: str) -> list[RunSpec]:
    """A run for each rule set, with random players."""
    rng = random.Random(SEED)
    rows = []
    for number in range(STATES[game]):
        run = read_spec(game=game, games=GAMES, seed=number, options=some_options(game, rng))
        names = [rng.choice(list(run.adapter.policies)) for _ in run.policies]
        if game == "war":
            names = [rng.choice(list(run.adapter.policies))]
        if getattr(run.o, "solo", False):
            names = names[:1]
        rows.append(run._replace(policies=run.adapter.read_policies(names, run.o)))
    return rows


def shortened(run: RunSpec) -> Options:
    """The options of a run whose games end early, or not."""
    rng = random.Random(run.seed)
    return run.o._replace(**{name: rng.choice(row) for name, row in SHORTER[run.game].items()})


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:24]


def plain(run: RunSpec, told: set[str]) -> list[str]:
    """Final states and sums of a run, by the plain rules; `told` gets the names of events."""
    o, states = shortened(run), []
    for game in range(GAMES):
        t, notes = run.adapter.fresh(o, run.levels, run.seed, game)
        for step in run.adapter.steps(t, o, run.levels, notes):
            told.update(event.ev for event in step.events)
        states.append(digest(t.to_bytes()))
    return [*states, digest(play_plainly(run, 0, GAMES).to_bytes())]


def final_state(adapter: Adapter, seed: int, game: int, o: Options, levels: Levels) -> bytes:
    """The state at the end of one compiled game, as its table's `to_bytes` writes it."""
    assert adapter.drive is not None
    buffer, table = driver.blank(adapter.table)
    sums, where = driver.blank(driver.Sums)[1], (seed, game, 1, driver.arrays_of(None))
    game_stats = driver.blank(adapter.game_stats)
    adapter.drive(buffer, table, *game_stats, sums, driver.packed_options(o), levels, where)
    stored: bytes = buffer.tobytes()
    return bytes.fromhex(adapter.table.shape) + stored


def compiled(run: RunSpec) -> list[str]:
    """The same by the compiled ones."""
    o = shortened(run)
    states = [
        digest(final_state(run.adapter, run.seed, game, o, run.levels)) for game in range(GAMES)
    ]
    sums = run.adapter.simulate((run.seed, 0, GAMES), run.o, run.levels)
    return [*states, digest(sums.to_bytes())]


def main() -> None:
    """Play, and print."""
    from games.rules.jit import COMPILED

    assert COMPILED
    json.dump([compiled(run) for run in specs(sys.argv[1])], sys.stdout)


if __name__ == "__main__":
    main()
