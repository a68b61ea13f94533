"""A circuit breaker.  Each process sends a hanging Valkey at most one request a second, so that a
hanging server does no more harm than a dead one, which refuses at once."""

import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeout
from redis.retry import Retry

T = TypeVar("T")
SILENT_S = 1.0


class Breaker:
    """A circuit breaker that is open from the first unanswered request until the next answer."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.until = 0.0  # s of the steady clock; 0: all is well

    def lets_through(self) -> bool:
        """Whether a caller may send a request: always if the breaker is closed, otherwise once per
        pause."""
        if not self.until:
            return True
        with self.guard:
            now = time.monotonic()
            if now < self.until:
                return False
            self.until = now + SILENT_S
            return True

    def note_silence(self) -> None:
        self.until = time.monotonic() + SILENT_S

    def note_answer(self) -> None:
        self.until = 0.0


breaker = Breaker()  # for the server with everything the processes share
_inside = ContextVar("inside", default=False)


class OneQuestion(Retry):
    """A retry for clients that asks the breaker before each request, but not before connecting
    within a request.  A request is repeated once after a closed connection, which may be older than
    the server, but not after a timeout.  So a thousand requests to a hanging server take one second
    instead of a thousand.  This relies on redis-py (now 8.1) using `Retry`: see
    `tests/test_breaker.py`."""

    breaker = breaker

    def __init__(self) -> None:
        super().__init__(NoBackoff(), 1, (RedisConnectionError,))

    def call_with_retry(self, do: Callable[[], T], *rest: Any, **options: Any) -> T:
        if _inside.get():
            return super().call_with_retry(do, *rest, **options)
        if not self.breaker.lets_through():
            raise RedisTimeout("Valkey did not answer a moment ago")
        token = _inside.set(True)
        try:
            result = super().call_with_retry(do, *rest, **options)
        except RedisTimeout:
            self.breaker.note_silence()
            raise
        except RedisConnectionError:
            self.breaker.note_answer()  # a dead server refuses at once
            raise
        finally:
            _inside.reset(token)
        self.breaker.note_answer()
        return result


class OneCopy(OneQuestion):
    """The retry with a separate breaker for the server of cached copies, which may be another
    server."""

    breaker = Breaker()
