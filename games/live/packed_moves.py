"""Moves as a room keeps them, in as few objects as can be.

The last moves of every table that is looked at stay for a minute or two, and Python's full
collections walk whatever stays while nobody is answered.  As rows with their events they were ten
objects each: 75 ms for fifty tables, every half minute under load."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from games.table.models import Move


class Kept(NamedTuple):
    """A move of the log; `packed` has its events as JSON."""

    number: int
    seat: int
    act: str
    args: dict[str, Any]
    at_ms: int
    refused: str
    sealed: bool
    packed: str

    @property
    def events(self) -> list[dict[str, Any]]:
        """Unpacked anew each time."""
        rows: list[dict[str, Any]] = json.loads(self.packed)
        return rows


def kept(moves: Iterable[Move]) -> list[Kept]:
    """These rows, to be kept."""
    return [
        Kept(
            number=move.number,
            seat=move.seat,
            act=move.act,
            args=move.args,
            at_ms=move.at_ms,
            refused=move.refused,
            sealed=move.sealed,
            packed=json.dumps(move.events),
        )
        for move in moves
    ]
