"""The recount of the ledger, which checks it, rebuilds it, and leaves out void tables (R11)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby

from django.db import transaction
from django.db.models import Min, QuerySet

from games.notices.kinds import Kind
from games.notices.writer import notify_all
from games.ratings.ledger import Scores, locked, write_ratings
from games.ratings.models import Note, Pool, Rating, RatingChange, Void
from games.ratings.signals import tables_void
from games.table.models import Table
from games.table.rated import pool_of_table

EXACT = 1e-9
PORTION = 2000  # changes of one transaction
VALUES = ("mu_before", "sigma_before", "mu", "sigma")


def check(pool: Pool) -> tuple[int, list[str]]:
    """Recompute the ledger of a pool, without storing it.  Return the number of compared changes,
    and a sentence for each difference."""
    scores, faults, number = Scores(), [], 0
    ledger = RatingChange.objects.filter(pool=pool, generation=pool.generation).order_by("number")
    for _, seats in groupby(ledger.iterator(), key=lambda change: change.table_id):
        row = list(seats)
        stored = [values_of(change) for change in row]
        scores.add(row)
        for change, values in zip(row, stored, strict=True):
            number += 1
            computed = values_of(change)
            if change.number != number:
                faults.append(f"{pool}: number {change.number} stands where {number} should")
            if any(abs(a - b) > EXACT for a, b in zip(values, computed, strict=True)):
                faults.append(f"{pool}: {change} is {values}, computed {computed}")
    for rating in Rating.objects.filter(pool=pool).order_by("player").iterator():
        record = scores.known.pop(rating.player_id, None)
        if record != rating.record:
            faults.append(f"{pool}: the rating of {rating} does not follow from the ledger")
    faults += [f"{pool}: player {player} has no rating" for player in scores.known]
    return number, faults


def values_of(change: RatingChange) -> list[float]:
    return [getattr(change, name) for name in VALUES]


@transaction.atomic
def rebuild(key: str, *, by_time: bool = False) -> int:
    """Recompute the ledger, in the same order or by the ends of tables (`by_time`).  Return the
    number of changes.  Until the commit everybody reads the old ledger, and finished tables
    wait."""
    pool = locked(key)
    old = RatingChange.objects.filter(pool=pool, generation=pool.generation)
    order = ("at", "table", "seat") if by_time else ("number",)
    ids = list(old.order_by(*order).values_list("pk", flat=True))
    scores, fresh, number = Scores(), list[RatingChange](), 0
    for _, seats in groupby(by_ids(ids), key=lambda change: change.table_id):
        row = list(seats)
        scores.add(row)
        for change in row:
            number += 1
            change.pk, change.generation, change.number = None, pool.generation + 1, number
        fresh += row
        if len(fresh) >= PORTION:
            RatingChange.objects.bulk_create(fresh)
            fresh.clear()
    RatingChange.objects.bulk_create(fresh)
    old.delete()
    pool.generation += 1
    pool.save()
    Rating.objects.filter(pool=pool).delete()
    write_ratings(pool, scores.known, {})
    return number


def by_ids(ids: list[int]) -> Iterator[RatingChange]:
    for some in portions(ids):
        changes = RatingChange.objects.in_bulk(some)
        yield from (changes[pk] for pk in some)


def rebuild_from(pool: Pool, first: int) -> None:
    """Recompute the ledger of a locked pool from number `first` on, and update its rows in
    place."""
    ledger = RatingChange.objects.filter(pool=pool, generation=pool.generation)
    later = ledger.filter(number__gte=first)
    scores = scores_before(ledger, first)
    ids = list(later.order_by("number").values_list("pk", flat=True))
    changed: list[RatingChange] = []
    for _, seats in groupby(by_ids(ids), key=lambda change: change.table_id):
        row = list(seats)
        stored = [values_of(change) for change in row]
        scores.add(row)
        changed += [item for item, old in zip(row, stored, strict=True) if values_of(item) != old]
        if len(changed) >= PORTION:
            store(changed)
            changed.clear()
    store(changed)
    players = later.values("player")
    rows = {item.player_id: item for item in Rating.objects.filter(pool=pool, player__in=players)}
    Rating.objects.filter(pk__in=[rows[item].pk for item in rows.keys() - scores.known]).delete()
    write_ratings(pool, scores.known, rows)


def scores_before(ledger: QuerySet[RatingChange], first: int) -> Scores:
    """The records just before number `first` in the ledger, of the players with later changes.
    Uses lists of ids, because PostgreSQL plans a single query badly."""
    later, before = ledger.filter(number__gte=first), ledger.filter(number__lt=first)
    players = set(later.values_list("player", flat=True).distinct())
    tables: dict[int, int] = {}  # to a number in the ledger, for their order
    for some in portions(sorted(players)):
        tables |= before.filter(player__in=some).values_list("table", "number")
    scores = Scores()
    for some in portions(sorted(tables, key=lambda table: tables[table])):
        rows = ledger.filter(table__in=some).order_by("number")
        for _, seats in groupby(rows, key=lambda change: change.table_id):
            scores.follow(list(seats))
    scores.known = {player: record for player, record in scores.known.items() if player in players}
    return scores


def portions(ids: list[int]) -> Iterator[list[int]]:
    return (ids[start : start + PORTION] for start in range(0, len(ids), PORTION))


def store(changes: list[RatingChange]) -> None:
    RatingChange.objects.bulk_create(
        changes, update_conflicts=True, unique_fields=["pk"], update_fields=VALUES
    )


def declare_void(tables: Iterable[Table]) -> None:
    """Declare finished tables void, so that ratings no longer count them.  The ledger is updated
    after the commit, because many changes may have to be computed."""
    rated = [(table, pool) for table in tables if (pool := pool_of_table(table))]
    pools = {key: Pool.objects.get_or_create(key=key)[0] for key in {pool.key for _, pool in rated}}
    rows = [Void(pool=pools[pool.key], table=table) for table, pool in rated]
    Void.objects.bulk_create(rows, ignore_conflicts=True)
    transaction.on_commit(partial(tables_void.send_robust, Void))


def with_void() -> set[str]:
    """The keys of pools with void tables that the ledger still counts."""
    return set(Void.objects.filter(done=False).values_list("pool__key", flat=True))


@transaction.atomic
def leave_out_void(key: str) -> None:
    """Recompute a pool from its first void table on, and notify the players.  Void tables that are
    not in the ledger yet are left for a later call."""
    pool = locked(key)
    void = dict(pool.void.filter(done=False).values_list("table", "table__code"))
    changes = RatingChange.objects.filter(pool=pool, generation=pool.generation, table__in=void)
    players: dict[int, list[int]] = defaultdict(list)
    for table, player in changes.values_list("table", "player"):
        players[table].append(player)
    first = changes.aggregate(first=Min("number"))["first"]
    if first is None:
        return
    changes.update(note=Note.VOID)
    rebuild_from(pool, first)
    for table, numbers in players.items():
        notify_all(numbers, Kind.VOID, void[table])
    pool.void.filter(table__in=players).update(done=True)
