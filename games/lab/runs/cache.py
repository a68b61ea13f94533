"""Where compiled rules are kept.  Numba notices only changes of the file a function is in, so the
folder is named by a hash of all rules and of Numba's version."""

import hashlib
import os
from importlib.metadata import version
from pathlib import Path

from games import rules

COMPILED = (b"games.rules.jit", b"games.rules.records")  # functions, and layouts they work on
FOLDER = Path(__file__).parents[3] / ".numba_cache"


def fingerprint() -> str:
    """Changes with every rule, with what is compiled of the lab, and with Numba; 16 hex digits."""
    digest = hashlib.sha256(version("numba").encode())
    for path in sorted(Path(rules.__file__).parent.rglob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    for path in sorted(Path(__file__).parents[1].rglob("*.py")):
        text = path.read_bytes()
        if any(sign in text for sign in COMPILED):
            digest.update(path.name.encode() + text)
    return digest.hexdigest()[:16]


def folder() -> Path:
    """Where what is compiled of today's sources is kept."""
    given = os.environ.get("NUMBA_CACHE_DIR")  # a read-only image names a place
    return Path(given) if given else FOLDER / fingerprint()


def environment() -> dict[str, str]:
    """What a process that compiles the rules needs in its environment."""
    return {"WARSITE_JIT": "1", "NUMBA_CACHE_DIR": str(folder())}
