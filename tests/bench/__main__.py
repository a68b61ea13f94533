"""Runs the scripts of this folder and prints in one table what has a goal:

    python -m tests.bench [history live ...]
    python -m tests.bench --against REVISION [--rounds 5] pages live ...

Rates depend on the machine, so the table names its speed, of one fixed loop, and the commit.  The
exit code is 1 if a script crashed or missed a goal; the others run all the same.

With --against, that revision is checked out beside and measured in turns with this one: with its
own script, or with this one's if it has none.  The table has ratios, this checkout to that one:
of the medians, and the least and greatest of a round."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
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


def run(script: Path, root: Path = ROOT) -> tuple[list[str], int]:
    """The lines that a script prints, printed at once too, and its exit code."""
    command = [sys.executable, "-u", str(script)]
    place = {"PYTHONPATH": str(root)}
    with subprocess.Popen(
        command, cwd=root, env=os.environ | place, stdout=subprocess.PIPE, text=True
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


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """The files of a revision in a folder of their own, as long as this lasts."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "checkout")
        subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, root], check=True)
        subprocess.run(["git", "checkout", "--quiet", "--detach", revision], cwd=root, check=True)
        yield root


def number(measured: str) -> float:
    """The first number of a figure as it is printed."""
    digits = re.search(r"\d[\d,]*\.?\d*", measured)
    return float(digits[0].replace(",", "")) if digits else 0.0


def in_turns(revision: str, names: Sequence[str], rounds: int) -> None:
    """Measure that revision and this checkout by turns, and print ratios."""
    ratios: list[tuple[str, str, str]] = []
    with checkout(revision) as other:
        for name in names:
            script = Path("tests/bench") / f"bench_{name}.py"
            if not (other / script).exists():
                shutil.copy(ROOT / script, other / script)
            figures: dict[str, list[list[float]]] = defaultdict(lambda: [[], []])
            for _ in range(rounds):
                for side, root in enumerate((other, ROOT)):
                    print(f"== {name}, {'that' if side == 0 else 'this'} one", flush=True)
                    lines, _code = run(root / script, root)
                    for row in filter(None, (read(name, line) for line in lines)):
                        figures[row.what][side].append(number(row.measured))
            ratios += [(name, what, compared(*sides)) for what, sides in figures.items()]
    print(f"\n{speed():.1f} million turns a second, load {os.getloadavg()[0]:.1f}, {rounds} rounds")
    for name, what, text in ratios:
        print(f"{name:16} {what[:60]:60} {text}")


def compared(theirs: Sequence[float], ours: Sequence[float]) -> str:
    """The ratio of the medians, and the range of ratios over the rounds."""
    if not theirs or not ours or not all(theirs):
        return "only measured on one side"
    rounds = [b / a for a, b in zip(theirs, ours, strict=False)]
    ratio = median(ours) / median(theirs)
    return f"{ratio:.2f} ({min(rounds):.2f} to {max(rounds):.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--against", metavar="REVISION")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    names = options.names or [path.stem[6:] for path in sorted(HERE.glob("bench_*.py"))]
    if options.against:
        in_turns(options.against, names, options.rounds)
        return
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
