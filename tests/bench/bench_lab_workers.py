"""A large run of classic War through broker, database and two worker processes, against the same
games on two plain threads; and the memory, start and stop of the workers.  As a script:

    python -m tests.bench.bench_lab_workers [games] [rounds]

On a busy machine compare the shares of processor time: the lab's workers are nice, threads are not.
`cold` starts with nothing compiled (a minute on a busy machine)."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CORES = 2
TICKS = os.sysconf("SC_CLK_TCK")


def say(words: str, value: float, unit: str = "", goal: str = "") -> None:
    print(f"{words:58} {value:12,.2f} {unit:4} {goal and f'(goal {goal})'}", flush=True)


def threads(games: int, seed: int) -> None:
    """In a process with compiled rules: the same games on two threads."""
    from games.lab.counting.accumulator import Sums
    from games.lab.counting.war import ADAPTER
    from games.lab.runs.engine import chunks
    from games.rules.war.options import Options

    ADAPTER.simulate((1, 0, 1), Options(), 0)
    begun, cpu = time.monotonic(), time.process_time()
    total, parts = Sums(), list(chunks(games, 200_000))
    with ThreadPoolExecutor(CORES) as pool:
        for sums in pool.map(
            lambda part: ADAPTER.simulate((seed, part.first, part.games), Options(), 0), parts
        ):
            total.add(sums)
    spent = [time.monotonic() - begun, time.process_time() - cpu]
    print(json.dumps([*spent, f"{total.check:016x}"]))


class Workers:
    """The lab's worker with two threads, as `make play` and production start it."""

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        from warsite.local import processes

        self.begun = time.monotonic()
        command = [*processes.module(processes.sims()), "-c", str(CORES)]
        with log.open("ab") as said:
            self.main = subprocess.Popen(command, env=environment, stdout=said, stderr=said)

    def pids(self) -> list[int]:
        threads = Path(f"/proc/{self.main.pid}/task").glob("*/children")
        words = " ".join(path.read_text() for path in threads)
        return [self.main.pid, *map(int, words.split())]

    def cpu_s(self) -> float:
        """Total processor time so far."""
        ticks = 0
        for pid in self.pids():
            after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(after_name[11]) + int(after_name[12])
        return ticks / TICKS

    def pss_mib(self) -> float:
        """Memory, with shared pages counted once."""
        kib = 0
        for pid in self.pids():
            text = Path(f"/proc/{pid}/smaps_rollup").read_text()
            kib += next(int(row.split()[1]) for row in text.splitlines() if row[:4] == "Pss:")
        return kib / 1024

    def stop_s(self) -> float:
        begun = time.monotonic()
        self.main.terminate()
        self.main.wait(120)
        return time.monotonic() - begun


def wait(true: Callable[[], object], patience_s: float = 600) -> None:
    deadline = time.monotonic() + patience_s
    while not true():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.01)


def ask(games: int, seed: int, options: str = "") -> Any:
    """Start a run."""
    from games.lab.runs import run
    from games.lab.runs.spec import read_spec

    spec = read_spec(game="war", games=games, seed=seed, options=options)
    return run.start(spec=spec, free=True)


def reload(simulation: Any) -> Any:
    simulation.refresh_from_db()
    return simulation


def wait_for(simulation: Any) -> None:
    wait(lambda: reload(simulation).is_done)


def start(name: str, goal: str, seed: int, environment: dict[str, str], log: Path) -> Workers:
    """The time from the start until the first chunk of a run is counted."""
    simulation = ask(2_000, seed)
    workers = Workers(environment, log)
    wait_for(simulation)
    say(f"{name} start to the first counted part", time.monotonic() - workers.begun, "s", goal)
    say(f"{name} start, processor time of all its processes", workers.cpu_s(), "s")
    return workers


def starts(environment: dict[str, str], log: Path) -> Workers:
    """With nothing compiled, and with everything cached."""
    workers = start("cold", "20", 1, environment, log)
    workers.stop_s()
    return start("warm", "3.5", 10, environment, log)


def through(workers: Workers, games: int, seed: int) -> tuple[float, float, str]:
    """Seconds, processor seconds and checksum of a run by the workers."""
    begun, cpu = time.monotonic(), workers.cpu_s()
    simulation = ask(games, seed)
    wait_for(simulation)
    spent = time.monotonic() - begun
    return spent, workers.cpu_s() - cpu, f"{simulation.counted.check:016x}"


def bare(environment: dict[str, str], games: int, seed: int) -> tuple[float, float, str]:
    from games.lab.runs.cache import environment as compiled

    command = [
        sys.executable,
        "-m",
        "tests.bench.bench_lab_workers",
        "threads",
        str(games),
        str(seed),
    ]
    given = environment | compiled()
    said = subprocess.run(command, env=given, capture_output=True, text=True, check=True)
    wall, cpu, check = json.loads(said.stdout)
    return wall, cpu, check


def compare(workers: Workers, environment: dict[str, str], games: int, rounds: int) -> None:
    through(workers, 400_000, 1)  # both threads have the compiled rules
    rows = []
    for seed in range(100, 100 + rounds):
        one, other = bare(environment, games, seed), through(workers, games, seed)
        assert one[2] == other[2], "the workers have counted something else"
        rows.append((other[0], one[0] / other[0], one[1] / other[1]))
    wall, share, cpu_share = (statistics.median(column) for column in zip(*rows, strict=True))
    goal = f"{games / 1e6:g}" if games == 10_000_000 else f"{games / 1e6:.1f}"
    say(f"{games:,} games through {CORES} workers", wall, "s", goal)
    say("share of bare threads, by the clock", share, "", "0.93")
    say("share of bare threads, by processor time", cpu_share, "", "0.93")


def main() -> None:
    if sys.argv[1:2] == ["threads"]:
        threads(int(sys.argv[2]), int(sys.argv[3]))
        return
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    from warsite.local import valkey

    with tempfile.TemporaryDirectory(prefix="wsb") as folder:
        server, url = valkey.start(Path(folder))
        os.environ |= {"WARSITE_HOME": folder, "REDIS_URL": url, "SECRET_KEY": "bench"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "warsite.settings"
        os.environ.pop("DATABASE_URL", None)
        try:
            measure(Path(folder), games, rounds)
        finally:
            server.terminate()
            server.wait()


def measure(home: Path, games: int, rounds: int) -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    os.environ |= {"NUMBA_CACHE_DIR": str(home / "compiled"), "PYTHONPATH": str(ROOT)}
    environment = dict(os.environ)
    workers = starts(environment, home / "sims.log")
    try:
        say("memory after the start", workers.pss_mib(), "MiB")
        compare(workers, environment, games, rounds)
        say("memory of the worker (PSS)", workers.pss_mib(), "MiB", "300")
        simulation = ask(20_000_000, 7, "order=seat")  # the slowest parts of War
        wait(lambda: reload(simulation).games_done > 0)
        say("stopped in the middle of its parts", workers.stop_s(), "s", "10")
    finally:
        with suppress(ProcessLookupError):
            workers.main.kill()


if __name__ == "__main__":
    main()
