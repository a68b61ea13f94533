"""The scripts and the modules they import."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "games/static/games"
IMPORT = re.compile(r'^(?:import|export) .*?from "(\.[\w./]+)"|^import "(\.[\w./]+)"', re.M)


def modules(path):
    """The module and everything it imports."""
    found, waiting = set(), [path]
    while waiting:
        one = waiting.pop().resolve()
        if one not in found:
            found.add(one)
            for first, second in IMPORT.findall(one.read_text()):
                waiting.append(one.parent / (first or second))
    return found
