"""Run by a test in its own process (WARSITE_JIT=1): prints numbers and final states of games played
by the compiled rules, as JSON."""

import hashlib
import json
import random
import sys

from games.rules.war.options import SCHEMA, Options, Order
from games.rules.war.state import End
from tests.development.scripted.options import loose
from tests.lab.compiled import final_state
from tests.rules.war.strategies import random_options

SEED = 2026
GAMES = 100_000
STATES = 600


def rule_sets() -> list[tuple[Options, int]]:
    """Options and number of the game for each compared state; small caps show states in the middle
    of a game."""
    rng = random.Random(SEED)
    rows = []
    for game in range(STATES):
        o = loose(SCHEMA, random_options(rng))
        cap = rng.choice([1, 2, 3, 5, 8, 13, 40, 3000])
        rows.append((o._replace(cap=cap, cycles=rng.random() < 0.8), game))
    return rows


def digest(state: bytes) -> str:
    return hashlib.sha256(state).hexdigest()[:24]


def main() -> None:
    from games.lab.counting import war
    from games.lab.counting.accumulator import ENDLESS
    from games.lab.counting.driver import Sums, simulate
    from games.rules.jit import COMPILED

    assert COMPILED

    def play(games: int, o: Options) -> Sums:
        general = (war.drive, war.Table, war.GameStats)  # not the fast path
        return simulate(*general, (SEED, 0, games), o, 0)

    def mean(sums: Sums) -> float:
        return sum(n * games for n, games in enumerate(sums.lengths)) / sums.games

    random_order, winner_first = play(GAMES, Options()), play(GAMES, Options(order=Order.WINNER))
    seat_first = play(8000, Options(order=Order.SEAT, cap=10_000))
    once = play(4 * GAMES, Options(cap=1))
    json.dump(
        {
            "random": mean(random_order),
            "winner": mean(winner_first),
            "endless": (seat_first.ends[ENDLESS] + seat_first.ends[End.CAP]) / seat_first.games,
            "first_tie": once.wars,
            "first_games": once.games,
            "wins": random_order.wins[:3],
            "states": [
                digest(final_state(war.ADAPTER, SEED, game, o, 0)) for o, game in rule_sets()
            ],
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
