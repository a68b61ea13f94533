"""When a table has changed, remind the live workers of its deadline and of its bots."""

from typing import Any

from redis.asyncio import Redis

from games.bus import schedule
from games.bus.publisher import publish
from games.table import clock
from games.table.models import Status
from games.table.signals import Written
from games.table.writer.playout import only_bots_left


def on_table_changed(
    *, table_id: int, due_ms: int | None, status: str, written: Written, **_: Any
) -> None:
    """Receives `table_changed`.  A lost reminder costs one sweep, nothing else."""
    entries: dict[str, int] = {}
    if due_ms is not None:
        entries[schedule.timer(table_id)] = due_ms
    if status == Status.RUNNING and any(seat.plays_itself for seat in written.seats):
        entries[schedule.bots(table_id)] = clock.now_ms()
        if written.state is not None and only_bots_left(written.seats, written.state):
            entries[schedule.fast_forward(table_id)] = clock.now_ms()

    async def remind(redis: Redis) -> None:
        await schedule.add_soon(redis, entries)

    if entries:
        publish(remind)
