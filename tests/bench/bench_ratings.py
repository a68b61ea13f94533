"""Ratings of many: python tests/bench/bench_ratings.py [--tables 20000] [--players 100000]

Uses DATABASE_URL if set, with its own database there (created and dropped again); otherwise SQLite.
Prints how long the ledger takes to be written, checked and rebuilt, for a million tables too, and
the time of the pages of a board."""

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


def people(number: int, mark: str) -> list[Any]:
    from games.accounts.models import Player

    names = [f"{mark} {n}" for n in range(number)]
    made = [Player(username=name, name=name, name_key=name.casefold()) for name in names]
    return Player.objects.bulk_create(made, batch_size=5000)


def ledger(tables: int) -> bool:
    """Whether a million tables are rebuilt in time."""
    from games.ratings.models import Pool
    from games.ratings.recount import check, rebuild
    from games.work.ratings import rate_tables
    from tests.ratings.conftest import finished_tables

    players = people(500, "player")
    for start in range(0, tables, 5000):
        finished_tables(players, min(5000, tables - start), seed=start)
    goals: dict[str, tuple[Callable[[], Any], int | None]] = {
        "write": (rate_tables, None),
        "check": (lambda: check(Pool.objects.get(key="ww3")), None),
        "rebuild": (lambda: rebuild("ww3"), REBUILD_MIN),
    }
    kept = True
    for name, (work, goal) in goals.items():
        began = time.perf_counter()
        work()
        seconds = time.perf_counter() - began
        minutes = seconds * MILLION / tables / 60
        kept = kept and (goal is None or minutes <= goal)
        wanted = "" if goal is None else f" (goal {goal})"
        print(f"{name:10} {tables} tables: {seconds:6.1f} s, a million: {minutes:5.1f} min{wanted}")
    return kept


def boards(players: int) -> bool:
    """Whether every page of a board is quick."""
    from django.utils import timezone

    from games.ratings import reading
    from games.ratings.models import Pool, Rating
    from games.ratings.skill import Record, Skill

    pool, now, rows = Pool.objects.get(key="ww3"), timezone.now(), []
    for number, player in enumerate(people(players, "listed")):
        rating = Rating(pool=pool, player=player)
        skill = Skill(20 + number % 1000 / 100, 5)
        rating.follow(Record(skill, 40, (1, 2, 3, 4, 5), now, skill.sure))
        rows.append(rating)
    Rating.objects.bulk_create(rows, batch_size=5000)
    best, middle, worst = (sorted(rows, key=sure_of)[n] for n in (-1, len(rows) // 2, 0))
    return timed(
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


def timed(pages: dict[str, tuple[str, Any]]) -> bool:
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
    chosen = parser.parse_args()
    import django

    with tempfile.TemporaryDirectory() as folder:
        os.environ["WARSITE_HOME"] = folder
        django.setup()
        from django.core.management import call_command
        from django.db import connection
        from django.test.utils import setup_test_environment, teardown_test_environment

        call_command("collectstatic", interactive=False, verbosity=0)
        setup_test_environment()
        name = connection.creation.create_test_db(verbosity=0, autoclobber=True)
        try:
            print(f"on {connection.vendor}")
            kept = ledger(chosen.tables)
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
            kept = boards(chosen.players) and kept
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)
            teardown_test_environment()
    sys.exit(not kept)


if __name__ == "__main__":
    main()
