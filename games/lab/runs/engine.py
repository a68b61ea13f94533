"""Plays chunks of a run at full speed: in this process if its rules are compiled or their machine
code is kept, else in children that compile them and keep it.  Web never loads the compiler."""

import base64
import json
import os
import subprocess
import sys
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock
from types import TracebackType
from typing import NamedTuple, Self

from games.lab.counting.accumulator import Sums
from games.lab.counting.catalogue import ADAPTERS
from games.lab.runs.cache import environment
from games.lab.runs.spec import Definition
from games.rules.jit import COMPILED
from games.rules.war import fast
from games.rules.war.options import Order

ROOT = Path(__file__).resolve().parents[3]
TRIES = 3
IDLE_S = 60.0  # a child that has nothing to compile any more weighs 200 MB


class EngineFailed(RuntimeError):
    """The compiled rules could not be run."""


class EngineInterrupted(EngineFailed):
    """Its process is about to end: somebody else is to play this."""


class Chunk(NamedTuple):
    """A part of a run."""

    number: int
    first: int
    games: int


def cut(games: int, size: int) -> int:
    """How many chunks there are."""
    return -(-games // size)


def chunk_of(games: int, size: int, number: int) -> Chunk:
    first = number * size
    return Chunk(number, first, min(size, games - first))


def chunks(games: int, size: int) -> Iterator[Chunk]:
    for number in range(cut(games, size)):
        yield chunk_of(games, size, number)


def play_here(definition: Definition, first: int, games: int) -> Sums:
    """Only where the rules are compiled."""
    from games.lab.counting import war_fast
    from games.lab.runs import bulk

    d = definition
    if war_fast.trusted(d):
        return war_fast.simulate(d.seed, first, games, d.o)
    return bulk.simulate(d.adapter, d.seed, first, games, d.o, d.levels)


def play_kept(
    definition: Definition, first: int, games: int, *, general: bool = False
) -> Sums | None:
    """By the machine code that is kept; None: it is not, or (unless the general rules will do) it
    is to be found out whether these games may be played fast."""
    from games.lab.counting import war_fast  # web does without the linker
    from games.lab.runs import machine

    d = definition
    if not general and d.game == "war" and fast.fits(d.o):
        proved = war_fast.known(Order(d.o.order))
        if proved is None:
            return None
        if proved:
            return machine.simulate_fast(d.seed, first, games, d.o)
    return machine.simulate(d.adapter, d.seed, first, games, d.o, d.levels)


def play_plainly(definition: Definition, first: int, games: int) -> Sums:
    """The same sums in plain Python, a hundred times slower."""
    sums, adapter, o = Sums(), definition.adapter, definition.o
    for game in range(first, first + games):
        t, c = adapter.table(), adapter.course()
        adapter.count(t, c, sums, o, definition.levels, definition.seed, game)
    return sums


class Child:
    """A process with compiled rules; asked by lines of JSON.  One that dies is started again."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.used = 0.0
        self.interrupted = False

    def start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "games.lab.runs.child"],
            cwd=ROOT,
            env={**os.environ, **environment(), "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def play(self, definition: Definition, first: int, games: int) -> Sums:
        """Raises EngineFailed."""
        question = json.dumps([definition.row(), first, games]).encode() + b"\n"
        for _ in range(TRIES):
            answer = b"" if self.interrupted else self.ask(question)
            if answer:
                return Sums.from_bytes(zlib.decompress(base64.b64decode(answer)))
            self.stop()
            if self.interrupted:
                raise EngineInterrupted("The process that plays the games was told to stop.")
        raise EngineFailed("The process that plays the games ended three times without an answer.")

    def interrupt(self) -> None:
        """Let whoever waits for an answer wait no longer; from any thread."""
        self.interrupted = True
        if self.process is not None:
            self.process.kill()

    def ask(self, question: bytes) -> bytes:
        """Empty when it died."""
        self.used = time.monotonic()
        if self.process is None or self.process.poll() is not None:
            self.stop()
            self.process = self.start()
        if self.interrupted:
            self.process.kill()
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(question)
            self.process.stdin.flush()
            return self.process.stdout.readline().strip()
        except OSError:
            return b""

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            for pipe in (self.process.stdin, self.process.stdout):
                try:
                    if pipe is not None:
                        pipe.close()
                except OSError:  # a question it never read
                    pass
            self.process.wait()
            self.process = None


class Engine:
    """Several children at work; `with Engine(2) as engine`."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = max(1, workers or len(os.sched_getaffinity(0)))
        self.children = [Child() for _ in range(self.workers)]
        self.idle: SimpleQueue[Child] = SimpleQueue()
        for child in self.children:
            self.idle.put(child)
        self.pool = ThreadPoolExecutor(self.workers)
        self.turns = {game: Lock() for game in ADAPTERS}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.pool.shutdown(wait=kind is None, cancel_futures=True)
        for child in self.children:
            child.stop()

    def interrupt(self) -> None:
        """Stop all children for good; who waits for one meets EngineInterrupted."""
        for child in self.children:
            child.interrupt()

    def play(self, definition: Definition, chunk: Chunk) -> Sums:
        """Raises EngineFailed."""
        part = (definition, chunk.first, chunk.games)
        if COMPILED:
            return play_here(*part)
        turn = self.turns[definition.game]
        while (sums := play_kept(*part)) is None:
            if turn.acquire(blocking=False):  # one compiles or proves
                try:
                    return self.ask(*part)
                finally:
                    turn.release()
            if (sums := play_kept(*part, general=True)) is not None:
                return sums
            with turn:  # wait, then look again
                pass
        self.dismiss()
        return sums

    def ask(self, definition: Definition, first: int, games: int) -> Sums:
        """Let a child play.  Raises EngineFailed."""
        child = self.idle.get()
        try:
            return child.play(definition, first, games)
        finally:
            self.idle.put(child)

    def dismiss(self) -> None:
        """Stop a child that has long had nothing to do."""
        try:
            child = self.idle.get_nowait()
        except Empty:
            return
        if time.monotonic() - child.used > IDLE_S:
            child.stop()
        self.idle.put(child)

    def play_all(
        self, definition: Definition, parts: Iterable[Chunk]
    ) -> Iterator[tuple[Chunk, Sums]]:
        """Each chunk with its sums, in the order they are ready; few are held at a time.

        Raises EngineFailed."""
        waiting: dict[Future[Sums], Chunk] = {}
        rest = iter(parts)
        while True:
            while len(waiting) < self.workers + 1 and (part := next(rest, None)) is not None:
                waiting[self.pool.submit(self.play, definition, part)] = part
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield waiting.pop(future), future.result()


def warm(games: Sequence[str] = tuple(ADAPTERS)) -> None:
    """Compile everything once, and prove the fast path of War, so that workers start quickly.

    Raises EngineFailed."""
    from games.lab.runs.spec import define

    asked = [define(game=game, games=1) for game in games]
    if "war" in games:  # every order is proved
        orders = [f"order={order.name.lower()}" for order in Order]
        asked += [define(game="war", games=1, options=order) for order in orders]
    with Engine(1) as engine:
        for definition in asked:
            engine.play(definition, Chunk(0, 0, 1))
