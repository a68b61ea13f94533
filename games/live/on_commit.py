"""When a table, a player or their notices have changed, send a hint (only numbers) to processes
that show it."""

from collections.abc import Collection
from typing import Any

from channels.layers import get_channel_layer
from redis.asyncio import Redis

from games.bus.publisher import publish
from games.live.personal import feeds, lobby
from games.live.room import group_of, update_rooms, update_talk
from games.table.models import Seat, Status
from games.table.signals import Written


def on_table_changed(
    *, table_id: int, version: int, status: str, written: Written, **_: Any
) -> None:
    """Receives `table_changed`.  A lost hint costs one heartbeat, nothing else."""
    update_rooms(written)

    async def hint(_: Redis) -> None:
        layer = get_channel_layer()
        if layer is not None:
            message = {"type": "hint", "table": table_id, "version": version}
            await layer.group_send(group_of(table_id), message)

    publish(hint)
    acts = {move.act for move in written.moves}
    if written.state is None or written.table.is_over or "deal" in acts:
        seated = {seat.player_id for seat in written.seats}
        gone = {move.player_id for move in written.moves if move.player_id is not None}
        hint_players(seated | gone)
        is_open = status == Status.OPEN or bool(acts & {"deal", "abort"})
        if is_open and not written.table.private:
            hint_lobby(table_id)


def on_line_said(*, table_id: int, room: str, said_ms: int, **_: Any) -> None:
    """Receives `line_said`."""
    update_talk(table_id, room, said_ms)
    hint_tables([table_id], chat=[room, said_ms])


def on_wishes_changed(*, players: Collection[int], **_: Any) -> None:
    """Receives `wishes_changed`."""
    hint_players(players)
    hint_lobby(0)


def hint_lobby(number: int) -> None:
    """An open table or a wish has come, changed or gone."""

    async def hint(_: Redis) -> None:
        layer = get_channel_layer()
        if layer is not None:
            await layer.group_send(lobby.GROUP, {"type": "hint", "lobby": number})

    publish(hint)


def on_personal_news(*, players: Collection[int], **_: Any) -> None:
    """Receives `notices_changed`."""
    hint_players(players)


def hint_players(players: Collection[int]) -> None:
    """What concerns these players has changed.  Not told of each move: a beat is soon enough."""

    async def hint(_: Redis) -> None:
        layer = get_channel_layer()
        if layer is None:
            return
        for player in players:
            message = {"type": "hint", "player": player}
            await layer.group_send(feeds.group_of(player), message)

    publish(hint)


def on_player_changed(*, player_id: int, **_: Any) -> None:
    """Receives `player_changed`: their tables are read again.  After a lost hint, open pages
    show the old name, and a ban takes effect half a minute later."""
    seats = Seat.objects.filter(player_id=player_id, ended_at=None)
    hint_tables(list(seats.values_list("table_id", flat=True)), player=player_id)
    hint_players([player_id])


def hint_tables(tables: Collection[int], **news: Any) -> None:
    """Something other than the version has changed there."""

    async def hint(_: Redis) -> None:
        layer = get_channel_layer()
        if layer is None:
            return
        for table_id in tables:
            message = {"type": "hint", "table": table_id, "version": 0, **news}
            await layer.group_send(group_of(table_id), message)

    publish(hint)
