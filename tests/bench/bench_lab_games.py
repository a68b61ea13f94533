"""Bulk play of every game of the lab on one core: compiled games per second, the same rules in
plain Python, and the ratio.  Run as a script:

    python -m tests.bench.bench_lab_games

Goal: a ratio of at least 80.  Rates are the best of some rounds, in which both take turns."""

import os
import subprocess
import sys
import time
from pathlib import Path

from games.lab.runs.cache import environment
from games.lab.runs.engine import Chunk, play, play_plainly
from games.lab.runs.spec import RunSpec, read_spec

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


def run_of(case: int) -> RunSpec:
    game, options, policies, games, _ = CASES[case]
    return read_spec(game=game, games=games, options=options, policies=policies)


def compiled() -> None:
    """In its own process: games per second of every case it is asked for."""
    for line in sys.stdin:
        d = run_of(int(line))
        play(d, Chunk(0, 0, 1))
        begun = time.thread_time()
        play(d, Chunk(0, 0, d.games))
        print(d.games / (time.thread_time() - begun), flush=True)


def plain(case: int) -> float:
    games = CASES[case][4]
    begun = time.thread_time()
    play_plainly(run_of(case), 0, games)
    return games / (time.thread_time() - begun)


def main() -> None:
    if sys.argv[1:] == ["compiled"]:
        return compiled()
    command = [sys.executable, "-m", "tests.bench.bench_lab_games", "compiled"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    child = subprocess.Popen(command, cwd=ROOT, env=os.environ | environment(), **pipes)

    def ask(case: int) -> float:
        print(case, file=child.stdin, flush=True)
        return float(child.stdout.readline())

    for case, (game, options, policies, *_) in enumerate(CASES):
        rounds = [(ask(case), plain(case)) for _ in range(ROUNDS)]
        fast, slow = (max(rates) for rates in zip(*rounds, strict=True))
        name = f"{game} {options} {' '.join(policies)}".strip()
        print(f"{name:58} {fast:10,.0f} {slow:8,.1f} {fast / slow:6,.0f} times")
    child.communicate()


if __name__ == "__main__":
    main()
