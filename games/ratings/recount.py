"""Replays the ledger: to check it, to build it anew, and without tables that are void (R11)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby

from django.db import transaction

from games.notices.kinds import Kind
from games.notices.writer import notify_all
from games.ratings.ledger import Scores, locked, record_tables, write_ratings
from games.ratings.models import Note, Pool, Rating, RatingChange
from games.table.models import Table
from games.table.rated import pool_of_table

EXACT = 1e-9
PORTION = 2000  # changes of one transaction
VALUES = ("mu_before", "sigma_before", "mu", "sigma")


def check(pool: Pool) -> tuple[int, list[str]]:
    """How many changes were compared, and what differs from the ledger computed anew."""
    scores, faults, number = Scores(), [], 0
    ledger = RatingChange.objects.filter(pool=pool, generation=pool.generation).order_by("number")
    for _, seats in groupby(ledger.iterator(), key=lambda change: change.table_id):
        row = list(seats)
        stored = [[getattr(change, name) for name in VALUES] for change in row]
        scores.add(row)
        for change, values in zip(row, stored, strict=True):
            number += 1
            computed = [getattr(change, name) for name in VALUES]
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


@transaction.atomic
def rebuild(key: str, *, by_time: bool = False) -> int:
    """Compute the ledger anew, in its order or by the ends of tables; how many changes.  Until the
    commit everybody reads the old one, and finished tables wait."""
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
    for start in range(0, len(ids), PORTION):
        chunk = ids[start : start + PORTION]
        found = RatingChange.objects.in_bulk(chunk)
        yield from (found[one] for one in chunk)


def declare_void(tables: Iterable[Table]) -> None:
    """Take finished tables out of the ratings; their pools are computed anew without them."""
    void: dict[str, list[Table]] = defaultdict(list)
    for table in tables:
        if pool := pool_of_table(table):
            void[pool.key].append(table)
    for key, found in void.items():
        while record_tables(key):  # first what ended just now
            pass
        with transaction.atomic():
            row = locked(key)
            RatingChange.objects.filter(pool=row, table__in=found).update(note=Note.VOID)
            rebuild(key)
            for table in found:
                players = list(table.seats.values_list("player", flat=True))
                notify_all(players, Kind.VOID, table.code)
