"""After an outage clocks get the lost time back, so nobody loses a turn to a dead server."""

from games.table.models import Pulse, Status
from games.table.writer.ledger import Ledger

OUTAGE_MS = 5_000  # without a report for this long, the server was down


def alive_ms() -> int:
    """When the worker last reported, in epoch ms; 0: never."""
    return Pulse.objects.filter(pk=1).values_list("alive_ms", flat=True).first() or 0


def give_back_if_late(ledger: Ledger) -> None:
    """A deadline long overdue is the sign of an outage; only then read the last report."""
    due = ledger.table.due_ms
    if ledger.table.status == Status.RUNNING and due is not None and ledger.now - due > OUTAGE_MS:
        give_back(ledger, alive_ms())


def give_back(ledger: Ledger, alive: int) -> bool:
    """If the server was down since `alive`, stop all clocks of the table for that time."""
    table = ledger.table
    down = ledger.now - max(alive, table.moved_ms)
    if not alive or down <= OUTAGE_MS or table.paused_ms is not None:
        return False
    # What was due before and not done comes after it: time in the log never runs backwards.
    since = alive if table.due_ms is None else min(alive, table.due_ms)
    ledger.log("pause", args={"ms": give_back_since(ledger, max(since, table.moved_ms))})
    return True


def give_back_since(ledger: Ledger, since: int) -> int:
    """Give every clock of the table the time since then (epoch ms) back.  Returns it, in ms."""
    table, lost = ledger.table, ledger.now - since
    if table.started_ms is not None:
        ledger.change(lost_ms=table.lost_ms + lost)
    if table.offer:
        ledger.change(offer=table.offer | {"until": table.offer["until"] + lost})
    for seat in ledger.seats:
        if seat.away_ms is not None:
            ledger.change_seat(seat, away_ms=seat.away_ms + ledger.now - max(seat.away_ms, since))
    return lost
