"""Bulk play of every game of the lab on one core: compiled games a second, the same rules in plain
Python, and how many times as fast the compiled ones are.  Run as a script:

    python -m tests.bench.bench_lab_games

Goal: at least 80 times.  Look at the ratios, not at the rates: the best of some rounds, in which
both take turns."""

import subprocess
import sys
import time
from pathlib import Path

from games.lab.runs import machine
from games.lab.runs.engine import play_plainly
from games.lab.runs.spec import Definition, define

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 3
# Game, options, policies; games compiled and plain.
CASES = [
    ("war", "auto=2;faces=3;slap=5;underdog=6", [], 20_000, 150),
    ("ww3", "", [], 20_000, 200),
    ("ww3", "", ["general"], 20_000, 200),
    ("ww3", "seats=6", ["general"], 4_000, 25),
    ("ultimate", "", [], 1_500, 12),
    ("ultimate", "", ["bully", "decoy", "martyr", "random"], 1_500, 12),
    ("ultimate", "change=on;multi=on;seats=8", ["hoarder"], 1_500, 12),
]


def run_of(case: int) -> Definition:
    game, options, policies, games, _ = CASES[case]
    return define(game=game, games=games, options=options, policies=policies)


def compiled(case: int) -> float:
    """Games a second, by the code that workers link."""
    d = run_of(case)
    machine.simulate(d.adapter, d.seed, 0, 1, d.o, d.levels)
    begun = time.thread_time()
    done = machine.simulate(d.adapter, d.seed, 0, d.games, d.o, d.levels)
    assert done is not None, "compile the rules first: manage.py warm"
    return d.games / (time.thread_time() - begun)


def plain(case: int) -> float:
    games = CASES[case][4]
    begun = time.thread_time()
    play_plainly(run_of(case), 0, games)
    return games / (time.thread_time() - begun)


def main() -> None:
    subprocess.run([sys.executable, "manage.py", "warm"], cwd=ROOT, check=True)
    for case, (game, options, policies, *_) in enumerate(CASES):
        rounds = [(compiled(case), plain(case)) for _ in range(ROUNDS)]
        fast, slow = (max(rates) for rates in zip(*rounds, strict=True))
        name = f"{game} {options} {' '.join(policies)}".strip()
        print(f"{name:58} {fast:10,.0f} {slow:8,.1f} {fast / slow:6,.0f} times")


if __name__ == "__main__":
    main()
