"""World War III: the rules part of a live act, whole games, and how strong the bots are.  Run as
a script:

    python -m tests.bench.bench_ww3                 times
    python -m tests.bench.bench_ww3 strength 400    strength, so many games for each comparison

Goals: 100 us median for `apply`; 150 ms for a game of four bots with its log; the good bot beats
the greedy one, and that the random one, each with 99 % confidence, with 2, 3 and 4 players."""

import gc
import random
import statistics
import sys
import time
from collections.abc import Callable
from math import sqrt

from games.rules.events import seen_by
from games.rules.ww3.state import Phase, Table
from games.rules.ww3.text.notation import write_log
from tests.rules.live import play_bots
from tests.rules.ww3 import drill
from tests.rules.ww3.live import GAME, Live

SURE = 2.326  # standard deviations: 99 %, one-sided


def told(samples: list[float]) -> str:
    """Median and 99th percentile."""
    low = statistics.median(samples) * 1e6
    high = sorted(samples)[len(samples) * 99 // 100] * 1e6
    return f"median {low:7.1f} us   p99 {high:7.1f} us   ({len(samples)} samples)"


def times() -> None:
    """Every move of some games of three and four, part by part."""
    names = ("apply", "load", "store", "view", "masked events")
    parts: dict[str, list[float]] = {name: [] for name in names}

    def timed(name: str, work: Callable[[], object]) -> None:
        start = time.perf_counter()
        work()
        parts[name].append(time.perf_counter() - start)

    gc.disable()
    for seed in range(20):
        live = Live.dealt(f"seats={3 + seed % 2};cap=40", seed)
        live.run(3000)
        while live.phase != Phase.OVER:
            tape: list = []
            data = live.t.to_bytes()
            seat = next((p for p in range(live.o.players) if live.view(p)["asks"]), None)
            act = None if seat is None else GAME.read_move(*first_choice(live, seat))
            timed("load", lambda data=data: GAME.load(data))
            if act is None:
                timed("apply", lambda live=live, tape=tape: GAME.fire(live.t, live.o, tape))
            else:
                live.now = max(live.now, live.t.since, live.t.show_at + 600)
                move = (live.t, live.o, live.now, seat, act, tape)
                timed("apply", lambda move=move: GAME.apply(*move))
            timed("view", lambda live=live: GAME.view(live.t, live.o, 0))
            timed("masked events", lambda tape=tape: [seen_by(e, 0) for e in tape])
            timed("store", live.t.to_bytes)
    gc.enable()
    for name, samples in parts.items():
        print(f"{name:14} {told(samples)}")
    print(f"state          {len(live.t.to_bytes())} bytes")
    whole_games()
    assert "numba" not in sys.modules and "numpy" not in sys.modules


def first_choice(live: Live, seat: int) -> tuple[str, dict[str, object]]:
    """The first thing this seat may do."""
    asks = live.view(seat)["asks"]
    act = "draw" if "draw" in asks["acts"] else asks["acts"][0]
    if act in ("hold", "reset"):
        return act, {"reveal": live.t.reveal, "rt": 500, "arr": 500, "credit": 0}
    return act, {"opponent": asks["targets"][0]} if act == "target" else {}


def whole_games() -> None:
    """Four players to the default round limit, plain Python, with events and log."""
    o = GAME.options("seats=4")
    samples = []
    for game in range(20):
        start = time.perf_counter()
        tape: list = []
        drill.play(Table(), o, 1, game, True, tape)
        write_log(o, "", tape)
        samples.append((time.perf_counter() - start) * 1e3)
    print(f"4-player game  median {statistics.median(samples):7.1f} ms with log, without clocks")


def share(better: str, worse: str, players: int, games: int) -> tuple[float, float]:
    """The share of wins that one bot of the better kind gets against others of the worse kind,
    compared with a fair share, taking turns in all seats: the mean and its standard error."""
    scores = []
    for game in range(games):
        live = Live.dealt(f"seats={players};cap=40", game)
        seat = game % players
        levels = [better if p == seat else worse for p in range(players)]
        play_bots(live, levels, game)
        result = GAME.result(live.t, live.o)
        assert result is not None
        scores.append((seat + 1 in result.winners) / len(result.winners))
    return statistics.mean(scores), statistics.stdev(scores) / sqrt(games)


def strength(games: int) -> bool:
    """Compare the levels; returns whether every difference is significant."""
    sure = True
    for players in (2, 3, 4):
        for better, worse in (("general", "sergeant"), ("sergeant", "recruit")):
            mean, error = share(better, worse, players, games)
            beyond = (mean - 1 / players) / error
            sure &= beyond > SURE
            print(
                f"{players} players: one {better} among {worse}s wins {mean:6.1%} "
                f"(fair {1 / players:.1%}), {beyond:5.1f} standard errors",
                flush=True,
            )
    return sure


if __name__ == "__main__":
    random.seed(1)
    if sys.argv[1:2] == ["strength"]:
        sys.exit(0 if strength(int(sys.argv[2]) if sys.argv[2:] else 400) else 1)
    times()
