"""Waves of an arena: python tests/bench/bench_waves.py [--waiting 1000]

Everybody waits at once, as at the end of many tables.  Prints for each size of tables the
processor time of a wave, and the mean distance between the best and the worst of a table.
"""

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games.tournaments.pairing.arena import Waiting, draw  # noqa: E402
from games.tournaments.settings import resolve  # noqa: E402

GOAL_S = 0.5
SPREADS = {"neighbours": 0, "near": 20, "anybody": 10_000}  # how far results have moved them


def pool_of(count: int, size: int, spread: int) -> list[Waiting]:
    """A pool in which those of one table stand close to each other, or not any more."""
    luck = random.Random(1)
    order = sorted(range(count), key=lambda number: number + luck.random() * spread)
    return [Waiting(number, luck.randrange(32_000), number // size) for number in order]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--waiting", type=int, default=1000)
    count = parser.parse_args().waiting
    print(f"{count} waiting\n{'size':>4} {'played':>11} {'tables':>6} {'apart':>6} {'s':>6}")
    for size in (2, 3, 4, 6, 8):
        for played, spread in SPREADS.items():
            pool = pool_of(count, size, spread)
            rules = resolve({"format": "arena", "size": size})
            start = time.process_time()
            tables = draw(rules, pool, active=count + 1).tables
            seconds = time.process_time() - start
            ranks = {one.entrant: rank for rank, one in enumerate(pool)}
            apart = sum(ranks[table[-1]] - ranks[table[0]] for table in tables) / len(tables)
            drawn = f"{size:>4} {played:>11} {len(tables):>6} {apart:>6.1f}"
            print(f"{drawn} {seconds:>6.2f} (goal {GOAL_S})")


if __name__ == "__main__":
    main()
