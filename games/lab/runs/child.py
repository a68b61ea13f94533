"""`python -m games.lab.runs.child`: plays what it is asked for on its standard input, a line of
JSON each, and answers with a line of packed sums.  It ends when the input does."""

import base64
import json
import sys
import zlib

from games.lab.runs.engine import play_here
from games.lab.runs.spec import Definition


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
