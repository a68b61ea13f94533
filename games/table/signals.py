"""The signals sent after a commit.  Entry points receive these signals, because lower layers never
call entry points."""

from typing import NamedTuple

from django.dispatch import Signal

from games.rules.game import State
from games.table.models import Move, Seat, Table


class Written(NamedTuple):
    """The rows as written.  Receivers in this process use them instead of reading the database, and
    must not change them."""

    table: Table
    seats: list[Seat]
    moves: list[Move]  # the new ones
    state: State | None  # None: unchanged


# Arguments: table_id, version, due_ms (epoch ms; None: no new deadline), status, written.
table_changed = Signal()
