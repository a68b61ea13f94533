"""The only module that writes curves: it starts, extends and deletes them."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import partial

from django.db import transaction
from django.dispatch import Signal

from games.accounts.callers import Caller
from games.accounts.models import Player
from games.lab.chances.course import Course
from games.lab.chances.curve import FIRST, MORE, Curve, Place, with_played
from games.lab.chances.decisions import looks_of
from games.lab.chances.models import Kind, StoredCurve
from games.lab.chances.tally import Playouts, Tally
from games.lab.chances.work import MOST_PLACES, packed, starts_of
from games.lab.counting.driver import Start
from games.lab.runs import limits
from games.lab.runs.models import State
from games.limits.counting import TooMany
from games.table.clock import now_ms

# Sent after a commit: curve_id, whose next part is to be played.
part_wanted = Signal()


def empty_curve(playouts: Playouts, view: str, places: Sequence[str]) -> Curve:
    nothing = Tally.empty(len(playouts.policies))
    return Curve(playouts, view, tuple(Place(at, nothing) for at in places))


def find_curve(
    source: str, playouts: Playouts, view: str, kind: Kind = Kind.CURVE
) -> StoredCurve | None:
    """The stored curve, complete or not; None if nobody has requested it, or the rules or bots have
    changed.  A curve that is read is not deleted soon."""
    policies = ",".join(playouts.policies)
    same = {"source": source, "view": view, "policies": policies, "kind": kind}
    rows = StoredCurve.objects.filter(**same)
    row = rows.defer("starts").first()
    if row is None or row.is_stale:
        return None
    today = datetime.now(UTC).date()
    if row.read_on != today:
        rows.update(read_on=today)
    return row


def ask_for(
    caller: Caller, source: str, playouts: Playouts, view: str, course: Callable[[], Course]
) -> StoredCurve:
    """The curve of a game that this visitor may see.  If nobody has requested it before, its
    computation starts, which counts for the limits of the lab.  The course is made only in that
    case, because this takes a while.  Raises BadRun, TooMany."""
    stored = find_curve(source, playouts, view)
    if stored is not None and stored.status != State.FAILED:
        return stored
    limits.verify_idle(caller.player)
    limits.count(caller, playouts.game, MOST_PLACES * FIRST + MORE)
    return start(source, playouts, view, starts_of(course(), view), by=caller.admit())


def ask(source: str, course: Course, view: str, level: str = "") -> StoredCurve:
    """The curve of a game, requested by the site itself, without limits.  Raises BadRun."""
    playouts = course.playouts(level)
    stored = find_curve(source, playouts, view)
    if stored is not None and stored.status != State.FAILED:
        return stored
    return start(source, playouts, view, starts_of(course, view))


def splits_of(source: str, playouts: Sequence[Playouts]) -> list[StoredCurve | None]:
    """The stored splits of all seats' results, in one query; `playouts` has the playouts for each
    seat.  None for a seat without a split."""
    rows = StoredCurve.objects.filter(source=source, kind=Kind.SPLIT).defer("starts")
    known = {(row.view, row.policies): row for row in rows if not row.is_stale}
    found = [
        known.get((str(seat), ",".join(each.policies))) for seat, each in enumerate(playouts, 1)
    ]
    today = datetime.now(UTC).date()
    if unread := [row.pk for row in found if row and row.read_on != today]:
        StoredCurve.objects.filter(pk__in=unread).update(read_on=today)
    return found


def ask_for_splits(
    caller: Caller,
    source: str,
    playouts: Sequence[Playouts],
    course: Callable[[], Course],
) -> None:
    """Start to compute the splits of all seats that nobody has requested before.  For the limits of
    the lab each split counts as a curve, so some seats may be left for later.  Raises BadRun,
    TooMany."""
    rows = splits_of(source, playouts)
    missing = [i for i, row in enumerate(rows) if row is None or row.status == State.FAILED]
    if not missing:
        return
    limits.verify_idle(caller.player)
    allowed = within_limits(caller, playouts[0].game, missing)
    played, by = course(), caller.admit()
    for seat in allowed:
        looks = looks_of(played, seat, playouts[seat].policies[seat])
        start(source, playouts[seat], str(seat + 1), looks, by, Kind.SPLIT)


def within_limits(caller: Caller, game: str, seats: Sequence[int]) -> list[int]:
    """The first of these seats whose splits may be computed now, at least one.  Raises TooMany."""
    allowed: list[int] = []
    for seat in seats:
        try:
            limits.count(caller, game, MOST_PLACES * FIRST + MORE)
        except TooMany:
            if not allowed:
                raise
            break
        allowed.append(seat)
    return allowed


def start(
    source: str,
    playouts: Playouts,
    view: str,
    starts: Sequence[tuple[str, Start]],
    by: Player | None = None,
    kind: Kind = Kind.CURVE,
) -> StoredCurve:
    """Start to compute a curve, which replaces a stored one."""
    curve, known = empty_curve(playouts, view, [at for at, _ in starts]), playouts.adapter.decisions
    first = known.first if kind == Kind.SPLIT and known else FIRST
    with transaction.atomic():
        row, _created = StoredCurve.objects.update_or_create(
            source=source,
            view=view,
            policies=",".join(playouts.policies),
            kind=kind,
            defaults={
                "game": playouts.game,
                "options": playouts.options,
                "rules_version": playouts.version,
                "places": curve.packed(),
                "starts": packed([start for _, start in starts]),
                "status": State.RUNNING,
                "games_done": 0,
                "games_at_first": len(starts) * first,
                "moved_ms": now_ms(),
                "read_on": datetime.now(UTC).date(),
                "started_by": by,
            },
        )
        want(row.pk)
    return row


def want(curve_id: int) -> None:
    """Request the next part of a curve, after the commit."""
    transaction.on_commit(partial(part_wanted.send, StoredCurve, curve_id=curve_id))


def add(before: StoredCurve, played: Sequence[tuple[int, Tally]]) -> bool:
    """Add a part that was played from the state `before` of the curve.  Return whether more parts
    are needed.  A part that was already added, or whose curve was deleted, changes nothing."""
    same = {"pk": before.pk, "games_done": before.games_done, "rules_version": before.rules_version}
    with transaction.atomic():
        row = StoredCurve.objects.running().select_for_update().filter(**same).first()
        if row is None:
            return False
        curve = with_played(row.curve, played)
        row.places, row.games_done = curve.packed(), curve.games
        row.moved_ms = now_ms()
        if not row.next_parts(1):
            row.status, row.starts = State.DONE, None
        row.save()
    return row.is_running


def fail(curve_id: int) -> None:
    """Mark the curve as failed: rules or bots have changed since the computation began."""
    rows = StoredCurve.objects.running().filter(pk=curve_id)
    rows.update(status=State.FAILED, starts=None)


def requeue_stuck(*, now: int, patience_ms: int = 20_000) -> None:
    """Request the parts of stuck curves again, because a worker or the broker has lost them."""
    for pk in StoredCurve.objects.stuck(since=now - patience_ms).values_list("pk", flat=True):
        want(pk)


def forget(*, on: date) -> None:
    """Delete curves that nobody has read for a long time."""
    StoredCurve.objects.forgotten(on=on).delete()
