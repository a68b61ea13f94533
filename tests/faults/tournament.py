"""Kills worker and web and takes the database away while a tournament is held, then has the
referee check it.

    python -m tests.faults.tournament --entrants 100

A worker is killed while it draws, opens tables and collects results; the web server during a call;
two directors draw at once; results come again.  Nothing may be lost or done twice, and the
tournament must go on by itself."""

import argparse
import random
import sys

from tests.faults.stage import Stage


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entrants", type=int, default=100)
    parser.add_argument("--away", type=float, default=10, help="seconds without a database")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with Stage(own_valkey=True) as stage:
        from tests.faults.evening import Evening  # Django is set up by now

        luck = random.Random(options.seed)
        faults = Evening(stage, options.entrants, luck, options.away).hold()
        print(f"{options.entrants} entrants, {len(faults)} faults")
        for line in faults:
            print("FAULT", line)
        if faults:
            for name in ("web", "worker"):
                print(f"-- {name}:\n{stage.log(name)[-4000:]}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
