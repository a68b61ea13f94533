"""Hints sent after a commit that changed a table, a tournament, a player or their notices.  Hints
contain only numbers and go to the processes that show the changed thing.  A lost hint delays the
news by one beat."""

from collections.abc import Collection
from typing import Any

from games.live import feeds, lobby, rooms, tournaments
from games.live.hints import send_hints
from games.table.models import Seat, Status
from games.table.signals import Written


def hint_players(players: Collection[int]) -> None:
    """Send a hint that the `me` messages of these players may have changed.  Moves send no such
    hint, because the next beat is soon enough."""
    send_hints({feeds.group_of(player): {"player": player} for player in players})


def hint_lobby() -> None:
    """Send a hint that an open table or a wish was added, changed or removed."""
    send_hints({lobby.GROUP: {"lobby": True}})


def on_table_changed(
    *, table_id: int, version: int, status: str, written: Written, **_: Any
) -> None:
    """Receive `table_changed`, and update the rooms, players and lobbies that show the table."""
    if not rooms.update_rooms(written):
        rooms.hint_table(table_id, version)
    acts = {move.act for move in written.moves}
    if written.state is None or written.table.is_over or "deal" in acts:
        seated = {seat.player_id for seat in written.seats}
        gone = {move.player_id for move in written.moves if move.player_id is not None}
        hint_players(seated | gone)
        is_open = status == Status.OPEN or bool(acts & {"deal", "abort"})
        if is_open and not written.table.private:
            hint_lobby()


def on_line_said(*, table_id: int, said_ms: int, **line: Any) -> None:
    """Receive `line_said`, and notify the rooms that show the chat."""
    rooms.update_talk(table_id, line["room"], said_ms)
    rooms.hint_table(table_id, chat=[line["room"], said_ms])


def on_wishes_changed(*, players: Collection[int], **_: Any) -> None:
    """Receive `wishes_changed`, and notify these players and the lobby."""
    hint_players(players)
    hint_lobby()


def on_personal_news(*, players: Collection[int], **_: Any) -> None:
    """Receive `notices_changed`, and notify these players."""
    hint_players(players)


def on_player_changed(*, player_id: int, **_: Any) -> None:
    """Receive `player_changed`, and send hints to read the player's tables again.  After a lost
    hint, open pages show the old name, and a ban takes effect half a minute later."""
    seats = Seat.objects.filter(player_id=player_id, ended_at=None)
    for table_id in seats.values_list("table_id", flat=True):
        rooms.hint_table(table_id, player=player_id)
    hint_players([player_id])


def on_tournament_changed(
    *, tournament_id: int, version: int, players: list[int] | None, **_: Any
) -> None:
    """Receive `tournament_changed`, and notify the pages that show the tournament."""
    news = {"tournament": tournament_id, "version": version, "players": players}
    send_hints({tournaments.group_of(tournament_id): news})
