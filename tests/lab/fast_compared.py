"""`python -m tests.lab.fast_compared`: answers each line of standard input, `[seed, first game,
games, options, hands, ordered]`, with a line of JSON: are the sums of the fast path those of the
general rules?  `hands` are those of a deal by hand, or none.  Needs compiled rules."""

import json
import sys

from games.lab.counting.driver import simulate
from games.lab.counting.war import ADAPTER
from games.lab.runs.spec import read_spec
from games.rules.hands import read_hands


def main() -> None:
    for line in sys.stdin:
        seed, first, games, options, hands, ordered = json.loads(line)
        o, run = read_spec(game="war", games=1, options=options).o, (seed, first, games)
        start = ADAPTER.by_hand.start_of(o, read_hands(hands, ordered)) if hands else None
        quick = ADAPTER.simulate(run, o, 0, start)
        slow = simulate(ADAPTER.drive, ADAPTER.table, ADAPTER.game_stats, run, o, 0, start)
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
