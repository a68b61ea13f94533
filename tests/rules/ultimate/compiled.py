"""Run by a test in its own process (WARSITE_JIT=1): prints final states of random games played by
the compiled rules, as JSON."""

import hashlib
import json
import random
import sys
from typing import Any

from games.rules.ultimate.options import Options
from games.rules.ultimate.state import Table
from tests.rules.ultimate.playout import play
from tests.rules.ultimate.strategies import random_options

SEED = 2026
GAMES = 400


def rows() -> list[tuple[Options, int, int]]:
    """Options, number of the game and number of acts; short games compare states in the middle."""
    rng = random.Random(SEED)
    return [(random_options(rng), game, rng.choice([5, 40, 200, 600])) for game in range(GAMES)]


def digest(state: bytes, done: int) -> str:
    return hashlib.sha256(state + done.to_bytes(4, "big")).hexdigest()[:24]


def plain(o: Options, game: int, acts: int) -> str:
    t = Table()
    done = play(t, o, SEED, game, acts, None)
    return digest(t.to_bytes(), done)


def compiled(o: Options, game: int, acts: int) -> str:
    import numpy as np

    layout = Table.dtype()
    buffer = np.zeros(layout.itemsize, np.int8)
    table: Any = buffer.view(layout)[0]
    house = np.array([tuple(o)], np.dtype([(name, "i8") for name in o._fields]))[0]
    done = play(table, house, SEED, game, acts, None)
    return digest(bytes.fromhex(Table.shape) + buffer.tobytes(), int(done))


def main() -> None:
    from games.rules.jit import COMPILED

    assert COMPILED
    json.dump([compiled(*row) for row in rows()], sys.stdout)


if __name__ == "__main__":
    main()
