"""The clock of tables.  Only this module reads the time."""

import time
from datetime import UTC, datetime

from django.db import connection

MOST_OFF_MS = 1000  # with more, deadlines would come early or late
COMPARED_S = 10.0


def now_ms() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def off_ms() -> int:
    """The number of ms that this machine's clock is ahead of PostgreSQL's; 0 if the difference is
    too small to measure.  Always 0 with SQLite, which has no other clock."""
    if connection.vendor != "postgresql":
        return 0
    before = now_ms()
    with connection.cursor() as cursor:
        cursor.execute("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        theirs = int(cursor.fetchone()[0])
    after = now_ms()
    return max(0, before - theirs) + min(0, after - theirs)


_looked = {"at": -COMPARED_S, "off": 0.0}  # monotonic s; ms


def is_right() -> bool:
    """Whether this machine's clock agrees with PostgreSQL's; the clocks are compared every
    `COMPARED_S` seconds."""
    if time.monotonic() - _looked["at"] >= COMPARED_S:
        _looked.update(at=time.monotonic(), off=off_ms())
    return abs(_looked["off"]) <= MOST_OFF_MS


def ahead_ms() -> float:
    """The number of ms that this machine's clock is ahead of PostgreSQL's; 0 if this clock is right
    or behind."""
    return 0 if is_right() else max(0, _looked["off"])


def moment(epoch_ms: int) -> datetime:
    return datetime.fromtimestamp(epoch_ms / 1000, UTC)
