"""After an outage clocks get the lost time back, so nobody loses a turn to a dead server."""

from games.table.models import Pulse, Status
from games.table.writer.ledger import Ledger

OUTAGE_MS = 5_000  # without a report for this long, the server was down


def alive_ms() -> int:
    """When the worker last reported, in epoch ms; 0: never."""
    return Pulse.objects.filter(pk=1).values_list("alive_ms", flat=True).first() or 0


def give_back_if_late(book: Ledger) -> None:
    """A deadline long overdue is the sign of an outage; only then read the last report."""
    due = book.table.due_ms
    if book.table.status == Status.RUNNING and due is not None and book.now - due > OUTAGE_MS:
        give_back(book, alive_ms())


def give_back(book: Ledger, alive: int) -> bool:
    """If the server was down since `alive`, stop all clocks of the table for that time."""
    table = book.table
    down = book.now - max(alive, table.moved_ms)
    if not alive or down <= OUTAGE_MS or table.paused_ms is not None:
        return False
    # What was due before and not done comes after it: time in the log never runs backwards.
    since = alive if table.due_ms is None else min(alive, table.due_ms)
    book.log("pause", args={"ms": give_back_since(book, max(since, table.moved_ms))})
    return True


def give_back_since(book: Ledger, since: int) -> int:
    """Give every clock of the table the time since then (epoch ms) back.  Returns it, in ms."""
    table, lost = book.table, book.now - since
    if table.started_ms is not None:
        book.change(lost_ms=table.lost_ms + lost)
    if table.offer:
        book.change(offer=table.offer | {"until": table.offer["until"] + lost})
    for seat in book.seats:
        if seat.away_ms is not None:
            book.change_seat(seat, away_ms=seat.away_ms + book.now - max(seat.away_ms, since))
    return lost
