"""When a table or player has changed, send a hint (only numbers) to processes that show it."""

from typing import Any

from channels.layers import get_channel_layer
from redis.asyncio import Redis

from games.bus.publisher import publish
from games.live.room import group_of, update_rooms
from games.table.models import Seat
from games.table.signals import Written


def on_table_changed(*, table_id: int, version: int, written: Written, **_: Any) -> None:
    """Receives `table_changed`.  A lost hint costs one heartbeat, nothing else."""
    update_rooms(written)

    async def hint(_: Redis) -> None:
        layer = get_channel_layer()
        if layer is not None:
            message = {"type": "hint", "table": table_id, "version": version}
            await layer.group_send(group_of(table_id), message)

    publish(hint)


def on_player_changed(*, player_id: int, **_: Any) -> None:
    """Receives `player_changed`: their tables are read again.  After a lost hint, open pages
    show the old name, and a ban takes effect half a minute later."""
    seats = Seat.objects.filter(player_id=player_id, ended_at=None)
    tables = list(seats.values_list("table_id", flat=True))

    async def hint(_: Redis) -> None:
        layer = get_channel_layer()
        if layer is None:
            return
        for table_id in tables:
            message = {"type": "hint", "table": table_id, "version": 0, "player": player_id}
            await layer.group_send(group_of(table_id), message)

    publish(hint)
