"""Reads the time for tables; nothing else does."""

import time
from datetime import UTC, datetime

from django.db import connection

MOST_OFF_MS = 1000  # with more, deadlines would come early or late


def now_ms() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def off_ms() -> int:
    """How far the clock of this machine is ahead of PostgreSQL's; 0 if it is right within what can
    be measured, and beside SQLite, which has no other."""
    if connection.vendor != "postgresql":
        return 0
    before = now_ms()
    with connection.cursor() as cursor:
        cursor.execute("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        theirs = int(cursor.fetchone()[0])
    after = now_ms()
    return max(0, before - theirs) + min(0, after - theirs)


def moment(epoch_ms: int) -> datetime:
    return datetime.fromtimestamp(epoch_ms / 1000, UTC)
