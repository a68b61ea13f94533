"""The table for a single request, which gets the cards of a race no earlier than a connection
does."""

import time
from typing import Any

from games.accounts.models import Player
from games.table import clock, rows
from games.table.models import Table
from games.table.reading.snapshot import Snapshot, load
from games.table.writer.ledger import MOST_LEAD_MS
from warsite.services import give_back_connections


def load_when_shown(table_id: int) -> Snapshot:
    """Load the stored table, and wait until its newest cards may be shown."""
    snapshot = load(table_id)
    wait_ms = min(snapshot.show_ms - clock.now_ms(), MOST_LEAD_MS)
    if wait_ms > 0:
        give_back_connections()
        time.sleep(wait_ms / 1000)
    return snapshot


def message_of(snapshot: Snapshot, player: Player | None) -> dict[str, Any]:
    """The message for the first rendering of a page, equal to the message that a socket would
    send."""
    viewer = snapshot.seat_of(player.pk if player else None)
    now = snapshot.table.game_ms(clock.now_ms())
    return {"now": now, "watchers": 0, **snapshot.message(viewer, 0)}


def players_of(snapshot: Snapshot) -> dict[int, Player]:
    """The players by seat."""
    return {seat.number: snapshot.players[seat.player_id] for seat in snapshot.seats}


def first_message(table: Table, player: Player | None) -> dict[str, Any]:
    """The message with the stored table, for the first rendering of its page."""
    return message_of(load_when_shown(table.pk), player)


def visible_table(code: str, player: int | None) -> Table | None:
    """The table with this code, if this player (an id) may see it.  Most tables are public, so
    `visible_to` is queried only for the others."""
    found = rows.read(Table, "WHERE code = %s", [code.upper()])
    if not found or found[0].is_for_everybody:
        return found[0] if found else None
    return Table.objects.visible_to(player).filter(pk=found[0].pk).first()
