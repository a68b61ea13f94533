"""Told after a commit; doors listen, stored stations never call them."""

from typing import NamedTuple

from django.dispatch import Signal

from games.rules.game import State
from games.table.models import Move, Seat, Table


class Written(NamedTuple):
    """The rows as they were written: who listens in this process need not read them.  Nobody
    changes them any more."""

    table: Table
    seats: list[Seat]
    moves: list[Move]  # the new ones
    state: State | None  # None: it did not change


# Arguments: table_id, version, due_ms (epoch ms; None: no new deadline), status, written.
table_changed = Signal()
