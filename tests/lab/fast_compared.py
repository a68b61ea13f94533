"""`python -m tests.lab.fast_compared`: answers each line of standard input, `[seed, first game,
games, options]`, with a line of JSON: are the sums of the fast path those of the general rules?
Needs compiled rules."""

import json
import sys

from games.lab.counting.driver import simulate
from games.lab.counting.war import ADAPTER
from games.lab.runs.spec import read_spec


def main() -> None:
    for line in sys.stdin:
        seed, first, games, options = json.loads(line)
        o = read_spec(game="war", games=1, options=options).o
        run = (seed, first, games)
        quick = ADAPTER.simulate(run, o, 0)
        slow = simulate(ADAPTER.drive, ADAPTER.table, ADAPTER.game_stats, run, o, 0)
        assert ADAPTER.fast.fits(o)
        answer = {
            "equal": quick.to_bytes() == slow.to_bytes(),
            "games": [quick.games, slow.games],
            "check": [quick.check, slow.check],
            "ends": slow.ends,
        }
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
