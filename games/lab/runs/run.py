"""The only module that writes runs: start, add results, cancel, resume."""

from datetime import UTC, datetime
from functools import partial

from django.db import transaction
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts import limits
from games.accounts.guests import guest_for
from games.accounts.models import Player
from games.lab.counting.accumulator import Sums
from games.lab.counting.catalogue import find
from games.lab.runs.engine import cut
from games.lab.runs.models import LANES, Simulation, State, lane_starts
from games.lab.runs.spec import MOST_SEED, BadRun, RunSpec
from games.table.clock import now_ms

# Sent after a commit: simulation_id, and chunks, the numbers of the chunks to play next.
run_wanted = Signal()

MOST = {"guest": 1_000_000, "account": 100_000_000, "admin": 10_000_000_000}  # games of War
SMALLEST = 50_000  # what a run weighs at least, in games of War
BACKLOG = 4_000_000  # games of War that guests wait for, above which their runs are rationed
AT_ONCE = {"guest": 1, "account": 3, "admin": 20}


def rank_of(by: object) -> str:
    """The rank of the person who asks: guest, account or admin."""
    if not isinstance(by, Player) or by.is_guest:
        return "guest"
    return "admin" if by.is_staff else "account"


def most_games(game: str, who: str) -> int:
    """The largest run of this game for a guest, an account or an admin."""
    return MOST[who] // find(game).cost


def verify_may(spec: RunSpec, by: Player | None) -> None:
    """Raises BadRun if this is more than the player may ask for."""
    who = rank_of(by)
    if by is not None and not by.is_active:
        raise BadRun("BANNED", _("This account is closed."))
    most = most_games(spec.game, who)
    if spec.games > most:
        words = _("You can run up to %(most)s games of %(game)s at once.")
        if who == "guest":
            words = _(
                "You can run up to %(most)s games of %(game)s at once. Sign up for larger runs."
            )
        raise BadRun("TOO_LARGE", words % {"most": f"{most:,}", "game": _(spec.rules.name)})
    mine = Simulation.objects.running().filter(started_by=by)
    if by is not None and mine.count() >= AT_ONCE[who]:
        words = ngettext(
            "You are already running %(runs)s simulation. Wait, or cancel it.",
            "You are already running %(runs)s simulations. Wait, or cancel one.",
            AT_ONCE[who],
        )
        raise BadRun("TOO_MANY", words % {"runs": AT_ONCE[who]})


def weight_of(spec: RunSpec) -> int:
    """What a run costs, in games of War."""
    return max(SMALLEST, spec.games * spec.adapter.cost)


def is_busy() -> bool:
    """Whether guests already wait for more than the lab plays in a few seconds."""
    running = Simulation.objects.running().of_guests()
    waiting = running.values_list("game", "games", "games_done")
    return sum((games - done) * find(game).cost for game, games, done in waiting) > BACKLOG


def start(*, spec: RunSpec, by: Player | None = None, free: bool = False) -> Simulation:
    """Start a run, or resume the same run if it exists.  `free`: requested by the site itself.

    Raises:
        BadRun: more than the player may ask for.
    """
    with transaction.atomic():
        existing = Simulation.objects.with_spec(spec).order_by("id").first()
        if existing is not None:
            return take_up(existing)
        if not free:
            verify_may(spec, by)
        simulation = Simulation.objects.create(
            **spec.row(),
            plain=spec.is_plain,
            chunk_size=chunk_size(spec),
            moved_ms=now_ms(),
            started_by=by,
        )
        want(simulation)
    return simulation


def start_for(request: HttpRequest, spec: RunSpec) -> Simulation:
    """Start a run for a visitor, or show the same run if it exists, which costs nothing.  Raises
    BadRun, TooMany."""
    if not Simulation.objects.with_spec(spec).exists():
        verify_may(spec, request.user if isinstance(request.user, Player) else None)
        limits.verify(limits.RUNS, request, weight=weight_of(spec), busy=is_busy())
    return start(spec=spec, by=guest_for(request))


def chunk_size(spec: RunSpec) -> int:
    """Games in a chunk of this run."""
    adapter = spec.adapter
    most = adapter.most(spec.o)
    return min(most, max(adapter.smallest, spec.games // LANES))


def take_up(existing: Simulation) -> Simulation:
    """Resume an existing run, or count again what an older version has counted."""
    if existing.is_stale:
        Simulation.objects.filter(pk=existing.pk).update(
            status=State.RUNNING, sums=None, games_done=0, busy_ms=0, lanes=lane_starts()
        )
        existing.refresh_from_db()
        want(existing)
        return existing
    return resume(simulation=existing) if existing.status == State.CANCELLED else existing


def want(simulation: Simulation) -> None:
    """Request the next chunks, after the commit."""
    numbers = simulation.next_chunks()
    send = partial(run_wanted.send, Simulation, simulation_id=simulation.pk, chunks=numbers)
    transaction.on_commit(send)


def add(*, simulation: int, number: int, sums: Sums, spent_ms: int) -> int | None:
    """Add one chunk.  Returns the number of the next one in its lane, or None if there is none
    or the chunk was already added."""
    with transaction.atomic():
        found = Simulation.objects.select_for_update().filter(pk=simulation).first()
        if found is None or not found.is_running or number not in found.next_chunks():
            return None
        if found.is_stale:
            change(found, {State.RUNNING}, State.CANCELLED)
            return None
        total = found.total()
        total.add(sums)
        assert total.games <= found.games
        found.sums = total.packed()
        found.games_done = total.games
        found.lanes[number % LANES] = number + LANES
        found.busy_ms += spent_ms
        found.moved_ms = now_ms()
        if not found.next_chunks():
            found.status, found.ended_at = State.DONE, datetime.now(UTC)
        found.save()
    following = number + LANES
    return following if following < cut(found.games, found.chunk_size) else None


def cancel(*, simulation: Simulation) -> Simulation:
    """Stop the run; its counts stay, and it can be resumed."""
    return change(simulation, {State.RUNNING}, State.CANCELLED)


def resume(*, simulation: Simulation) -> Simulation:
    with transaction.atomic():
        found = change(simulation, {State.CANCELLED}, State.RUNNING)
        if found.is_running:
            want(found)
    return found


def again(simulation: Simulation) -> RunSpec:
    """The same run with the next unused seed.  Raises BadRun."""
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
        found = Simulation.objects.select_for_update().get(pk=simulation.pk)
        if found.status in before:
            found.status, found.moved_ms = status, now_ms()
            found.problem = simulation.problem
            found.save(update_fields=["status", "moved_ms", "problem"])
    return found


def requeue_stuck(*, now: int, patience_ms: int = 20_000) -> list[Simulation]:
    """Request the chunks of stuck runs again: a worker or the broker has lost them."""
    stuck = list(Simulation.objects.stuck(since=now - patience_ms).defer("sums"))
    for simulation in stuck:
        want(simulation)
    return stuck
