"""Many games, compiled.  Only workers with the environment from `cache.py` import this."""

from typing import Any

import numpy as np

from games.lab.counting.accumulator import Sums
from games.lab.counting.adapter import Adapter, Levels
from games.rules.game import Options
from games.rules.records import Record


def blank(kind: type[Record]) -> tuple[Any, Any]:
    """The bytes of an empty record, and the record itself, for compiled code."""
    layout = kind.dtype()
    buffer = np.zeros(layout.itemsize, np.int8)
    return buffer, buffer.view(layout)[0]


def record(o: Options) -> Any:
    """The options as a record, passed as one pointer instead of twenty numbers."""
    return np.array([tuple(o)], np.dtype([(name, "i8") for name in o._fields]))[0]


def simulate(
    adapter: Adapter, seed: int, first: int, games: int, o: Options, levels: Levels
) -> Sums:
    """Sums over `games` games of the run `seed`, from number `first` on."""
    stored, sums = blank(Sums)
    where = (seed, first, games)
    assert adapter.drive is not None  # otherwise the engine plays in plain Python
    adapter.drive(*blank(adapter.table), *blank(adapter.game_stats), sums, record(o), levels, where)
    return Sums.from_bytes(bytes.fromhex(Sums.shape) + stored.tobytes())
