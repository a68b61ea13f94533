"""The engine that plays parts of a run.  With WARSITE_JIT=1, as in the lab's worker, the rules are
compiled; otherwise they run in plain Python, with the same sums, a hundred times slower."""

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from games.lab.counting.accumulator import Sums
from games.lab.counting.adapter import ADAPTERS
from games.lab.counting.driver import Start, simulate
from games.lab.runs.spec import RunSpec, read_spec
from games.rules.jit import COMPILED


class Chunk(NamedTuple):
    """A part of a run: its number, the number of its first game, and the number of its games."""

    number: int
    first: int
    games: int


def cut(games: int, size: int) -> int:
    """The number of chunks of this size in a run."""
    return -(-games // size)


def chunk_of(games: int, size: int, number: int) -> Chunk:
    first = number * size
    return Chunk(number, first, min(size, games - first))


def chunks(games: int, size: int) -> Iterator[Chunk]:
    for number in range(cut(games, size)):
        yield chunk_of(games, size, number)


def play(spec: RunSpec, chunk: Chunk) -> Sums:
    """The sums of a chunk.  Compiled rules do not block other threads."""
    if not COMPILED or spec.adapter.drive is None:
        return play_plainly(spec, chunk.first, chunk.games)
    run = (spec.seed, chunk.first, chunk.games)
    return spec.adapter.simulate(run, spec.o, spec.levels, spec.begins)


def play_plainly(spec: RunSpec, first: int, games: int) -> Sums:
    sums, adapter, o, start = Sums(), spec.adapter, spec.o, spec.begins
    for game in range(first, first + games):
        t, notes = adapter.fresh(o, spec.levels, spec.seed, game, start)
        adapter.play_on(t, notes, sums, o, spec.levels, game)
    return sums


def play_all(spec: RunSpec, parts: Iterable[Chunk], threads: int | None = None) -> Iterator[Sums]:
    """The sums of each chunk in order, played by `threads` threads, by default one per core."""
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        yield from pool.map(partial(play, spec), parts)


def warm(game: str) -> None:
    """Compile all rules of a game, so that workers start quickly."""
    adapter = ADAPTERS[game]
    spec = read_spec(game=adapter.key, games=1)
    play(spec, Chunk(0, 0, 1))
    if adapter.fast and adapter.drive:  # the general rules too
        run = (spec.seed, 0, 1)
        simulate(adapter.drive, adapter.table, adapter.game_stats, run, spec.o, spec.levels)
        over = adapter.table()
        over.end = 1  # type: ignore[attr-defined]
        adapter.play_on_many(run, spec.o, spec.levels, Start(over))  # chances
