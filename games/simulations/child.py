"""`python -m games.simulations.child`: plays what it is asked for on its standard input, a line of
JSON each, and answers with a line of packed sums.  It ends when the input does."""

import base64
import json
import sys
import zlib

from games.simulations.definition import Definition
from games.simulations.engine import play_here


def main() -> None:
    for line in sys.stdin:
        row, first, games = json.loads(line)
        definition = Definition(**(row | {"policies": tuple(row["policies"])}))
        sums = play_here(definition, first, games)
        packed = zlib.compress(sums.to_bytes(), 1)
        sys.stdout.write(base64.b64encode(packed).decode() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
