"""Outages of the server.  Every clock is extended by the lost time, so that nobody loses a turn
because of an outage."""

from games.table.models import Move, Pulse, Status, Table
from games.table.writer.ledger import Ledger

OUTAGE_MS = 5_000  # without a report for this long, the server was down
LATE_MS = 300  # overdue; where reactions count, cards would be shown too long after their moment
NOTICED_MS = 1_000  # a shorter delay is given back without a line in the log: nobody noticed it
RECENT_MS = 60_000  # game time in which a table is told of one outage
LAST = 100  # moves in which to look for it
AT_ONCE = 500  # tables that get an outage back with one report


def last() -> Pulse:
    """The worker's last report, and the last outage."""
    return Pulse.objects.filter(pk=1).first() or Pulse()


def alive_ms() -> int:
    """The time of the worker's last report (epoch ms); 0 if there was none."""
    return last().alive_ms


def report(now: int) -> Pulse:
    """Report that the worker is running.  The first report after an outage counts the outage; of
    several workers only one does so.  An outage that is not settled keeps its beginning, because
    the worker stopped again before all tables were compensated."""
    pulse, _ = Pulse.objects.get_or_create(pk=1, defaults={"alive_ms": now})
    change = {"alive_ms": now}
    if pulse.alive_ms and now - pulse.alive_ms > OUTAGE_MS:
        change |= {"outage": pulse.outage + 1, "until_ms": now}
        if pulse.settled == pulse.outage:
            change["since_ms"] = pulse.alive_ms
    Pulse.objects.filter(pk=1, alive_ms=pulse.alive_ms, alive_ms__lt=now).update(**change)
    return Pulse.objects.get(pk=1)


def owed(pulse: Pulse) -> list[int]:
    """Tables not yet compensated for the last outage, because nothing has been written to them
    since; at most `AT_ONCE`, earliest deadlines first."""
    if pulse.settled == pulse.outage:
        return []
    late = Table.objects.running().filter(paused_ms=None, outage__lt=pulse.outage)
    late = late.filter(moved_ms__lt=pulse.until_ms - OUTAGE_MS).order_by("due_ms", "pk")
    return list(late.values_list("pk", flat=True)[:AT_ONCE])


def settle() -> None:
    """Mark the last outage as settled if all tables are compensated, so that no worker looks for
    such tables again."""
    pulse = last()
    if pulse.settled != pulse.outage and not owed(pulse):
        Pulse.objects.filter(pk=1, outage=pulse.outage).update(settled=pulse.outage)


def give_back(ledger: Ledger, pulse: Pulse) -> bool:
    """Extend the clocks of a running table by the last outage, once.  Return whether this call did
    so."""
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
    """Extend the clocks by the last outage if a deadline is long overdue, which means that the
    server was down or that nobody could write to this table.  The last report is read only then.
    Where reactions count, any delay extends the clocks; otherwise the time for an answer could pass
    before anybody has seen the cards."""
    table, due = ledger.table, ledger.table.due_ms
    if table.status != Status.RUNNING or due is None or ledger.now - due <= LATE_MS:
        return
    if ledger.now - due <= OUTAGE_MS:
        if ledger.game.races(ledger.o):
            excuse(ledger, due)
        return
    pulse = last()
    if not pulse.alive_ms or give_back(ledger, pulse):
        return
    lasts = ledger.now - pulse.alive_ms > OUTAGE_MS
    if has_got_time(ledger, since=pulse.alive_ms if lasts else due - RECENT_MS):
        excuse(ledger, due)  # on a busy site it would be postponed for ever
    elif lasts:
        stop_clocks(ledger, pulse.alive_ms)
    else:  # its beginning is unknown; people get some seconds to act
        stop_clocks(ledger, due - OUTAGE_MS)


def has_got_time(ledger: Ledger, *, since: int) -> bool:
    """Whether the log records an outage since the moment `since` (epoch ms)."""
    table = ledger.table
    last = Move.objects.filter(table=table.pk, number__gt=table.version - LAST)
    return last.filter(act="pause", at_ms__gte=table.game_ms(since)).exists()


def excuse(ledger: Ledger, due: int) -> None:
    """Extend the clocks by the delay of a late deadline, so that it is due now.  The log records
    the delay if it was noticeable, and at most once a minute, because an overloaded site is late
    each time."""
    if ledger.now - due >= NOTICED_MS and not has_got_time(ledger, since=due - RECENT_MS):
        stop_clocks(ledger, due)
    else:
        give_back_since(ledger, begin_of(ledger, due))


def stop_clocks(ledger: Ledger, since: int) -> None:
    """Extend the clocks by the time since `since` (epoch ms), in which all clocks stood still, and
    log that time."""
    begun = begin_of(ledger, since)
    if begun < ledger.now:
        ledger.log("pause", args={"ms": give_back_since(ledger, begun)})


def begin_of(ledger: Ledger, since: int) -> int:
    """The time (epoch ms) from which lost time is counted: `since` or, if earlier, the open
    deadline; but not before the last move, because time in the log never runs backwards."""
    table = ledger.table
    return max(since if table.due_ms is None else min(since, table.due_ms), table.moved_ms)


def give_back_since(ledger: Ledger, since: int) -> int:
    """Extend every clock of the table by the time since `since` (epoch ms).  Return that time in
    ms."""
    table, lost = ledger.table, ledger.now - since
    if table.started_ms is not None:
        ledger.change(lost_ms=table.lost_ms + lost)
    if table.offer:
        ledger.change(offer=table.offer | {"until": table.offer["until"] + lost})
    for seat in ledger.seats:
        if seat.away_ms is not None:
            ledger.change_seat(seat, away_ms=seat.away_ms + ledger.now - max(seat.away_ms, since))
    return lost
