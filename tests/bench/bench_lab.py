"""Bulk play of classic War on one core, with everything counted: the fast path, the general rules
compiled, plain Python and, if its sources are there, the C yardstick, one after the other in every
round.  Run as a script:

    python -m tests.bench.bench_lab [rounds]

YARDSTICK names the folder with the yardstick's `build.sh`.  Rates are per second of processor time.
Compare the ratios, which hold on a busy machine too, with the goal beside each."""

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from games.lab.counting.driver import simulate
from games.lab.counting.war import ADAPTER
from games.lab.runs.cache import environment
from games.lab.runs.engine import play_plainly
from games.lab.runs.spec import read_spec

ROOT = Path(__file__).resolve().parents[2]
YARDSTICK = Path(os.environ.get("YARDSTICK", ROOT.parent / "shared" / "reference" / "c"))
FAST, GENERAL, PLAIN, REFERENCE = 200_000, 30_000, 60, 400_000  # games
KERNELS = {"random": "ls2_shuf", "winner": "ls2_fixed"}
OF_YARDSTICK = {"random": 0.6, "winner": 0.5}  # goals, of what clang compiles
GENERAL_OF_YARDSTICK = {"random": 0.085, "winner": 0.055}
OF_PLAIN = 100.0
Rows = dict[str, list[float]]


def build(folder: Path) -> Path | None:
    """The yardstick, built; None without a compiler or its sources."""
    compiler = next((cc for cc in ("clang", "gcc") if shutil.which(cc)), None)
    if compiler is None or not (YARDSTICK / "build.sh").exists():
        return None
    said = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True)
    print(f"the yardstick is compiled by {said.stdout.splitlines()[0]}")
    subprocess.run(["sh", YARDSTICK / "build.sh", compiler], cwd=folder, check=True)
    return folder / f"bench_{compiler}"


def yardstick(program: Path, kernel: str) -> float:
    """Games per second of its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, kernel, str(REFERENCE), "1"]
    subprocess.run(command, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return REFERENCE / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def fast(order: str) -> float:
    spec = read_spec(game="war", games=FAST, options=f"order={order}")
    begun = time.thread_time()
    ADAPTER.simulate((1, 0, FAST), spec.o, spec.levels)
    return FAST / (time.thread_time() - begun)


def general(order: str) -> float:
    spec = read_spec(game="war", games=GENERAL, options=f"order={order}")
    begun = time.thread_time()
    general = (ADAPTER.drive, ADAPTER.table, ADAPTER.game_stats)
    simulate(*general, (1, 0, GENERAL), spec.o, spec.levels)
    return GENERAL / (time.thread_time() - begun)


def measure(rounds: int, plain: dict[str, float]) -> None:
    """Measure in a process with compiled rules."""
    for order in KERNELS:
        fast(order), general(order)  # from the cache
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        rows: Rows = {}
        for _ in range(rounds):
            for order, kernel in KERNELS.items():
                of_all = {"fast path": fast(order), "general rules": general(order)}
                if program:
                    of_all["C yardstick"] = yardstick(program, kernel)
                for name, rate in of_all.items():
                    rows.setdefault(f"{order}: {name}, games a second", []).append(rate)
                add_ratios(rows, order, of_all, plain[order])
    for name, values in rows.items():
        print(f"{name:62} {statistics.median(values):12,.3f}  ({min(values):,.3f} at least)")


def add_ratios(rows: Rows, order: str, of_all: dict[str, float], plain: float) -> None:
    """Ratios for the goals, each from the rates of one round."""
    ratios = {f"general rules, times plain Python (goal {OF_PLAIN:.0f})": "general rules"}
    for name, goals in (
        ("fast path", OF_YARDSTICK),
        ("general rules", GENERAL_OF_YARDSTICK),
    ):
        ratios[f"{name}, of the yardstick (goal {goals[order]})"] = name
    for words, name in ratios.items():
        base = plain if "plain" in words else of_all.get("C yardstick")
        if base:
            rows.setdefault(f"{order}: {words}", []).append(of_all[name] / base)


def plainly(order: str) -> float:
    spec = read_spec(game="war", games=PLAIN, options=f"order={order}")
    begun = time.thread_time()
    play_plainly(spec, 0, PLAIN)
    return PLAIN / (time.thread_time() - begun)


def main() -> None:
    if os.environ.get("WARSITE_JIT") == "1":
        rates = map(float, sys.argv[2].split(","))
        measure(int(sys.argv[1]), dict(zip(KERNELS, rates, strict=True)))
        return
    rounds = sys.argv[1] if len(sys.argv) > 1 else "5"
    plain = {order: statistics.median(plainly(order) for _ in range(3)) for order in KERNELS}
    for order, rate in plain.items():
        print(f"{order + ': plain Python, games a second':62} {rate:12,.3f}")
    told = ",".join(str(rate) for rate in plain.values())
    command = [sys.executable, "-m", "tests.bench.bench_lab", rounds, told]
    subprocess.run(command, env=os.environ | environment(), cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
