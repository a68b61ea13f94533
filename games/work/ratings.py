"""The rating of finished tables: soon after each table ends, and once a minute for missed ones."""

import logging
from typing import Any

from django.db import OperationalError
from redis.asyncio import Redis

from games.accounts.models import Player
from games.bus import schedule
from games.bus.publisher import publish
from games.ratings.ledger import record_tables, with_waiting
from games.ratings.models import Rating
from games.ratings.recount import leave_out_void, with_void
from games.table import clock
from games.table.rated import POOLS, pool_of_table
from games.table.signals import Written

log = logging.getLogger(__name__)


def rate_tables() -> None:
    """Rate all waiting tables, pool by pool.  In pools without waiting tables no row is locked."""
    for key in sorted(POOLS.keys() & (with_waiting() | with_void())):
        try:
            while record_tables(key):
                pass
            leave_out_void(key)
        except OperationalError:  # another worker does it, or it is being rebuilt
            log.info("Pool %s is locked", key)


def on_table_changed(*, written: Written, **_: Any) -> None:
    """Receive `table_changed`, and rate a finished table soon."""
    if written.table.is_over and pool_of_table(written.table):
        rate_soon()


def on_tables_void(**_: Any) -> None:
    """Receive `tables_void`, and leave the void games out of the ratings soon."""
    rate_soon()


def rate_soon() -> None:
    async def remind(redis: Redis) -> None:
        await schedule.add_soon(redis, {schedule.RATINGS: clock.now_ms()})

    publish(remind)


def on_player_changed(*, player_id: int, **_: Any) -> None:
    """Receive `player_changed`, because boards do not show closed accounts."""
    if not Player.objects.filter(pk=player_id, is_active=True, erased=False).exists():
        Rating.objects.filter(player=player_id).update(listed_until=None)
