"""The folder in which compiled rules are stored.  Numba notices only changes in a function's own
file, so the name of the folder is a hash of all rules and Numba's version."""

import hashlib
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path

from warsite.local import places

SOURCES = ("rules", "lab/counting")  # everything that is compiled
WARM = "warm"  # the name of the file that says so
COMPILED = {"WARSITE_JIT": "1"}  # environment of a process that compiles the rules


def fingerprint() -> str:
    """A hash of the rules, of the lab's counting code, and of Numba's version; 16 hex digits."""
    digest = hashlib.sha256(version("numba").encode())
    games = Path(__file__).parents[2]
    for path in sorted(path for source in SOURCES for path in (games / source).rglob("*.py")):
        digest.update(str(path.relative_to(games)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def folder() -> Path:
    """The folder for code compiled from the current sources."""
    given = os.environ.get("NUMBA_CACHE_DIR")  # the Docker image sets it
    return Path(given) if given else places.compiled() / fingerprint()


def use_folder() -> None:
    """Set the folder for Numba, if this process compiles the rules.  Numba must not be imported
    before."""
    if os.environ.get("WARSITE_JIT") == "1":
        os.environ["NUMBA_CACHE_DIR"] = str(folder())


def is_warm() -> bool:
    """Whether all rules have been compiled from the current sources."""
    try:
        return (folder() / WARM).read_text() == fingerprint()
    except OSError:
        return False


def note_warm() -> None:
    """Store that all rules are compiled.  If this cannot be stored, rules are compiled again."""
    with suppress(OSError):
        folder().mkdir(parents=True, exist_ok=True)
        (folder() / WARM).write_text(fingerprint())


def environment() -> dict[str, str]:
    """The environment variables of a process that compiles the rules."""
    return COMPILED | {"NUMBA_CACHE_DIR": str(folder())}


@contextmanager
def compiled_process() -> Iterator[Executor]:
    """Start another process, which compiles the rules."""
    own = dict(os.environ)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        os.environ |= environment()
        pool.submit(os.getpid).result()  # it begins with the first task
        for name in environment():
            os.environ.pop(name)
        os.environ |= own
        yield pool


def restart_compiled() -> None:
    """Run this command line again with compiled rules, unless this process already uses them."""
    if os.environ.get("WARSITE_JIT") != "1":
        command = [sys.executable, *sys.orig_argv[1:]]
        os.execve(sys.executable, command, os.environ | environment())
