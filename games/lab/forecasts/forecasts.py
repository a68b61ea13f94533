"""The only module that writes forecasts: it requests, extends and deletes them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.dispatch import Signal

from games.accounts.callers import Caller
from games.lab.forecasts.models import Forecast
from games.lab.forecasts.plan import Planned
from games.lab.forecasts.simulated import wins_of
from games.lab.runs import limits
from games.lab.runs.models import State
from games.limits.declared import RUNS
from games.table.clock import now_ms
from games.tournaments.declared import BadSettings
from games.tournaments.pairing.draw import NoDraw, TooFew

TOURNAMENTS = {"guest": 1_000, "account": 10_000, "admin": 10_000}
WEIGHT = 25  # games of War that take as long as one result of an entrant
RESULTS = 4_000  # of entrants in a part, about a second
KEPT = timedelta(days=90)

# Sent after a commit: forecast_id, whose next part is to be played.
forecast_wanted = Signal()


def find(plan: Planned) -> Forecast | None:
    """The stored forecast of a plan, complete or not; None if there is none."""
    return Forecast.objects.filter(key=plan.key).first()


def ask_for(caller: Caller, plans: Sequence[Planned]) -> None:
    """Start to compute the forecasts of these plans, unless this many tournaments were requested
    before.  They count for the limits of the lab.  Raises BadRun, TooMany."""
    wanted = TOURNAMENTS[limits.rank_of(caller.player)]
    missing = [plan for plan in plans if not has(plan, plan.most(wanted))]
    if not missing:
        return
    limits.verify_idle(caller.player)
    weight = WEIGHT * sum(plan.results * plan.most(wanted) for plan in missing)
    caller.verify(RUNS, weight=weight, busy=limits.is_busy())
    with transaction.atomic():
        for plan in missing:
            row, _created = Forecast.objects.get_or_create(
                key=plan.key,
                defaults={
                    "plan": plan.serialise(),
                    "wins": [0] * len(plan.powers),
                    "tournaments": 0,
                    "moved_ms": now_ms(),
                },
            )
            extended = {"tournaments": plan.most(wanted), "status": State.RUNNING}
            Forecast.objects.filter(pk=row.pk).update(**extended, moved_ms=now_ms())
            want(row.pk)


def has(plan: Planned, tournaments: int) -> bool:
    """Whether at least this many tournaments were requested, and the forecast has not failed."""
    rows = Forecast.objects.exclude(status=State.FAILED)
    return rows.filter(key=plan.key, tournaments__gte=tournaments).exists()


def want(forecast_id: int) -> None:
    """Request the next part of a forecast, after the commit."""
    transaction.on_commit(partial(forecast_wanted.send, Forecast, forecast_id=forecast_id))


def play_part(forecast_id: int) -> bool:
    """Simulate some tournaments and add them.  Return whether more are needed.  A part that was
    already added, or whose forecast was deleted, changes nothing."""
    row = Forecast.objects.running().filter(pk=forecast_id).first()
    if row is None:
        return False
    done = row.done
    try:
        plan = row.planned
        numbers = range(done, min(row.tournaments, done + max(1, RESULTS // plan.results)))
        wins = wins_of(plan, numbers)
    except (BadSettings, TooFew, NoDraw):
        fail(forecast_id)
        return False
    with transaction.atomic():
        same = Forecast.objects.running().select_for_update().filter(pk=forecast_id, done=done)
        row = same.first()
        if row is None:
            return False
        row.wins = [a + b for a, b in zip(row.wins, wins, strict=True)]
        row.done, row.moved_ms = numbers.stop, now_ms()
        if row.done >= row.tournaments:
            row.status = State.DONE
        row.save(update_fields=["wins", "done", "moved_ms", "status"])
    return row.is_running


def fail(forecast_id: int) -> None:
    """Mark a forecast as failed: its tournament cannot be played, or today's settings refuse it."""
    Forecast.objects.running().filter(pk=forecast_id).update(status=State.FAILED)


def requeue_stuck(*, now: int, patience_ms: int = 20_000) -> None:
    """Request the parts of stuck forecasts again, because a worker or the broker has lost them."""
    for pk in Forecast.objects.stuck(since=now - patience_ms).values_list("pk", flat=True):
        want(pk)


def forget(*, at: datetime) -> None:
    """Delete old forecasts, which anybody can request again."""
    before_ms = int((at - KEPT).timestamp() * 1000)
    Forecast.objects.filter(moved_ms__lt=before_ms).delete()
