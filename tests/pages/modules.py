"""The scripts and the modules they import."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "games/static/games"
IMPORT = re.compile(r'^(?:import|export) .*?from "(\.[\w./]+)"|^import "(\.[\w./]+)"', re.M)


def modules(path):
    """The module and everything it imports."""
    seen, waiting = set(), [path]
    while waiting:
        module = waiting.pop().resolve()
        if module not in seen:
            seen.add(module)
            for first, second in IMPORT.findall(module.read_text()):
                waiting.append(module.parent / (first or second))
    return seen
