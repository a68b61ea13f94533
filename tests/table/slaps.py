"""A table of War, played until cards may be slapped."""

from games.table.models import Move, Table
from games.table.writer import play
from tests.table.conftest import NOW


def until_a_slap(table, now=NOW + 3000):
    """Battle by battle to the first slap window; its `slap_open` event."""
    while True:
        table = Table.objects.get(pk=table.pk)
        assert table.due_ms is not None, "no slap card in this game"
        play.tick(table=table, now=table.due_ms)
        move = Move.objects.filter(table=table).order_by("number").last()
        if opened := [row for row in move.events if row["ev"] == "slap_open"]:
            return opened[0]
