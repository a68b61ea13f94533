"""The log of a table: a row for each move and, from a day after the end, one row with all moves.

Separate rows take ten times the space of the same moves compressed together: each row has its own
header and index entries, and events repeat the same words."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import brotli  # type: ignore[import-untyped]
from django.db import transaction

from games.table.models import Archive, Move, Table

AFTER = timedelta(days=1)  # until then commands can be repeated
PORTION = 500  # tables at once
# Not `command`: nobody asks again so late.
COLUMNS = ("number", "seat", "player_id", "act", "args", "at_ms", "refused", "sealed", "events")
QUALITY = 6  # of 11: a tenth of the time of the best, for a few percent more space


def moves_of(table: Table, since: int = 0, most: int | None = None) -> Sequence[Move]:
    """The moves with a number after `since`, in order; at most `most` of them."""
    rows = list(Move.objects.filter(table=table).since(since)[:most])
    if not table.is_over or (rows and rows[0].number == since + 1):
        return rows
    archive = Archive.objects.filter(table=table).first()
    archived = read(archive) if archive else []
    return [*(move for move in archived if move.number > since), *rows][:most]


def facts_of(table: Table) -> list[dict[str, Any]]:
    """The columns of all the table's moves; creating model objects would take twice as long."""
    rows = list(Move.objects.filter(table=table).order_by("number").values(*COLUMNS))
    if rows and rows[0]["number"] == 1:
        return rows
    archive = Archive.objects.filter(table=table).first()
    return [*(facts_in(archive) if archive else []), *rows]


def archive_old(*, at: datetime) -> int:
    """Archive the games that ended a day ago or earlier.  Return the number of archived games."""
    old = Table.objects.filter(archived=False, ended_at__lt=at - AFTER).order_by("ended_at")
    tables = list(old.only("pk")[:PORTION])
    for table in tables:
        archive(table)
    return len(tables)


@transaction.atomic
def archive(table: Table) -> None:
    rows = Move.objects.filter(table=table).order_by("number")
    Archive.objects.create(table=table, moves=write(rows))
    rows.delete()
    Table.objects.filter(pk=table.pk).update(archived=True)


def write(moves: Iterable[Move]) -> bytes:
    """Return the moves as one compressed text."""
    rows = [[getattr(move, name) for name in COLUMNS] for move in moves]
    text = json.dumps(rows, separators=(",", ":"))
    packed: bytes = brotli.compress(text.encode(), quality=QUALITY)
    return packed


def facts_in(archive: Archive) -> list[dict[str, Any]]:
    rows = json.loads(brotli.decompress(bytes(archive.moves)))
    return [dict(zip(COLUMNS, row, strict=True)) for row in rows]


def read(archive: Archive) -> list[Move]:
    return [Move(table_id=archive.table_id, **facts) for facts in facts_in(archive)]
