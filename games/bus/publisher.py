"""Carries news out of the thread that committed it: one loop in one thread a process.

A commit must not wait for Valkey, still less fail with it.  News that is lost here (a killed
process, a dead Valkey) is found by heartbeats and by the sweeper.
"""

import asyncio
import atexit
import logging
import os
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress

from redis.asyncio import Redis
from redis.exceptions import RedisError

from games.bus import valkey

log = logging.getLogger(__name__)
News = Callable[[Redis], Awaitable[None]]
PATIENCE_S = 2.0  # at the end of the process
AT_ONCE = 32  # each takes a connection; a burst waits its turn


class Herald:
    """The thread, its loop, and the connection both use."""

    def __init__(self) -> None:
        # Takes 0.15 s, which commands without news can do without.
        from uvicorn.loops.auto import auto_loop_factory

        self.pid = os.getpid()
        self.loop = auto_loop_factory()()  # the quick one, where there is one
        self.lock, self.waiting = threading.Lock(), deque[News]()
        self.tasks: set[asyncio.Task[None]] = set()
        self.redis: Redis | None = None
        self.reachable = True
        self.turns = asyncio.Semaphore(AT_ONCE)
        self.thread = threading.Thread(target=self._run, name="herald", daemon=True)
        self.thread.start()
        atexit.register(self.close)

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()

    def close(self) -> None:
        """End the thread with its process: one that still runs when Python is taken down is killed
        in the middle of its work, and may take the process with it (SIGABRT)."""
        if self.pid == os.getpid():
            with suppress(TimeoutError):
                self.flush(PATIENCE_S)
            self.loop.call_soon_threadsafe(self.loop.stop)
            self.thread.join(PATIENCE_S)

    def post(self, news: News) -> None:
        with self.lock:
            self.waiting.append(news)
            first = len(self.waiting) == 1
        if first:  # else the thread has been woken, and takes this with what came before it
            self.loop.call_soon_threadsafe(self._start)

    def _start(self) -> None:
        while self.waiting:
            task = self.loop.create_task(self._deliver(self.waiting.popleft()))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _deliver(self, news: News) -> None:
        if self.redis is None:
            self.redis = valkey.async_client()
        try:
            async with self.turns:
                await news(self.redis)
            self.reachable = True
        except (RedisError, OSError):
            if self.reachable:  # once an outage, not once a move
                log.warning("Valkey does not answer; tables go on by heartbeat and sweeper")
            self.reachable = False
        except Exception:
            log.exception("News could not be delivered")

    def flush(self, timeout_s: float) -> None:
        """Wait until everything posted so far is delivered (or given up)."""

        async def rest() -> None:
            await asyncio.sleep(0)
            if self.tasks:
                await asyncio.wait(set(self.tasks))

        asyncio.run_coroutine_threadsafe(rest(), self.loop).result(timeout_s)


_herald: Herald | None = None
_lock = threading.Lock()


def post(news: News) -> None:
    """Deliver soon, from any thread; never waits, never raises."""
    global _herald
    if not valkey.has_server():
        return
    with _lock:
        if _herald is None or _herald.pid != os.getpid():  # a forked child starts its own
            _herald = Herald()
    _herald.post(news)


def flush(timeout_s: float = 5.0) -> None:
    """For the end of a one-off command, and for tests."""
    if _herald is not None and _herald.pid == os.getpid():
        _herald.flush(timeout_s)
