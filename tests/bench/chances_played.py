"""The part of `bench_chances` that runs in the process with compiled rules."""

import time

from games.lab.chances.tally import Playouts
from games.lab.counting.driver import Start
from games.lab.runs.engine import Chunk, play
from games.lab.runs.spec import read_spec

Parts = list[tuple[bytes, int, int]]


def curve_s(playouts: Playouts, parts: Parts) -> tuple[int, float]:
    """Games played on and processor seconds of a curve, whose parts are known."""
    table, games = playouts.adapter.table, 0
    begun = time.thread_time()
    for data, first, count in parts:
        games += playouts.tally(Start.unpacked(table, data), first, count).games
    return games, time.thread_time() - begun


def simulate_s(playouts: Playouts, games: int) -> float:
    """Processor seconds of an ordinary run."""
    game, options, policies, _ = playouts
    spec = read_spec(game=game, games=games, options=options, policies=policies)
    begun = time.thread_time()
    play(spec, Chunk(0, 0, games))
    return time.thread_time() - begun
