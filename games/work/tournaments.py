"""Tournaments go on by themselves: when something is due, and when a table has ended."""

from contextlib import suppress
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from games.bus import presence, schedule, valkey
from games.bus.publisher import publish
from games.table import clock
from games.table.signals import Written
from games.tournaments.models import Tournament
from games.tournaments.writer import clockwork


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


def remind(entries: dict[str, int]) -> None:
    async def send(redis: Redis) -> None:
        await schedule.add_soon(redis, entries)

    publish(send)
