"""The only module that writes runs: it starts, extends, cancels and resumes them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from django.db import transaction
from django.dispatch import Signal
from django.utils.translation import gettext as _

from games.accounts.callers import Caller
from games.accounts.models import Player
from games.lab.counting.accumulator import Sums
from games.lab.runs import limits
from games.lab.runs.engine import cut
from games.lab.runs.models import LANES, Simulation, State, lane_starts
from games.lab.runs.spec import MOST_SEED, BadRun, Origin, RunSpec
from games.table.clock import now_ms

# Sent after a commit: simulation_id, and chunks, the numbers of the chunks to play next.
run_wanted = Signal()


def verify_may(spec: RunSpec, by: Player | None) -> None:
    """Verify that the person may start this run.  Raises BadRun."""
    limits.verify_idle(by)
    who = limits.rank_of(by)
    most = limits.most_games(spec.game, who)
    if spec.games > most:
        words = _("You can run up to %(most)s games of %(game)s at once.")
        if who == "guest":
            words = _(
                "You can run up to %(most)s games of %(game)s at once. Sign up for larger runs."
            )
        raise BadRun("TOO_LARGE", words % {"most": f"{most:,}", "game": _(spec.rules.name)})


def start(
    *,
    spec: RunSpec,
    by: Player | None = None,
    free: bool = False,
    origin: Origin | None = None,
) -> Simulation:
    """Start a run, or resume the same run if it exists.  `free`: the run is requested by the site
    itself, or was already counted for the limits.  `origin` is the place where the games start,
    unless they start with a deal.

    Raises:
        BadRun: more games than the player may request.
    """
    with transaction.atomic():
        existing = Simulation.objects.with_spec(spec).order_by("id").first()
        if existing is not None:
            return take_up(existing)
        if not free:
            verify_may(spec, by)
        simulation = Simulation.objects.create(
            **spec.row(),
            **(origin._asdict() if origin else {}),
            plain=spec.is_plain,
            chunk_size=chunk_size(spec),
            moved_ms=now_ms(),
            started_by=by,
        )
        want(simulation)
    return simulation


def start_for(caller: Caller, spec: RunSpec, origin: Origin | None = None) -> Simulation:
    """Start a run that a visitor requests.  If the same run exists, return it, which costs nothing.
    Raises BadRun, TooMany."""
    existing = Simulation.objects.with_spec(spec).order_by("id").first()
    if existing is None:
        verify_may(spec, caller.player)
        limits.count(caller, spec.game, spec.games)
    elif existing.status == State.CANCELLED:
        limits.verify_idle(caller.player)
    return start(spec=spec, by=caller.admit(), origin=origin)


def start_all(caller: Caller, specs: Sequence[RunSpec]) -> None:
    """Start the runs of a sweep, which count as one run of all their games.  Raises BadRun,
    TooMany."""
    missing = [spec for spec in specs if not Simulation.objects.with_spec(spec).exists()]
    if missing:
        whole = missing[0]._replace(games=sum(spec.games for spec in missing))
        verify_may(whole, caller.player)
        limits.count(caller, whole.game, whole.games)
    by = caller.admit()
    with transaction.atomic():
        for spec in specs:
            start(spec=spec, by=by, free=True)


def chunk_size(spec: RunSpec) -> int:
    """The number of games in a chunk of this run."""
    adapter = spec.adapter
    most = adapter.most(spec.o) if spec.is_fast else adapter.chunk
    return min(most, max(adapter.smallest, spec.games // LANES))


def take_up(existing: Simulation) -> Simulation:
    """Resume an existing run, or restart it if an older version counted it."""
    if existing.is_stale:
        Simulation.objects.filter(pk=existing.pk).update(
            status=State.RUNNING, sums=None, games_done=0, busy_ms=0, lanes=lane_starts()
        )
        existing.refresh_from_db()
        want(existing)
        return existing
    return go_on(existing) if existing.status == State.CANCELLED else existing


def want(simulation: Simulation) -> None:
    """Request the next chunks of a run, after the commit."""
    numbers = simulation.next_chunks()
    send = partial(run_wanted.send, Simulation, simulation_id=simulation.pk, chunks=numbers)
    transaction.on_commit(send)


def add(*, simulation: int, number: int, sums: Sums, spent_ms: int) -> int | None:
    """Add one chunk.  Return the number of the next chunk in its lane, or None if there is none, or
    the chunk was already added."""
    with transaction.atomic():
        row = Simulation.objects.select_for_update().filter(pk=simulation).first()
        if row is None or not row.is_running or number not in row.next_chunks():
            return None
        if row.is_stale:
            change(row, {State.RUNNING}, State.CANCELLED)
            return None
        total = row.total()
        total.add(sums)
        assert total.games <= row.games
        row.sums = total.packed()
        row.games_done = total.games
        row.lanes[number % LANES] = number + LANES
        row.busy_ms += spent_ms
        row.moved_ms = now_ms()
        if not row.next_chunks():
            row.status, row.ended_at = State.DONE, datetime.now(UTC)
        row.save()
    following = number + LANES
    return following if following < cut(row.games, row.chunk_size) else None


def cancel(*, simulation: Simulation) -> Simulation:
    """Cancel the run; its counts stay, and it can be resumed."""
    return change(simulation, {State.RUNNING}, State.CANCELLED)


def resume(*, simulation: Simulation) -> Simulation:
    """Resume a person's cancelled run.  Raises BadRun if the person has too much work in
    progress."""
    if simulation.status == State.CANCELLED:
        limits.verify_idle(simulation.started_by)
    return go_on(simulation)


def go_on(simulation: Simulation) -> Simulation:
    """Resume the run if it was cancelled."""
    with transaction.atomic():
        row = change(simulation, {State.CANCELLED}, State.RUNNING)
        if row.is_running:
            want(row)
    return row


def again(simulation: Simulation) -> RunSpec:
    """The specification of the same run with the next unused seed.  Raises BadRun if today's rules
    or bots have changed."""
    spec = simulation.spec
    if spec.trouble:
        raise BadRun("OUTDATED", spec.trouble)
    row = {k: v for k, v in spec.row().items() if k != "seed"}
    used = set(Simulation.objects.filter(**row).values_list("seed", flat=True))
    later = range(simulation.seed + 1, simulation.seed + 2 + len(used))
    seed = next(number for number in later if number not in used) % (MOST_SEED + 1)
    return spec._replace(seed=seed)


def forget(*, at: datetime) -> None:
    """Delete old runs of guests."""
    Simulation.objects.forgotten(at=at).delete()


def fail(*, simulation: Simulation, problem: str) -> Simulation:
    simulation.problem = problem
    return change(simulation, {State.RUNNING}, State.FAILED)


def change(simulation: Simulation, before: set[State], status: State) -> Simulation:
    with transaction.atomic():
        row = Simulation.objects.select_for_update().get(pk=simulation.pk)
        if row.status in before:
            row.status, row.moved_ms = status, now_ms()
            row.problem = simulation.problem
            row.save(update_fields=["status", "moved_ms", "problem"])
    return row


def requeue_stuck(*, now: int, patience_ms: int = 20_000) -> list[Simulation]:
    """Request the chunks of stuck runs again, because a worker or the broker has lost them."""
    stuck = list(Simulation.objects.stuck(since=now - patience_ms).defer("sums"))
    for simulation in stuck:
        want(simulation)
    return stuck
