"""How much a player may say.  Counted from the stored lines: exact, whatever process takes them.
Times are ms."""

from collections.abc import Sequence
from typing import NamedTuple

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000
MOST_AN_HOUR = 300  # lines of a player
MOST_AT_TABLE = 2000  # lines of a table; then only quick words
QUICK_EVERY_MS, MOST_QUICK = 3000, 20  # quick words of a player in a game
FEW_GAMES = 3  # who has finished fewer is new
COMPARED = 3  # a line is compared with so many before it


class Bucket(NamedTuple):
    """A number of lines at once, and one more after each `refill_ms`."""

    size: int
    refill_ms: int


USUAL, NEW = Bucket(5, 2000), Bucket(2, 5000)


def wait_ms(bucket: Bucket, said: Sequence[int], now: int) -> int:
    """How long until one more fits, after lines at these times, oldest first."""
    full = level = bucket.size * bucket.refill_ms
    before = now
    for at in said:
        level = min(full, level + max(0, at - before)) - bucket.refill_ms
        level, before = max(0, level), at
    level = min(full, level + max(0, now - before))
    return max(0, bucket.refill_ms - level)
