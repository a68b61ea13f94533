"""The rules part of a live act of Ultimate War: load the state, apply, views, store.  Run as a
script:

    python -m tests.bench.bench_ultimate

Goal: 150 us median for an act (timers and `apply`, with events).  No numba, no numpy."""

import random
import sys
import time
from collections.abc import Callable

from games.rules.catalogue import BOTS, find
from games.rules.events import seen_by
from games.rules.game import Reject
from games.rules.ultimate.state import End
from tests.bench.bench_rules import median_us

GAMES = 4
LEVELS = ("hunter", "bully", "random", "decoy", "greedy", "martyr", "hoarder", "random")


def main() -> None:
    """Bots play; each part of each act is timed."""
    game, bots = find("ultimate"), BOTS["ultimate"]
    o = game.options("change=on;clock=300000;multi=on;seats=8")
    parts: dict[str, list[float]] = {}

    def timed(name: str, work: Callable[[], object]) -> object:
        start = time.perf_counter()
        done = work()
        parts.setdefault(name, []).append(time.perf_counter() - start)
        return done

    rng = random.Random(1)
    for _ in range(GAMES):
        deck = game.pack(o)
        rng.shuffle(deck)
        t = game.deal(o, deck)
        now = 0
        while t.end == End.PLAYING:
            seat = rng.choice([p for p in range(8) if not t.seats[p].out])
            timed("view", lambda t=t, seat=seat: game.view(t, o, seat))
            level, luck = LEVELS[seat], rng.getrandbits(30)
            wish = timed(
                "bot",
                lambda t=t, s=seat, level=level, luck=luck: bots.decide(t, o, s, level, luck),
            )
            now += rng.randrange(250)
            if not wish:
                continue
            tape: list = []
            act = game.read_act(wish.act, wish.args)

            def move(t=t, tape=tape, act=act, now=now, seat=seat) -> Reject:
                game.set_word(t, 7 * now)
                while 0 <= game.deadline(t, o) <= now:
                    game.fire(t, o, tape)
                return game.apply(t, o, now, seat, act, tape)

            data = t.to_bytes()
            timed("load", lambda data=data: game.load(data))
            if timed("act", move) != Reject.OK:
                parts["act"].pop()
            timed("masked events", lambda tape=tape: [seen_by(e, 0) for e in tape])
            timed("store", t.to_bytes)
    for name, samples in parts.items():
        print(f"{name:14} {median_us(samples)}")
    print(f"state          {len(t.to_bytes())} bytes")
    assert "numba" not in sys.modules and "numpy" not in sys.modules


if __name__ == "__main__":
    main()
