"""Where compiled rules are kept.  Numba notices only changes of the file a function is in, so the
folder is named by a hash of all rules and of Numba's version."""

import hashlib
import os
import sys
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(__file__).parents[3] / ".numba_cache"
SOURCES = ("rules", "lab/counting")  # all that is compiled
COMPILED = {"WARSITE_JIT": "1"}  # in the environment of a process that compiles the rules


def fingerprint() -> str:
    """Changes with every rule, with what the lab counts, and with Numba; 16 hex digits."""
    digest = hashlib.sha256(version("numba").encode())
    games = Path(__file__).parents[2]
    for path in sorted(path for source in SOURCES for path in (games / source).rglob("*.py")):
        digest.update(str(path.relative_to(games)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def folder() -> Path:
    """Where what is compiled of today's sources is kept."""
    given = os.environ.get("NUMBA_CACHE_DIR")  # an image has a place of its own
    return Path(given) if given else FOLDER / fingerprint()


def environment() -> dict[str, str]:
    """What a process that compiles the rules needs in its environment."""
    return COMPILED | {"NUMBA_CACHE_DIR": str(folder())}


def restart_compiled() -> None:
    """Run this very command line again with compiled rules, unless it has them."""
    if os.environ.get("WARSITE_JIT") != "1":
        command = [sys.executable, *sys.orig_argv[1:]]
        os.execve(sys.executable, command, os.environ | environment())
