"""Memory, rest and start of `make play`, with no visitor: python tests/bench/bench_play.py

It needs only the command, so it measures older checkouts too:
python -m tests.bench --against REVISION --rounds 3 play"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.site import free_port, processes_of, wait_until  # noqa: E402

LOOK_S = LEAST_S = 60
BUSY = 10  # percent of a core: it still prepares something, such as compiled rules
PATIENCE_S = 300


def answers(url: str) -> bool:
    with suppress(OSError), urllib.request.urlopen(url, timeout=5) as page:
        return bool(page.status == 200)
    return False


@contextmanager
def playing(home: Path) -> Iterator[float]:
    """The site in this folder; seconds until it answered."""
    port = free_port()
    command = [sys.executable, "-m", "warsite.local", "--port", str(port)]
    begun = time.monotonic()
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ | {"WARSITE_HOME": str(home)}, stdout=subprocess.DEVNULL
    ) as site:
        try:
            wait_until(lambda: answers(f"http://127.0.0.1:{port}/health/alive/"), "an answer")
            yield time.monotonic() - begun
        finally:
            site.send_signal(signal.SIGINT)


def pss_mib(home: Path) -> float:
    """Memory of all its processes, what they share counted once."""
    total = 0
    for process in processes_of(home):
        with suppress(OSError):
            text = Path(f"/proc/{process}/smaps_rollup").read_text()
            total += int(re.findall(r"^Pss:\s+(\d+)", text, re.M)[0])
    return total / 1024


def used(home: Path) -> dict[int, tuple[float, int]]:
    """Seconds of processor time, and bytes written to disk, of each process."""
    usage = {}
    for process in processes_of(home):
        with suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            seconds = sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
            written = re.findall(
                r"^write_bytes: (\d+)", Path(f"/proc/{process}/io").read_text(), re.M
            )
            usage[process] = (seconds, int(written[0]))
    return usage


def look(home: Path, seconds: float) -> tuple[float, float]:
    """Share of a core in percent, and MB written a minute, while nobody visits."""
    before = used(home)
    time.sleep(seconds)
    spent_s, written = 0.0, 0
    for process, (processor_s, written_bytes) in used(home).items():
        earlier_s, earlier_bytes = before.get(process, (0.0, 0))
        spent_s += processor_s - earlier_s
        written += written_bytes - earlier_bytes
    return 100 * spent_s / seconds, written / 1e6 * 60 / seconds


def settle(home: Path) -> None:
    """Wait until it does no more than it always does."""
    give_up = time.monotonic() + PATIENCE_S
    time.sleep(LEAST_S)
    while look(home, 10)[0] > BUSY and time.monotonic() < give_up:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=LOOK_S)
    options = parser.parse_args()
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with playing(home):
            settle(home)
            print(
                f"make play, memory after its first start: {pss_mib(home):.0f} MiB (goal 320 MiB)"
            )
        with playing(home) as seconds:
            print(f"make play, second start: {seconds:.1f} s (goal 5 s)", flush=True)
            settle(home)
            core, written = look(home, options.seconds)
            print(f"make play, at rest: {core:.1f} % of a core (goal 3 %)")
            print(f"make play, written at rest: {written:.2f} MB a minute (goal 1 MB)")
            print(f"make play, memory at rest: {pss_mib(home):.0f} MiB (goal 320 MiB)")


if __name__ == "__main__":
    main()
