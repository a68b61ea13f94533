"""Limits how much one connection may send (a token bucket, and a limit on refused messages), and
how many connections one caller of the API may have."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

MESSAGES_PER_S = 20.0
BURST = 40.0
PATIENCE = 100  # messages refused in a row before the connection is closed
MOST_OPEN = 48  # streams and sockets of one caller, in this process
open_now: Counter[str] = Counter()


class TooManyOpen(Exception):
    """One caller has as many streams and sockets open as they may."""


def verify_may_open(caller: str, most: int | None = None) -> None:
    """Raises TooManyOpen."""
    if open_now[caller] >= (MOST_OPEN if most is None else most):
        raise TooManyOpen


@contextmanager
def opened(caller: str) -> Iterator[None]:
    """A stream or socket of this caller is open."""
    open_now[caller] += 1
    try:
        yield
    finally:
        open_now[caller] -= 1
        if not open_now[caller]:
            del open_now[caller]


class Allowance:
    """The messages a connection may send.  Times are seconds of a steady clock."""

    __slots__ = ("burst", "per_s", "refused", "since", "tokens")

    def __init__(self, now: float, per_s: float = MESSAGES_PER_S, burst: float = BURST) -> None:
        self.per_s, self.burst = per_s, burst
        self.tokens = burst
        self.since = now
        self.refused = 0

    def take(self, now: float) -> bool:
        """Whether one more message is accepted."""
        self.tokens = min(self.burst, self.tokens + (now - self.since) * self.per_s)
        self.since = now
        if self.tokens >= self.burst / 2:
            self.refused = 0
        if self.tokens < 1:
            self.refused += 1
            return False
        self.tokens -= 1
        return True

    @property
    def exhausted(self) -> bool:
        return self.refused > PATIENCE
