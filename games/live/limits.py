"""How much one connection may say: a bucket of tokens, and patience that ends."""

MESSAGES_PER_S = 20.0
BURST = 40.0
PATIENCE = 100  # messages refused in one spell before the connection is closed


class Allowance:
    """One connection's right to be heard.  Times are seconds of a steady clock."""

    __slots__ = ("refused", "since", "tokens")

    def __init__(self, now: float) -> None:
        self.tokens = BURST
        self.since = now
        self.refused = 0

    def take(self, now: float) -> bool:
        """May one more message be heard?"""
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
