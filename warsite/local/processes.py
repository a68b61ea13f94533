"""The processes of the site: how they are started, watched and stopped.

`make play`, the browser tests and docker-compose.yml run the same commands (a test compares
them)."""

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from warsite.local.places import IS_CHECKOUT, ROOT

PATIENCE_S = 12.0  # a web server gets ten seconds to close its sockets
LOG_KEPT = 5_000_000
LAB_WANTED = "lab_wanted"  # a file in the data folder: there is something to do for the lab
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def web(host: str, port: int) -> list[str]:
    return ["python", "-m", "warsite.web", "--host", host, "--port", str(port)]


def worker() -> list[str]:
    return [
        *("celery", "-A", "warsite", "worker", "-Q", "live", "-P", "threads", "-c", "4"),
        *("-n", "live@%h", "--loglevel", "WARNING", "--without-gossip", "--without-mingle"),
    ]


def sims(*options: str) -> list[str]:
    """The command of the lab's worker, one thread per core."""
    return ["python", "-m", "warsite.sims", *options]


def warm() -> list[str]:
    """The command that compiles the rules for the lab, if needed, before a visitor waits for
    them."""
    return ["python", "-m", "warsite.warm"]


def beat() -> list[str]:
    return ["celery", "-A", "warsite", "beat", "--loglevel", "WARNING", "--pidfile="]


def manage(*arguments: str) -> list[str]:
    if IS_CHECKOUT:  # whatever folder is the current one
        return [sys.executable, str(ROOT / "manage.py"), *arguments]
    return [sys.executable, "-m", "warsite", "manage", *arguments]


def module(command: Sequence[str]) -> list[str]:
    """A command to run with this Python, whichever is on PATH."""
    if command[0] == "python":
        return [sys.executable, *command[1:]]
    return [sys.executable, "-m", *command]


def dies_with_parent(how: signal.Signals) -> Callable[[], None] | None:
    """A function that a child calls before its program starts, so that the child dies with its
    parent (Linux).  The signal is sent when the *thread* that started the child ends: start
    children only from the main thread."""
    if _libc is None:
        return None
    libc, parent = _libc, os.getpid()

    def arrange() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, how)
        if os.getppid() != parent:  # it died before this line
            os._exit(1)

    return arrange


def stop_with_parent(how: signal.Signals = signal.SIGTERM) -> None:
    """Stop this process when its parent dies (Linux; elsewhere it keeps running)."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, how)


def command_of(pid: int) -> str:
    """The command line of a running process; "" if it is gone or a zombie."""
    if sys.platform == "linux":
        try:
            return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        except (OSError, UnicodeDecodeError):
            return ""
    command = ["ps", "-o", "command=", "-p", str(pid)]
    return subprocess.run(command, capture_output=True, text=True).stdout


def end(process: subprocess.Popen[bytes], patience_s: float = PATIENCE_S) -> None:
    """Ask the process to stop, wait, then kill it, with everything it has started."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(patience_s)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


@dataclass
class Child:
    """A supervised process, restarted after a crash in 1, 2, 4 ... 30 seconds."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    process: subprocess.Popen[bytes] | None = None
    crashes: int = 0
    started: float = 0.0

    def start(self) -> None:
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.trim_log()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C at the terminal is for the supervisor only
                preexec_fn=dies_with_parent(signal.SIGKILL),
            )
        self.started = time.monotonic()

    def trim_log(self) -> None:
        """Keep the tail of a long log; the writer continues in the truncated file."""
        if self.log.exists() and self.log.stat().st_size > LOG_KEPT:
            shutil.copyfile(self.log, self.log.with_suffix(".log.1"))
            os.truncate(self.log, 0)

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def pause_s(self) -> int:
        """The pause (s) before the next start; a minute without a crash resets it."""
        if time.monotonic() - self.started > 60:
            self.crashes = 0
        return min(30, 1 << self.crashes)

    def stop(self) -> None:
        if self.process is not None:
            end(self.process)

    def last_words(self, lines: int = 8) -> str:
        if not self.log.exists():
            return ""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])
