"""Runs the scripts of this folder and prints in one table what has a goal:

    python -m tests.bench [history lines ...]

Rates depend on the machine, so the table names its speed, of one fixed loop, and the commit.  The
exit code is 1 if a script crashed or missed a goal; the others run all the same."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LOOPS = 2_000_000
AFTER = re.compile(r"(?P<what>.*[\s:])(?P<measured>\d[\d.,]*[^\d()]*)\(goal (?P<goal>[^)]*)\)")
BEFORE = re.compile(r"(?P<what>.*?)\(goal (?P<goal>[^)]*)\)\s+(?P<measured>\S+)")


class Row(NamedTuple):
    script: str
    what: str
    measured: str
    goal: str


def speed() -> float:
    """Turns of a fixed loop, in millions a second; the best of five."""

    def once() -> float:
        begun, total = time.perf_counter(), 0
        for number in range(LOOPS):
            total += number & 7
        return LOOPS / (time.perf_counter() - begun) / 1e6

    return max(once() for _ in range(5))


def run(script: Path) -> tuple[list[str], int]:
    """What it prints, printed here too, and its exit code."""
    command = [sys.executable, "-u", str(script)]
    place = {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ | place, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        lines = []
        for line in running.stdout:
            print(line, end="", flush=True)
            lines.append(line.strip())
    return lines, running.returncode


def read(script: str, line: str) -> Row | None:
    """A line with a goal as a row."""
    found = AFTER.match(line) or BEFORE.match(line)
    if found is None:
        return None
    what, measured, goal = (found[name].strip(" :,") for name in ("what", "measured", "goal"))
    return Row(script, what, measured, goal)


def main() -> None:
    names = sys.argv[1:] or [path.stem[6:] for path in sorted(HERE.glob("bench_*.py"))]
    rows: list[Row] = []
    failed: list[str] = []
    for name in names:
        print(f"== {name}", flush=True)
        lines, code = run(HERE / f"bench_{name}.py")
        rows += [row for line in lines if (row := read(name, line)) is not None]
        failed += [f"{name} ({code})"] if code else []
    told = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True)
    commit, busy = told.stdout.decode().strip() or "unknown", os.getloadavg()[0]
    print(f"\ncommit {commit}, {speed():.1f} million turns a second, load {busy:.1f}")
    print(f"{'script':16} {'what':60} {'measured':>24} {'goal':>20}")
    for row in rows:
        print(f"{row.script:16} {row.what[:60]:60} {row.measured:>24} {row.goal:>20}")
    if failed:
        sys.exit(f"crashed or missed a goal (exit code): {', '.join(failed)}")


if __name__ == "__main__":
    main()
