"""A live worker with too little processor time, and then with enough:
python tests/bench/bench_overload.py

Uses DATABASE_URL and REDIS_URL if set, otherwise SQLite and an embedded Valkey.  The worker is
stopped for three quarters of each tenth of a second, then it runs freely.  All tables must slow
down alike, whoever waited for more than five seconds gets that time back, and soon after all must
be on time again."""

import argparse
import signal
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.bench_lines import used  # noqa: E402
from tests.faults.stage import Stage  # noqa: E402

TURN_S, SHARE = 0.1, 0.25  # of a core, if the worker wants a whole one
ON_TIME_MS = 1000
CAUGHT_UP_S, STOP_S = 5.0, 10.0  # goals
PATIENCE_S = 120.0


def open_tables(count: int) -> None:
    from games.table.writer import play

    for _ in range(count):
        play.open_table(by=None, bots=("sergeant", "recruit"))


def starve(stage: Stage, seconds: float) -> None:
    worker, end = stage.running["worker"], time.monotonic() + seconds
    while time.monotonic() < end:
        worker.send_signal(signal.SIGSTOP)
        time.sleep(TURN_S * (1 - SHARE))
        worker.send_signal(signal.SIGCONT)
        time.sleep(TURN_S * SHARE)


def moves() -> Counter[int]:
    """How many each table has; time that was given back is none."""
    from games.table.models import Move

    return Counter(Move.objects.exclude(act="pause").values_list("table", flat=True))


def late_ms() -> int:
    """How late the latest table is."""
    from games.table import clock
    from games.table.models import Table

    now = clock.now_ms()
    due = Table.objects.due(at=now).values_list("due_ms", flat=True).first()
    return now - due if due else 0


def catch_up(stage: Stage) -> tuple[float, float]:
    """How long it takes, and how much of a core the worker got."""
    pid = stage.running["worker"].pid
    begun, (spent, _) = time.monotonic(), used(pid)
    while late_ms() > ON_TIME_MS and time.monotonic() < begun + PATIENCE_S:
        time.sleep(0.1)
    passed = time.monotonic() - begun
    return passed, (used(pid)[0] - spent) / max(passed, 0.1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    with Stage(own_valkey=False) as stage:
        from games.table.models import Move

        open_tables(options.tables)
        time.sleep(10)
        before, usual = moves(), late_ms()
        starve(stage, options.seconds)
        after, late = moves(), late_ms()
        caught_up, core = catch_up(stage)
        pauses = Move.objects.filter(act="pause").count()
        grown = sorted(after[table] - version for table, version in before.items())
        slow, half = grown[len(grown) // 20], statistics.median(grown)
        starve(stage, 5)
        stopped = stage.stop("worker")
    print(
        f"{options.tables} tables, starved for {options.seconds:.0f} s: {late / 1000:.1f} s late"
        f" ({usual / 1000:.1f} s before)"
    )
    print(f"moves of a table: {half:.0f} in the median, {slow} of the slowest twentieth")
    print(f"times that were given back: {pauses}")
    print(
        f"on time again after {caught_up:.1f} s (goal {CAUGHT_UP_S:g}), with {core:.0%} of a core"
    )
    print(f"the starved worker stopped within {stopped:.1f} s (goal {STOP_S:g})")
    sys.exit(caught_up > CAUGHT_UP_S or stopped > STOP_S)


if __name__ == "__main__":
    main()
