"""Deadlines of tables, and games that need not wait for theirs."""

from games.bus import schedule, valkey
from games.table import clock
from games.table.refusals import Refused
from games.table.writer import play
from games.work.demo import wishes


def fire_timers(table_id: int) -> None:
    """Do everything due at a table; if the reminder was early, schedule it again."""
    now = clock.now_ms()
    try:
        due_ms = play.tick(table=table_id, now=now)
    except Refused:  # the table is gone
        return
    if due_ms is not None and valkey.has_server():
        schedule.add(valkey.client(), {schedule.timer(table_id): due_ms})


def fast_forward(table_id: int) -> None:
    """Play a part of a game in which only bots are left; its change reminds of the next one."""
    play.fast_forward(table=table_id, decide=wishes)
