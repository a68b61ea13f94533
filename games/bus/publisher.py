"""The publisher of messages through Valkey after a commit, from one background thread per process.

A commit must not wait for Valkey, or fail with it.  If a message is lost (process killed, Valkey
down), the next beat or sweep finds the change."""

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
from redis.exceptions import TimeoutError as RedisTimeout

from games.bus import valkey
from games.bus.breaker import breaker

log = logging.getLogger(__name__)
Delivery = Callable[[Redis], Awaitable[None]]
PATIENCE_S = 2.0  # to send the last messages when the process ends
AT_ONCE = 32  # each takes a connection; further ones wait


class Publisher:
    """The thread that sends a process's messages, with its own event loop and its own connection to
    Valkey."""

    def __init__(self) -> None:
        # Imported late: it takes 0.15 s, and most commands send nothing.
        from uvicorn.loops.auto import auto_loop_factory

        self.pid = os.getpid()
        self.loop = auto_loop_factory()()  # the fast one, if there is one
        self.lock, self.waiting = threading.Lock(), deque[Delivery]()
        self.tasks: set[asyncio.Task[None]] = set()
        self.redis: Redis | None = None
        self.reachable = True
        self.turns = asyncio.Semaphore(AT_ONCE)
        self.thread = threading.Thread(target=self._run, name="publisher", daemon=True)
        self.thread.start()
        atexit.register(self.close)

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()

    def close(self) -> None:
        """Stop the thread before Python shuts down: a daemon thread killed in the middle of its
        work may abort the process (SIGABRT)."""
        if self.pid == os.getpid():
            with suppress(TimeoutError):
                self.flush(PATIENCE_S)
            self.loop.call_soon_threadsafe(self.loop.stop)
            self.thread.join(PATIENCE_S)

    def post(self, delivery: Delivery) -> None:
        with self.lock:
            self.waiting.append(delivery)
            first = len(self.waiting) == 1
        if first:  # otherwise the thread is already awake and will take this too
            self.loop.call_soon_threadsafe(self._start)

    def _start(self) -> None:
        while self.waiting:
            task = self.loop.create_task(self._deliver(self.waiting.popleft()))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _deliver(self, delivery: Delivery) -> None:
        if self.redis is None:
            self.redis = valkey.async_client()
        try:
            async with self.turns:
                if not breaker.lets_through():  # a hanging server would let them pile up
                    return
                await delivery(self.redis)
            breaker.note_answer()
            self.reachable = True
        except (RedisError, OSError) as problem:
            if isinstance(problem, (RedisTimeout, TimeoutError)):
                breaker.note_silence()
            if self.reachable:  # warn once per outage, not once per move
                log.warning("Valkey does not answer; tables rely on heartbeats and the sweeper")
            self.reachable = False
        except Exception:
            log.exception("A message could not be sent")

    def flush(self, timeout_s: float) -> None:
        """Wait until every message posted so far is sent or given up."""

        async def rest() -> None:
            await asyncio.sleep(0)
            if self.tasks:
                await asyncio.wait(set(self.tasks))

        asyncio.run_coroutine_threadsafe(rest(), self.loop).result(timeout_s)


_publisher: Publisher | None = None
_lock = threading.Lock()


def publish(delivery: Delivery) -> None:
    """Send a message soon, from any thread, without waiting or raising."""
    global _publisher
    if not valkey.has_server():
        return
    with _lock:
        if _publisher is None or _publisher.pid != os.getpid():  # a forked child needs its own
            _publisher = Publisher()
    _publisher.post(delivery)


def flush(timeout_s: float = 5.0) -> None:
    """Send all messages before a one-off command or a test ends."""
    if _publisher is not None and _publisher.pid == os.getpid():
        _publisher.flush(timeout_s)
