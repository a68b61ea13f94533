"""Matching wishes: python -m tests.bench.bench_matching

Processor time of one decision over 500 wishes (goal: 20 ms): when many find partners, and when
nobody does."""

import random
import time
from collections.abc import Callable

from games.lobby.matching import GameKind, Match, Seeker, match

WISHES, GOAL_MS, NOW, ROUNDS = 500, 20, 1_000_000, 20
GAMES = [("ww3", ""), ("ww3", "cap=40"), ("ultimate", ""), ("war", "slap=5"), ("war", "")]


def mixed(luck: random.Random) -> list[Seeker]:
    """One to five kinds, some rated, some with blocks."""
    return [
        Seeker(
            wish=n,
            player=n,
            person=n,
            since=NOW - luck.randrange(12_000),
            kinds=tuple(
                GameKind(*game, 2, luck.randint(2, 5), round(luck.gauss(1500, 150)))
                for game in luck.sample(GAMES, luck.randint(1, 5))
            ),
            rated=luck.random() < 0.2,
            apart=frozenset(luck.sample(range(WISHES), 5)) if luck.random() < 0.2 else frozenset(),
        )
        for n in range(WISHES)
    ]


def lonely(luck: random.Random) -> list[Seeker]:
    """Each of them would play six games of eight, but seven others never agree on one."""
    return [
        Seeker(n, n, n, NOW - n, tuple(GameKind("war", f"{(n + k) // 7}", 8, 8) for k in range(6)))
        for n in range(WISHES)
    ]


def far_apart(luck: random.Random) -> list[Seeker]:
    """Everybody wants the same rated game, and no two ratings are close."""
    return [
        Seeker(n, n, n, NOW - n % 1000, (GameKind("ww3", "", 2, 6, 1000 * n),), rated=True)
        for n in range(WISHES)
    ]


def measure(name: str, wishes: Callable[[random.Random], list[Seeker]]) -> bool:
    seekers, times = wishes(random.Random(1)), []
    for _ in range(ROUNDS):
        begun = time.process_time()
        found = match(seekers, [], NOW)
        times.append(1000 * (time.process_time() - begun))
    matched = sum(len(one.wishes) for one in found if isinstance(one, Match))
    middle = sorted(times)[ROUNDS // 2]
    print(f"{name:10} {matched:4} of {WISHES} matched  median {middle:6.1f} ms")
    return middle <= GOAL_MS


if __name__ == "__main__":
    results = [measure(one.__name__, one) for one in (mixed, lonely, far_apart)]
    raise SystemExit(not all(results))
