"""Opens and closes the unit of work: lock a table, fire what is due, write what happened."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

from games.table import rows
from games.table.clock import now_ms
from games.table.models import Seat, Table
from games.table.refusals import Refused
from games.table.signals import Written, table_changed
from games.table.writer import deadlines
from games.table.writer.ledger import Ledger

TableKey = Table | int | str  # a row, its id, or its code


def close(ledger: Ledger, *, last: bool = False) -> None:
    """Write what happened; announce it after the commit.  `last`: this transaction writes no
    more."""
    table = ledger.table
    if not ledger.moves:
        return
    if "state" in ledger.fields:
        table.state = ledger.state.to_bytes()
    table.moved_ms = ledger.now
    deadline = deadlines.next_due(ledger)
    table.due_ms = None if deadline is None else deadline.at
    changes = [
        rows.inserted(ledger.moves),
        rows.saved(table, ledger.fields | {"version", "moved_ms", "due_ms"}),
    ]
    for seat in ledger.seats:
        if fields := ledger.touched.get(seat.number):
            changes.append(rows.saved(seat, fields))
    announce(ledger)
    rows.write(changes, last=last)


def announce(ledger: Ledger) -> None:
    """Send the signal once the change is committed; errors of receivers do not affect the table."""
    table = ledger.table
    news: dict[str, Any] = {
        "table_id": table.pk,
        "version": table.version,
        "due_ms": None if table.due_ms == ledger.due_ms else table.due_ms,
        "status": str(table.status),
        "written": Written(
            table, ledger.seats, ledger.moves, ledger.state if "state" in ledger.fields else None
        ),
    }

    def send() -> None:
        table_changed.send(sender=Table, **news)

    transaction.on_commit(send, robust=True)


@contextmanager
def under_lock(table: TableKey, *, now: int | None = None, fire: bool = True) -> Iterator[Ledger]:
    """The table, locked, after its due timers.  An exception rolls everything back."""
    with transaction.atomic():
        row, seats = lock(number_of(table))
        ledger = Ledger(row, seats, now_ms() if now is None else now)
        if fire:
            deadlines.fire_due(ledger)
        yield ledger
        close(ledger, last=True)


def seats_query(table_id: int) -> rows.Query[Seat]:
    return rows.Query(Seat, "WHERE table_id = %s ORDER BY number", [table_id])


def number_of(table: TableKey) -> int:
    """The id of a table.  Raises Refused."""
    if isinstance(table, Table):
        return table.pk
    if isinstance(table, int):
        return table
    number = Table.objects.filter(code=table).values_list("pk", flat=True).first()
    if number is None:
        raise Refused("NO_TABLE")
    return number


def lock(table_id: int) -> tuple[Table, list[Seat]]:
    """Lock the row until the end of the transaction, and read the seats; on SQLite the
    transaction itself is the lock.  Raises Refused."""
    ours = " FOR NO KEY UPDATE" if connection.features.has_select_for_no_key_update else ""
    table = rows.Query(Table, f"WHERE id = %s{ours}", [table_id])
    tables, seats = rows.read_many(table, seats_query(table_id))
    if not tables:
        raise Refused("NO_TABLE")
    return tables[0], seats
