"""Moves packed into one object each, so that garbage collections are short.

A room keeps the last moves of its table.  An unpacked move is ten objects, and with fifty rooms a
full collection stopped the process for 75 ms, every half minute under load."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from games.table.models import Move

TAIL = 100  # moves kept for reconnecting clients; older ones get only the view


class PackedMove(NamedTuple):
    """A move of the log; `events_json` has its events as JSON."""

    number: int
    seat: int
    act: str
    args: dict[str, Any]
    at_ms: int
    refused: str
    sealed: bool
    command: UUID | None
    events_json: str

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events, parsed again on each call."""
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
            command=move.command,
            events_json=json.dumps(move.events),
        )
        for move in moves
    ]


def tail(moves: Sequence[PackedMove]) -> tuple[PackedMove, ...]:
    """The last moves, up to the number that is kept.  Sealed moves are not counted, because the
    length must not reveal that somebody has called."""
    spare = len(moves) - TAIL
    if spare > 0:
        spare -= sum(move.sealed for move in moves)
    first = 0
    while spare > 0:
        spare -= not moves[first].sealed
        first += 1
    while first and moves[first].sealed:  # begin with a move that is public
        first += 1
    return tuple(moves[first:])
