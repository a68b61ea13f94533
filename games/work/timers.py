"""Deadlines of tables."""

from games.live import valkey
from games.table import clock, play
from games.table.models import Table
from games.work import schedule


def fire_timers(table_id: int) -> None:
    """Let everything due at a table happen; if it was an early reminder, come again."""
    due_ms = Table.objects.values_list("due_ms", flat=True).filter(pk=table_id).first()
    if due_ms is None:
        return
    now = clock.now_ms()
    if due_ms <= now:
        play.tick(table=table_id, now=now)
    elif valkey.has_server():
        schedule.add(valkey.client(), {schedule.timer(table_id): due_ms})
