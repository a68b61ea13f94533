"""Moves packed into one object each, to keep garbage collections short.

A room keeps the last moves of its table.  Unpacked they are ten objects each, and a full
collection with fifty rooms stopped the process for 75 ms, every half minute under load."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from games.table.models import Move


class PackedMove(NamedTuple):
    """A move of the log; `events_json` has its events as JSON."""

    number: int
    seat: int
    act: str
    args: dict[str, Any]
    at_ms: int
    refused: str
    sealed: bool
    events_json: str

    @property
    def events(self) -> list[dict[str, Any]]:
        """Parsed on each call."""
        rows: list[dict[str, Any]] = json.loads(self.events_json)
        return rows


def packed(moves: Iterable[Move]) -> list[PackedMove]:
    return [
        PackedMove(
            number=move.number,
            seat=move.seat,
            act=move.act,
            args=move.args,
            at_ms=move.at_ms,
            refused=move.refused,
            sealed=move.sealed,
            events_json=json.dumps(move.events),
        )
        for move in moves
    ]
