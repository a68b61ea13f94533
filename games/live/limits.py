"""Limits how much one connection may send: a token bucket, and a limit on refused messages."""

MESSAGES_PER_S = 20.0
BURST = 40.0
PATIENCE = 100  # messages refused in a row before the connection is closed


class Allowance:
    """The messages a connection may send.  Times are seconds of a steady clock."""

    __slots__ = ("refused", "since", "tokens")

    def __init__(self, now: float) -> None:
        self.tokens = BURST
        self.since = now
        self.refused = 0

    def take(self, now: float) -> bool:
        """Whether one more message is accepted."""
        self.tokens = min(BURST, self.tokens + (now - self.since) * MESSAGES_PER_S)
        self.since = now
        if self.tokens >= BURST / 2:
            self.refused = 0
        if self.tokens < 1:
            self.refused += 1
            return False
        self.tokens -= 1
        return True

    @property
    def exhausted(self) -> bool:
        return self.refused > PATIENCE
