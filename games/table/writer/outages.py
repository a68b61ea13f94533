"""After an outage clocks get the lost time back, so nobody loses a turn to a dead server."""

from games.table.models import Pulse, Status, Table
from games.table.querysets import TableQuerySet
from games.table.writer.ledger import Ledger

OUTAGE_MS = 5_000  # without a report for this long, the server was down


def alive_ms() -> int:
    """When the worker last reported, in epoch ms; 0: never."""
    return Pulse.objects.filter(pk=1).values_list("alive_ms", flat=True).first() or 0


def report(now: int) -> Pulse:
    """Report that the worker is running.  The first report after an outage numbers it; of several
    workers one does."""
    pulse, _ = Pulse.objects.get_or_create(pk=1, defaults={"alive_ms": now})
    change = {"alive_ms": now}
    if pulse.alive_ms and now - pulse.alive_ms > OUTAGE_MS:
        change |= {"outage": pulse.outage + 1, "since_ms": pulse.alive_ms, "until_ms": now}
    Pulse.objects.filter(pk=1, alive_ms=pulse.alive_ms, alive_ms__lt=now).update(**change)
    return Pulse.objects.get(pk=1)


def owed(pulse: Pulse) -> TableQuerySet:
    """Tables that have not got the last outage back: nobody has written to them since."""
    late = Table.objects.running().filter(paused_ms=None, outage__lt=pulse.outage)
    return late.filter(moved_ms__lt=pulse.until_ms - OUTAGE_MS)


def give_back(ledger: Ledger, pulse: Pulse) -> bool:
    """Give the last outage back to a running table, once."""
    table = ledger.table
    since = max(pulse.since_ms, table.moved_ms)
    if table.outage >= pulse.outage or ledger.now - since <= OUTAGE_MS:
        return False
    if table.status != Status.RUNNING or table.paused_ms is not None:
        return False
    ledger.change(outage=pulse.outage)
    stop_clocks(ledger, since)
    return True


def give_back_if_late(ledger: Ledger) -> None:
    """A deadline long overdue at a running table is the sign of an outage: of the server, or of
    this table, to which nobody could write.  Only then the last report is read."""
    table, due = ledger.table, ledger.table.due_ms
    if table.status != Status.RUNNING or due is None or ledger.now - due <= OUTAGE_MS:
        return
    pulse = Pulse.objects.filter(pk=1).first()
    if pulse is None or not pulse.alive_ms or give_back(ledger, pulse):
        return
    if ledger.now - pulse.alive_ms > OUTAGE_MS:  # it lasts
        stop_clocks(ledger, pulse.alive_ms)
    else:  # when it began nobody knows; people get some seconds to act
        stop_clocks(ledger, due - OUTAGE_MS)


def stop_clocks(ledger: Ledger, since: int) -> None:
    """All clocks of the table stood still since then (epoch ms)."""
    table = ledger.table
    # What was due before and not done comes after it: time in the log never runs backwards.
    begun = since if table.due_ms is None else min(since, table.due_ms)
    begun = max(begun, table.moved_ms)
    if begun < ledger.now:
        ledger.log("pause", args={"ms": give_back_since(ledger, begun)})


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
