"""Programs that the referee lets play, and short house rules for it."""

import sys
from pathlib import Path

from warsite.local.processes import ROOT

PYTHON = sys.executable
PLAYER = f"{PYTHON} {Path(__file__).with_name('player.py')}"  # and how it plays
EXAMPLES = {  # those of the documentation
    "bot.py": f"{PYTHON} {ROOT / 'docs' / 'examples' / 'bot.py'} {{site}}",
    "bot.mjs": f"node --experimental-websocket {ROOT / 'docs' / 'examples' / 'bot.mjs'} {{site}}",
}
QUICK = {"war": "cap=20;slap=5", "ww3": "cap=10", "ultimate": "clock=300000;seats=3"}
LEVELS = {"war": "general", "ww3": "general", "ultimate": "hunter"}
