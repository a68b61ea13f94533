"""The cost of a move in processor time: python tests/bench/bench_moves.py

Games are played at a modest rate on a site with its own PostgreSQL and Valkey; a third of the moves
are deadlines.  Times depend on the machine, so what counts is the ratio to another revision:
python -m tests.bench --against REVISION moves"""

import argparse
import asyncio
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench import bench_live  # noqa: E402
from tests.faults.stage import Stage  # noqa: E402

TABLES, EVERY_S = 20, 1.6
GOALS_MS = {"web and worker": 2.5, "web": 2.2, "worker": 0.3, "PostgreSQL": 0.8, "Valkey": 0.1}
GROUPS = {
    "web": ("web and worker", "web"),
    "worker": ("web and worker", "worker"),
    "postgres": ("PostgreSQL",),
    "valkey": ("Valkey",),
}


def used_s(pid: int) -> float:
    """Processor seconds of a process, its threads and its children, ended ones included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(used_s(int(child)) for child in children)


def used_by_group(stage: Stage) -> dict[str, float]:
    seconds = dict.fromkeys(GOALS_MS, 0.0)
    for name, process in stage.running.items():
        for group in GROUPS[name.rstrip("0123456789")]:
            seconds[group] += used_s(process.pid)
    return seconds


def moves_so_far() -> int:
    from django.db.models import Sum

    from games.table.models import Table

    total: int = Table.objects.aggregate(total=Sum("version"))["total"]
    return total


async def play(stage: Stage, tables: list[list[bench_live.Seat]], seconds: float) -> None:
    """Measure while these people click, after a start that does not count."""
    gap = EVERY_S / len(tables) / 2
    pairs = []
    for number in range(len(tables)):
        starts = (2 * number * gap, (2 * number + 1) * gap)
        pair = bench_live.pair(stage, tables, number, EVERY_S, starts)
        pairs.append(asyncio.create_task(pair))
    await asyncio.sleep(bench_live.READY_S + 2 * EVERY_S)
    moves, before = await asyncio.to_thread(moves_so_far), used_by_group(stage)
    await asyncio.sleep(seconds)
    after, moves = used_by_group(stage), await asyncio.to_thread(moves_so_far) - moves
    for task in pairs:
        task.cancel()
    for result in await asyncio.gather(*pairs, return_exceptions=True):
        if isinstance(result, Exception):
            print("a client failed:", repr(result), file=sys.stderr)
    print(f"{moves / seconds:.0f} moves a second")
    for group, goal_ms in GOALS_MS.items():
        cost_ms = 1000 * (after[group] - before[group]) / moves
        print(f"a move, {group}: {cost_ms:.2f} ms (goal {goal_ms} ms)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    with Stage(own_valkey=True, own_postgres=True, webs=2) as stage:
        tables = bench_live.open_tables(stage, range(TABLES))
        asyncio.run(play(stage, tables, options.seconds))


if __name__ == "__main__":
    main()
