"""What the site shows by itself, games of bots and an arena, sleeps while nobody watches: it stands
still as if a director had paused it, and goes on from there."""

from contextlib import suppress

from redis.exceptions import RedisError

from games.bus import presence, valkey
from games.table import clock
from games.table.models import Table
from games.table.writer import arranged
from games.tournaments.models import Tournament
from games.tournaments.refusals import Refused
from games.tournaments.writer import life
from games.tournaments.writer.orders import Order
from games.work import demo, showcase

WHY = "Nobody is watching."


def keep_going() -> None:
    """Every few seconds (from beat), and when somebody comes."""
    demo.keep_showing()
    showcase.keep_going()
    with suppress(RedisError, OSError):
        sleep_or_wake()


def sleep_or_wake() -> None:
    redis = valkey.client()
    games, arenas = list(demo.shows().running()), list(showcase.arenas())
    tables = [table for arena in arenas for table in arena.unfinished_tables()]
    every = [table.pk for table in (*games, *tables)]
    is_watched = presence.is_watched(redis, every, clock.now_ms())
    for table in games:
        turn_table(table, is_watched)
    for arena in arenas:
        turn_arena(arena, is_watched)
    presence.note_asleep(redis, [] if is_watched else every)


def turn_table(table: Table, is_watched: bool) -> None:
    if is_watched and table.paused_ms is not None:
        arranged.resume(table=table.pk)
    if not is_watched and table.paused_ms is None:
        arranged.pause(table=table.pk, reason=WHY)


def turn_arena(arena: Tournament, is_watched: bool) -> None:
    with suppress(Refused):  # another worker was quicker
        desk = showcase.desk()
        if is_watched and arena.state == "paused":
            life.resume(Order(arena.pk, desk))
        if not is_watched and arena.state == "running":
            life.pause(Order(arena.pk, desk, reason=WHY), tables=True)
