"""The rules part of a live move: load the state, apply, views, store.  Run as a script:

    python -m tests.bench.bench_rules

Goal: 50 us median for `apply` with its events masked and one view.  Time is that of the
thread, so a busy machine does not matter.  The web process must not import numba or numpy."""

import random
import statistics
import sys
import time
from collections.abc import Callable

from games.rules.catalogue import find
from games.rules.events import seen_by
from games.rules.war.state import Phase

GAMES = 40
RULES = ("apply", "view", "masked events")
EACH = ("apply", "load", "store", "view", "masked events")


def median_us(samples: list[float]) -> str:
    """Median and 99th percentile."""
    low = statistics.median(samples) * 1e6
    high = sorted(samples)[len(samples) * 99 // 100] * 1e6
    return f"median {low:7.1f} us   p99 {high:7.1f} us   ({len(samples)} samples)"


def main() -> None:
    """Play games by timers and acts, and time each part of every move."""
    game = find("war")
    o = game.options("auto=2;faces=3;slap=5;underdog=6")
    parts: dict[str, list[float]] = {name: [] for name in (*EACH, "rules part", "whole move")}

    def timed(name: str, work: Callable[[], object]) -> float:
        start = time.thread_time()
        work()
        spent = time.thread_time() - start
        parts[name].append(spent)
        return spent

    rng = random.Random(1)
    for _ in range(GAMES):
        deck = game.pack(o)
        rng.shuffle(deck)
        t = game.deal(o, deck)
        flip = game.read_act("flip", {})
        while t.phase != Phase.OVER and t.battles < 120:
            data = t.to_bytes()
            tape: list = []
            timed("load", lambda data=data: game.load(data))

            def move(t=t, tape=tape, flip=flip) -> None:
                if t.phase == Phase.FLIP:
                    for seat in (0, 1):
                        game.apply(t, o, t.since, seat, flip, tape)
                else:
                    game.fire(t, o, tape)

            timed("apply", move)
            timed("view", lambda t=t: game.view(t, o, 0))
            timed("masked events", lambda tape=tape: [seen_by(e, 0) for e in tape])
            timed("store", t.to_bytes)
            parts["rules part"].append(sum(parts[name][-1] for name in RULES))
            parts["whole move"].append(sum(parts[name][-1] for name in EACH))
    for name, samples in parts.items():
        print(f"{name:14} {median_us(samples)}")
    print(f"state          {len(t.to_bytes())} bytes")
    assert "numba" not in sys.modules and "numpy" not in sys.modules


if __name__ == "__main__":
    main()
