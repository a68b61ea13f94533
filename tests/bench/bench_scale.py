"""Many tables at once (docs/scale.md): python tests/bench/bench_scale.py

First, what a sweep costs a live worker with a thousand tables and with ten thousand: processor time
of this process, with the database and the server of DATABASE_URL and REDIS_URL.

Then a simulation of ten thousand tables: each wants a move a second, a click or a deadline.  A
move waits for the process that holds the table, then for a core of PostgreSQL, with the measured
costs of both.  The first two limits must be where the paper says."""

import heapq
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "warsite.settings")

WEB_MS, DATABASE_MS = 6.0, 1.6  # of processor time a move (bench_moves.py)
MOVE_EVERY_MS = 1000
LATE_MS = 250  # the slowest hundredth of moves: then there are too many tables
NEAR = 0.1  # so far the simulation may be from the paper
DATABASE_CORES = 8
TABLES = 10_000
SWEEPS = 7
GOAL = 2  # a sweep over ten times as many tables, times


def fill(count: int) -> None:
    """Running tables of a person and a bot, whose deadlines come within half a minute."""
    from games.accounts.models import Player
    from games.table.clock import now_ms
    from games.table.models import Seat, Table

    Table.objects.all().delete()
    people = [
        Player(username=f"person {n}", name=f"Person {n}", name_key=f"person {n}")
        for n in range(count)
    ]
    bots = [Player(username=f"b{n}", name=f"B {n}", name_key=f"b {n}", is_bot=True) for n in (1, 2)]
    Player.objects.all().delete()
    Player.objects.bulk_create([*people, *bots], batch_size=500)
    now = now_ms()
    tables = [
        Table(
            code=f"{n:08}",
            game="war",
            players=2,
            status="running",
            started_ms=now,
            moved_ms=now,
            due_ms=now + 30_000 * n // count,
        )
        for n in range(count)
    ]
    Table.objects.bulk_create(tables, batch_size=500)
    seats = [Seat(table=table, number=1, player=people[n]) for n, table in enumerate(tables)]
    seats += [Seat(table=table, number=2, player=bots[0], bot=True) for table in tables]
    Seat.objects.bulk_create(seats, batch_size=500)


def sweep_ms() -> float:
    """Median processor time of what one sweep does for all tables."""
    from games.bus import valkey
    from games.table.clock import now_ms
    from games.table.models import Pulse
    from games.table.writer import outages
    from games.work import sweep

    times = []
    for _ in range(SWEEPS):
        now, began = now_ms(), time.process_time()
        outages.owed(Pulse(outage=1, settled=1))
        tables = sweep.in_turn()
        sweep.remind(valkey.client(), tables, now)
        sweep.notice_absence(valkey.client(), tables, now)
        times.append((time.process_time() - began) * 1000)
    return statistics.median(times)


def sweeps() -> bool:
    import django

    django.setup()
    from django.db import connection

    name = connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        costs = []
        for count in (TABLES // 10, TABLES):
            fill(count)
            costs.append(sweep_ms())
            print(f"a sweep with {count:,} tables: {costs[-1]:.0f} ms")
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
    ratio = costs[1] / costs[0]
    print(f"a sweep with ten times as many tables, times: {ratio:.2f} (goal {GOAL})")
    return ratio <= GOAL


# The simulation --------------------------------------------------------------------------------


def late_by(tables: int, webs: int, seconds: int = 20) -> float:
    """How late the slowest hundredth of moves is, in ms, after a start that does not count.  A
    table wants its next move a second after it wanted the last one, sooner or later by chance, and
    not before that was done."""
    luck = random.Random(1)
    wanted = [(luck.random() * MOVE_EVERY_MS, table) for table in range(tables)]
    heapq.heapify(wanted)
    web_free = [0.0] * webs
    database_free = [0.0] * DATABASE_CORES
    late = []
    while wanted[0][0] < seconds * 1000:
        due, table = heapq.heappop(wanted)
        web = table % webs  # the proxy sends everybody at a table to one process
        at = max(due, web_free[web]) + WEB_MS
        web_free[web] = at
        done = max(at, heapq.heappop(database_free)) + DATABASE_MS
        heapq.heappush(database_free, done)
        if due > 5000:
            late.append(done - due)
        heapq.heappush(wanted, (max(done, due + luck.uniform(0.5, 1.5) * MOVE_EVERY_MS), table))
    return statistics.quantiles(late, n=100)[-1]


def most(webs: int) -> int:
    """The most tables that so many processes carry, within a twentieth."""
    sizes = list(steps())
    low, high = 0, len(sizes) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if late_by(sizes[middle], webs) <= LATE_MS:
            low = middle
        else:
            high = middle - 1
    return sizes[low]


def steps() -> Iterator[int]:
    size = 50.0
    while size <= 2 * TABLES:
        yield int(size)
        size *= 1.05


def limits() -> bool:
    """A process of web, then PostgreSQL behind so many of them that none is the limit."""
    enough = 4 * int(TABLES * WEB_MS / MOVE_EVERY_MS)
    on_paper = {
        1: MOVE_EVERY_MS / WEB_MS,
        enough: DATABASE_CORES * MOVE_EVERY_MS / DATABASE_MS,
    }
    is_near = True
    for webs, expected in on_paper.items():
        found = most(webs)
        off = abs(found - expected) / expected
        is_near = is_near and off <= NEAR
        what = f"{webs} processes of web and {DATABASE_CORES} cores of PostgreSQL"
        print(f"{what} carry {found:,} tables; on paper {expected:,.0f}")
        print(f"{what}, off the paper: {off:.2f} (goal {NEAR})")
    return is_near


def main() -> None:
    is_near = limits()
    is_bounded = sweeps() if os.environ.get("REDIS_URL") else True
    sys.exit(not (is_near and is_bounded))


if __name__ == "__main__":
    main()
