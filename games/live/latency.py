"""The smallest round trip to a client in 30 s, from probes that only its socket can answer."""

import secrets
from collections import deque

WINDOW_S = 30.0
PENDING = 4


def early_ms(show_ms: int, now: int, rtt_ms: int | None) -> float:
    """How long to keep a message back, so that over a line with such a round trip it arrives just
    when the cards of a race are to be seen (epoch ms): nobody has them before the others."""
    return max(0.0, show_ms - (rtt_ms or 0) / 2 - now)


class Latency:
    """Round trips of one connection.  Times are seconds of a steady clock, results are ms."""

    __slots__ = ("pending", "trips")

    def __init__(self) -> None:
        self.pending: dict[str, float] = {}
        self.trips: deque[tuple[float, float]] = deque()

    def probe(self, now: float) -> str:
        """A new nonce that the client sends back at once."""
        while len(self.pending) >= PENDING:
            del self.pending[next(iter(self.pending))]
        nonce = secrets.token_hex(8)
        self.pending[nonce] = now
        return nonce

    def answer(self, nonce: str, now: float) -> None:
        """The nonce came back; an unknown one, such as from before a reconnect, is ignored."""
        sent = self.pending.pop(nonce, None)
        if sent is not None:
            self.trips.append((now, (now - sent) * 1000))

    def smallest_ms(self, now: float) -> int | None:
        """The smallest round trip of the last 30 s: harder to inflate than an average."""
        while self.trips and self.trips[0][0] < now - WINDOW_S:
            self.trips.popleft()
        return round(min(ms for _, ms in self.trips)) if self.trips else None
