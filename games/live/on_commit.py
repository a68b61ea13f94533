"""When a table, a tournament, a player or their notices have changed, send a hint (only numbers) to
the processes that show it.  A lost hint costs one beat."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from channels.layers import get_channel_layer
from redis.asyncio import Redis

from games.bus.publisher import publish
from games.live import feeds, lobby, room, tournaments
from games.table.models import Seat, Status
from games.table.signals import Written


def hint(hints: Mapping[str, Mapping[str, Any]]) -> None:
    """Send one to each of these groups of the channel layer."""

    async def send(_: Redis) -> None:
        layer = get_channel_layer()
        if layer is not None:
            for group, news in hints.items():
                await layer.group_send(group, {"type": "hint", **news})

    publish(send)


def hint_tables(tables: Iterable[int], **news: Any) -> None:
    """Something other than the version has changed there."""
    hint({room.group_of(table): {"version": 0} | news for table in tables})


def hint_players(players: Iterable[int]) -> None:
    """What concerns these players has changed.  Not for each move: a beat is soon enough."""
    hint({feeds.group_of(player): {"player": player} for player in players})


def hint_lobby() -> None:
    """An open table or a wish has come, changed or gone."""
    hint({lobby.GROUP: {"lobby": True}})


def on_table_changed(
    *, table_id: int, version: int, status: str, written: Written, **_: Any
) -> None:
    """Receives `table_changed`."""
    room.update_rooms(written)
    hint_tables([table_id], version=version)
    acts = {move.act for move in written.moves}
    if written.state is None or written.table.is_over or "deal" in acts:
        seated = {seat.player_id for seat in written.seats}
        gone = {move.player_id for move in written.moves if move.player_id is not None}
        hint_players(seated | gone)
        is_open = status == Status.OPEN or bool(acts & {"deal", "abort"})
        if is_open and not written.table.private:
            hint_lobby()


def on_line_said(*, table_id: int, said_ms: int, **line: Any) -> None:
    """Receives `line_said`."""
    room.update_talk(table_id, line["room"], said_ms)
    hint_tables([table_id], chat=[line["room"], said_ms])


def on_wishes_changed(*, players: Collection[int], **_: Any) -> None:
    """Receives `wishes_changed`."""
    hint_players(players)
    hint_lobby()


def on_personal_news(*, players: Collection[int], **_: Any) -> None:
    """Receives `notices_changed`."""
    hint_players(players)


def on_player_changed(*, player_id: int, **_: Any) -> None:
    """Receives `player_changed`: their tables are read again.  After a lost hint, open pages
    show the old name, and a ban takes effect half a minute later."""
    seats = Seat.objects.filter(player_id=player_id, ended_at=None)
    hint_tables(seats.values_list("table_id", flat=True), player=player_id)
    hint_players([player_id])


def on_tournament_changed(
    *, tournament_id: int, version: int, players: list[int] | None, **_: Any
) -> None:
    """Receives `tournament_changed`."""
    news = {"tournament": tournament_id, "version": version, "players": players}
    hint({tournaments.group_of(tournament_id): news})
