"""Ratings of many: python tests/bench/bench_ratings.py [--tables 20000] [--players 100000]
[--rebuild 100000]

Uses DATABASE_URL if set, with its own database there (created and dropped again); otherwise SQLite.
Prints how long the ledger takes to be written and checked, a larger one to be rebuilt, and what a
void game costs there; each for a million tables, too.  Then the time of the pages of a board."""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "warsite.settings")

MILLION, REBUILD_MIN, PAGE_MS = 1_000_000, 10, 100
# Four seats at each table of a series; they take turns in winning.
CHANGES = """
    {series} INSERT INTO games_ratingchange (pool_id, generation, number, table_id, seat, player_id,
        place, at, note, mu_before, sigma_before, mu, sigma)
    SELECT {pool}, {generation}, {number} + 4 * n + seat, made.id, seat,
        {player} + (CAST(n AS bigint) * 104729 + seat * 7919) % {players},
        1 + (7 * n + seat) % 4, made.ended_at, '', 25, 8, 25, 8
    FROM series JOIN games_table made ON made.id = {table} + n
    CROSS JOIN (SELECT 1 AS seat UNION SELECT 2 UNION SELECT 3 UNION SELECT 4) seats
"""


def people(number: int, mark: str) -> list[Any]:
    from games.accounts.models import Player
    from games.accounts.names import fold

    names = [f"{mark}{n}" for n in range(number)]
    made = [Player(username=name, name=name, name_key=fold(name)) for name in names]
    return Player.objects.bulk_create(made, batch_size=5000)


def timed(name: str, tables: int, work: Callable[[], Any]) -> float:
    """In minutes, for a million tables."""
    began, own = time.perf_counter(), time.process_time()
    work()
    seconds, own = time.perf_counter() - began, time.process_time() - own
    minutes = seconds * MILLION / tables / 60
    print(
        f"{name:16} {tables} tables: {seconds:6.1f} s, {own:.1f} of them Python's; "
        f"a million: {minutes:5.1f} min",
        flush=True,
    )
    return minutes


def ledger(tables: int) -> None:
    from games.ratings.models import Pool
    from games.ratings.recount import check
    from games.work.ratings import rate_tables
    from tests.ratings.conftest import finished_tables

    players = people(500, "player")
    for start in range(0, tables, 5000):
        finished_tables(players, min(5000, tables - start), seed=start)
    timed("write", tables, rate_tables)
    timed("check", tables, lambda: check(Pool.objects.get(key="ww3")))


def rebuilt(tables: int) -> bool:
    """Whether a million tables are rebuilt in time.  These are made inside the database."""
    from django.db import connection

    from games.accounts.models import Player
    from games.ratings.models import Pool, RatingChange
    from games.ratings.recount import declare_void, leave_out_void, rebuild
    from games.table.models import Table
    from tests.development import copies

    pool, last = Pool.objects.get(key="ww3"), Table.objects.order_by("pk").last()
    assert last is not None and pool.until is not None
    with connection.cursor() as cursor:
        cursor.execute(copies.tables_sql([last.pk], last.pk + 1, pool.until, 60, tables))
        cursor.execute(
            CHANGES.format(
                series=copies.SERIES.format(last=tables - 1),
                pool=pool.pk,
                generation=pool.generation,
                number=RatingChange.objects.count(),
                table=last.pk + 1,
                player=Player.objects.order_by("pk")[0].pk,
                players=500,
            )
        )
        cursor.execute("ANALYZE")
    every = Table.objects.order_by("pk")
    count = every.count()
    minutes = timed("rebuild", count, lambda: rebuild("ww3"))
    print(f"rebuild of a million: {minutes:.1f} min (goal {REBUILD_MIN})")
    for name, place in (("void, the last", count - 1), ("void, at 9 of 10", count * 9 // 10)):
        declare_void([every[place]])
        timed(name, count, lambda: leave_out_void("ww3"))
    return minutes <= REBUILD_MIN


def boards(players: int) -> bool:
    """Whether every page of a board is quick."""
    from django.utils import timezone

    from games.ratings import reading
    from games.ratings.models import Pool, Rating
    from games.ratings.skill import Skill, SkillRecord

    pool, now, rows = Pool.objects.get(key="ww3"), timezone.now(), []
    for number, player in enumerate(people(players, "listed")):
        rating = Rating(pool=pool, player=player)
        skill = Skill(20 + number % 1000 / 100, 5)
        rating.follow(SkillRecord(skill, 40, (1, 2, 3, 4, 5), now, skill.sure))
        rows.append(rating)
    Rating.objects.bulk_create(rows, batch_size=5000)
    best, middle, worst = (sorted(rows, key=sure_of)[n] for n in (-1, len(rows) // 2, 0))
    return quick(
        {
            "all boards": ("/ratings/", None),
            "first page": ("/ratings/ww3/", None),
            "middle page": (f"/ratings/ww3/?after={reading.position(middle)}", None),
            "last page": (f"/ratings/ww3/?before={reading.position(worst)}", None),
            "as the last": ("/ratings/ww3/", worst.player),
            "a player": (f"/p/{best.player.slug}/ratings/ww3/", None),
        }
    )


def sure_of(rating: Any) -> float:
    return float(rating.sure)


def quick(pages: dict[str, tuple[str, Any]]) -> bool:
    """Whether each is quick; by whom it is opened."""
    from tests.bench.bench_history import measure

    kept = True
    for name, (address, by) in pages.items():
        status, times, queries = measure(address, by)
        p95 = statistics.quantiles(times, n=20)[-1]
        kept = kept and status == 200 and p95 <= PAGE_MS
        middle = statistics.median(times)
        print(f"{name:12} p50 {middle:6.1f} p95 {p95:6.1f} of {PAGE_MS} ms, {queries} queries")
    return kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20_000)
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--rebuild", type=int, default=100_000)
    chosen = parser.parse_args()
    import django

    with tempfile.TemporaryDirectory() as folder:
        os.environ["WARSITE_HOME"] = folder
        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("collectstatic", interactive=False, verbosity=0)
        name = connection.creation.create_test_db(verbosity=0, autoclobber=True)
        try:
            print(f"on {connection.vendor}")
            ledger(chosen.tables)
            kept = rebuilt(chosen.rebuild)
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
            kept = boards(chosen.players) and kept
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)
    sys.exit(not kept)


if __name__ == "__main__":
    main()
