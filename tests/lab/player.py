"""`python -m tests.lab.player`: compiles the rules and plays the chunks requested on standard
input, one JSON line each.  It answers with a line of packed sums, and ends when its input does."""

import json
import os
import subprocess
import sys
from pathlib import Path

from games.lab.counting.accumulator import Sums
from games.lab.runs import engine
from games.lab.runs.cache import environment
from games.lab.runs.spec import RunSpec

ROOT = Path(__file__).parents[2]


class Player:
    """A process with compiled rules; `more` is passed to Popen."""

    def __init__(self, environ=None, **more):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.lab.player"],
            cwd=ROOT,
            env=os.environ | environment() | (environ or {}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            **more,
        )

    def play(self, spec, chunk, **changed):
        """The sums of a chunk; `changed`: options that nobody may choose."""
        self.process.stdin.write(json.dumps([spec.row(), chunk, changed]) + "\n")
        self.process.stdin.flush()
        return Sums.unpacked(bytes.fromhex(self.process.stdout.readline()))

    def close(self):
        self.process.communicate()


def main():
    for line in sys.stdin:
        row, chunk, changed = json.loads(line)
        spec = RunSpec(**(row | {"policies": tuple(row["policies"])}))
        if changed:
            where = (spec.seed, *chunk[1:])
            sums = spec.adapter.simulate(where, spec.o._replace(**changed), spec.levels)
        else:
            sums = engine.play(spec, engine.Chunk(*chunk))
        print(sums.packed().hex(), flush=True)


if __name__ == "__main__":
    main()
