"""Run by a test in its own process (WARSITE_JIT=1): prints final states and mean lengths of games
played by the compiled rules, as JSON."""

import hashlib
import json
import random
import sys
from typing import Any

from games.rules.ww3.options import SCHEMA, Options
from games.rules.ww3.state import Table
from tests.development.scripted.options import loose
from tests.rules.ww3 import drill
from tests.rules.ww3.strategies import random_options

SEED = 2026
STATES = 500
GAMES = 3_000


def rule_sets() -> list[tuple[Options, int, bool]]:
    """Options, number of the game, and whether it is played sensibly, for each compared state;
    small caps show states in the middle of a game."""
    rng = random.Random(SEED)
    rows = []
    for game in range(STATES):
        o = loose(SCHEMA, random_options(rng))
        cap = rng.choice([1, 2, 3, 5, 8, 13, 40])
        rows.append((o._replace(cap=cap), game, rng.random() < 0.5))
    return rows


def digest(state: bytes) -> str:
    return hashlib.sha256(state).hexdigest()[:24]


def record(o: Options) -> Any:
    """The options in the form compiled code takes."""
    import numpy as np

    return np.array([tuple(o)], np.dtype([(name, "i8") for name in o._fields]))[0]


def main() -> None:
    import numpy as np

    from games.rules.jit import COMPILED

    assert COMPILED
    layout = Table.dtype()
    buffer = np.zeros(layout.itemsize, np.int8)
    table = buffer.view(layout)[0]

    def final(o: Options, game: int, sensible: bool) -> bytes:
        buffer[:] = 0
        drill.play(table, record(o), SEED, game, sensible, None)
        return bytes.fromhex(Table.shape) + buffer.tobytes()

    rounds = {}
    for players in (2, 3):
        o = Options(players=players, cap=2000)
        states = [Table.from_bytes(final(o, game, True)) for game in range(GAMES)]
        rounds[players] = sum(t.rounds for t in states) / GAMES
    states = [digest(final(*row)) for row in rule_sets()]
    json.dump({"states": states, "rounds": rounds}, sys.stdout)


if __name__ == "__main__":
    main()
