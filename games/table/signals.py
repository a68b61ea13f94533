"""The signals sent after a commit.  Entry points receive them; the layers below never call entry
points."""

from typing import NamedTuple

from django.dispatch import Signal

from games.rules.game import State
from games.table.models import Move, Seat, Table


class Written(NamedTuple):
    """The rows as written, which do not change any more, so that receivers in this process need not
    read them."""

    table: Table
    seats: list[Seat]
    moves: list[Move]  # the new ones
    state: State | None  # None: unchanged


# Arguments: table_id, version, due_ms (epoch ms; None: no new deadline), status, written.
table_changed = Signal()
