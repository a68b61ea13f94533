"""Reactions measured over a network (section 1.9): what counts, whatever a client claims."""

FASTEST_MS = 100  # nobody reacts faster
CREDIT_MS = 250  # the most a slow line may excuse


def reaction(rt: int, arr: int, credit: int) -> int:
    """The reaction that counts (ms): what the client measured, but not earlier than the arrival
    less the credit of his line, and not later than the arrival (1.9.4)."""
    return min(max(rt, arr - min(credit, CREDIT_MS)), arr)
