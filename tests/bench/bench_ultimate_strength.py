"""How well the bots of Ultimate War play against each other: python
tests/bench/bench_ultimate_strength.py [--games 40]

Four seats drawn from the five personas, 20 minutes; then three of them against one that plays any
legal act, and against a greedy one.  Prints shares of wins and confrontations per game."""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.rules.live import play_bots  # noqa: E402
from tests.rules.ultimate.live import GAME, Live  # noqa: E402

PERSONAS = ("hoarder", "decoy", "bully", "martyr", "hunter")


def winners(levels: Sequence[str], seed: int) -> tuple[list[str], int]:
    """The winners, and the number of confrontations."""
    live = Live.dealt(f"seats={len(levels)}" if len(levels) != 4 else "", seed)
    play_bots(live, levels, seed)
    result = GAME.result(live.t, live.o)
    assert result is not None
    return [levels[seat - 1] for seat in result.winners], live.t.fights


def table(title: str, tables: Sequence[Sequence[str]], first: int) -> None:
    """Play these tables and print the results."""
    won: Counter[str] = Counter()
    sat: Counter[str] = Counter()
    fights = 0
    for number, levels in enumerate(tables):
        names, count = winners(levels, first + number)
        fights += count
        sat.update(levels)
        for name in names:
            won[name] += 1 / len(names)
    print(f"{title}: {len(tables)} games, {fights / len(tables):.0f} confrontations each")
    for name in sorted(sat, key=lambda name: -won[name] / sat[name]):
        share = won[name] / sat[name]
        error = (share * (1 - share) / sat[name]) ** 0.5
        print(f"  {name:8} wins {100 * share:5.1f} % of {sat[name]} seats (+- {100 * error:.1f})")


def main(games: int) -> None:
    """The three tournaments."""
    rng = random.Random(5)
    table("personas", [rng.sample(PERSONAS, 4) for _ in range(games)], 10_000)
    for level in ("random", "greedy"):
        rows = []
        for _ in range(games // 2):
            row = [*rng.sample(PERSONAS, 3), level]
            rng.shuffle(row)
            rows.append(row)
        table(f"against {level}", rows, 20_000)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="of personas; half as many of others")
    main(parser.parse_args().games)
