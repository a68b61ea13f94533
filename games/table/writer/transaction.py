"""Opens and closes the unit of work: lock a table, fire what is due, write what happened."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any, NamedTuple

from django.db import connection, transaction

from games.table import clock, rows
from games.table.clock import now_ms
from games.table.models import Seat, Table
from games.table.refusals import Refused
from games.table.signals import Written, table_changed
from games.table.writer import deadlines
from games.table.writer.ledger import Ledger

TableKey = Table | int | str  # a row, its id, or its code


class Known(NamedTuple):
    """A table as a process that shows it knows it, which may be outdated."""

    table: Table
    seats: Sequence[Seat]


class Outdated(Exception):
    """The table was not as it was known: do the order again under lock."""


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
    changes = [  # the table first, so that who has not locked it waits here for who has
        rows.saved(table, ledger.fields | {"version", "moved_ms", "due_ms"}),
        rows.inserted(ledger.moves),
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
def under_lock(
    table: TableKey, *, now: int | None = None, fire: bool = True, known: Known | None = None
) -> Iterator[Ledger]:
    """The table, locked, after its due timers.  An exception rolls everything back.

    If it is `known`, it is neither read nor locked before it is written.  Whoever has written
    meanwhile has used the number of the first new move, so this one raises IntegrityError."""
    with transaction.atomic():
        row, seats = lock(number_of(table)) if known is None else (copy(known.table), copies(known))
        ledger = Ledger(row, seats, moment_of(row, now_ms() if now is None else now))
        if fire:
            deadlines.fire_due(ledger)
        yield ledger
        close(ledger, last=True)


def moment_of(table: Table, now: int) -> int:
    """`now` (epoch ms), by PostgreSQL's clock if something seems due: a clock that is ahead would
    meet deadlines early, and take them for late ones."""
    is_due = table.due_ms is not None and table.due_ms <= now
    return now - round(clock.ahead_ms()) if is_due else now


def copies(known: Known) -> list[Seat]:
    return [copy(seat) for seat in known.seats]


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
