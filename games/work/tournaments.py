"""Tournaments go on by themselves: when something is due, and when a table has ended."""

import math
from contextlib import suppress
from typing import Any

from django.core.cache import cache
from redis.asyncio import Redis
from redis.exceptions import RedisError

from games.bus import presence, schedule, valkey
from games.bus.publisher import publish
from games.notices.kinds import Kind
from games.notices.writer import notify_all
from games.table import clock
from games.table.signals import Written
from games.tournaments import terms
from games.tournaments.acts import State
from games.tournaments.declared import MINUTE_MS
from games.tournaments.models import Tournament
from games.tournaments.writer import clockwork, life

WARNINGS = (2, 15)  # minutes before
DAY_S = 86_400


def run_tournament(tournament_id: int) -> None:
    """Do everything that is due; come again for what is not."""
    with suppress(Tournament.DoesNotExist):
        now = clock.now_ms()
        here = visitors(tournament_id, now)
        due_ms = clockwork.advance(tournament=tournament_id, now=now, here=here)
        if due_ms is not None and valkey.has_server():
            schedule.add(valkey.client(), {schedule.tournament(tournament_id): due_ms})


def visitors(tournament_id: int, now: int) -> set[int]:
    """The players on its pages or at its tables; nobody while Valkey does not answer."""
    try:
        if valkey.has_server():
            return presence.visitors(valkey.client(), tournament_id, now)
    except (RedisError, OSError):
        pass
    return set()


def on_tournament_changed(*, tournament_id: int, due_ms: int | None, **_: Any) -> None:
    """Receives `tournament_changed`.  A lost reminder costs one sweep, nothing else."""
    if due_ms is not None:
        remind({schedule.tournament(tournament_id): due_ms})


def on_table_changed(*, written: Written, **_: Any) -> None:
    """Receives `table_changed`: results are collected soon after a table has ended, many at
    once if many end."""
    table = written.table
    if not (table.arranged and table.is_over):
        return
    found = Tournament.objects.filter(stages__rounds__pairings__games__table=table.pk)
    for number in found.values_list("pk", flat=True):
        remind({schedule.tournament(number): clock.now_ms()})


def announce_starts(now: int) -> None:
    """Tell players that their tournament, or a round of its schedule, begins in 15 or 2 minutes."""
    for row in Tournament.objects.filter(state__in=(State.OPEN, State.CHECKIN, State.RUNNING)):
        read = terms.resolve(row.terms)
        begins = (read.starts,) if row.state != State.RUNNING else read.times
        for moment in begins:
            left = math.ceil(((moment or 0) - now) / MINUTE_MS)
            minutes = next((most for most in WARNINGS if 0 < left <= most), None)
            subject = f"{row.code}-{moment}-{minutes}"
            if minutes and cache.add(f"starts:{subject}", 1, DAY_S):
                args = {"code": row.code, "minutes": left}
                notify_all(life.awaited(row), Kind.STARTS, subject, args)


def remind(entries: dict[str, int]) -> None:
    async def send(redis: Redis) -> None:
        await schedule.add_soon(redis, entries)

    publish(send)
