"""People who play while one abuser does what they can: python tests/bench/bench_abuse.py

Uses DATABASE_URL and REDIS_URL if set, otherwise SQLite and an embedded Valkey.  Rows without and
with the abuser (tests/bench/abuser.py) take turns; each is the time from a click to the other
player.  As in production, programs have a web process of their own that gives way.  The abuser must
not make the slowest hundredth more than a fifth slower."""

import argparse
import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.bench_live import (  # noqa: E402
    Cpu,
    abort,
    close_tables,
    crossings,
    games,
    open_tables,
    percentile,
    row,
)
from tests.faults.stage import Stage  # noqa: E402

GOAL = 1.2
EVERY_S = 0.5  # a click of each player
WARM_S = 10.0  # until the abuser has used up what is given at once


def collect_static() -> None:
    """Without it every page fails."""
    from django.core.management import call_command

    call_command("collectstatic", interactive=False, verbosity=0)


def give_way(stage: Stage, name: str) -> None:
    """Give way, as shares do between containers."""
    from games.work.worker import LIVE_NICE

    for thread in Path(f"/proc/{stage.running[name].pid}/task").iterdir():
        os.setpriority(os.PRIO_PROCESS, int(thread.name), LIVE_NICE)


def target(stage: Stage, rate: float, only: str) -> str:
    """The abuser's needs: a bot with its owner, and games to watch."""
    from django.core.management import call_command

    from games.accounts.bots import make_owned
    from games.table.models import Table
    from tests.live.client import token_of

    call_command("fill_history", games=60, distinct=60, players=50, verbosity=0)
    (owner,) = stage.people(1)
    bot = make_owned(owner=owner, name="Abuser")
    codes = Table.objects.finished().values_list("code", flat=True)
    token = token_of(bot, "me:read", "tables:read", "tables:play", "lab:run")
    told = {"url": stage.url, "programs": stage.addresses[-1], "token": token}
    told |= {"cookie": stage.cookie(owner), "games": list(codes)}
    return json.dumps(told | {"rate": rate, "only": only})


@contextmanager
def abused(told: str) -> Iterator[None]:
    command = [sys.executable, str(Path(__file__).with_name("abuser.py"))]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as abuser:
        assert abuser.stdin and abuser.stdout
        abuser.stdin.write(told + "\n")
        abuser.stdin.flush()
        yield
        answers, _ = abuser.communicate("stop\n")
    by_act: dict[str, list[str]] = {}
    for act, answer, count in json.loads(answers):
        by_act.setdefault(act, []).append(f"{answer}: {count}")
    for act, counts in by_act.items():
        print(f"   {act}: {', '.join(counts)}")


def going() -> list[str]:
    from games.table.models import Table

    running = Table.objects.filter(status__in=("open", "running"))
    return list(running.values_list("code", flat=True))


def played(stage: Stage, what: str, pairs: int, moves: int) -> list[float]:
    """How long so many clicks took, in ms."""
    found: list[float] = []
    cpu, clicks = Cpu(stage), 0.0
    while len(found) < moves:
        tables = open_tables(stage, [0] * pairs)  # all in the process for people
        seconds = (moves - len(found)) * EVERY_S / pairs / 2
        clicks += asyncio.run(games(stage, tables, EVERY_S, max(5.0, seconds))).clicks
        found += crossings(tables)
        close_tables(stage, tables)
    row(what, found)
    print(f"   {cpu.told(clicks)}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=2000, help="of a row")
    parser.add_argument("--rows", type=int, default=3, help="of each kind")
    parser.add_argument("--pairs", type=int, default=8)
    parser.add_argument("--rate", type=float, default=2.0, help="of each act, in a second")
    parser.add_argument("--only", default="", help="acts of the abuser that match this pattern")
    asked = parser.parse_args()
    alone: list[float] = []
    beside: list[float] = []
    stage = Stage(own_valkey=False, webs=2)  # for people, and for programs
    collect_static()
    with stage:
        give_way(stage, "web1")
        told = target(stage, asked.rate, asked.only)
        print(f"{'ms':<52} {'n':>6} {'p50':>8} {'p95':>8} {'p99':>8}")
        for _row in range(asked.rows):
            alone += played(stage, "alone", asked.pairs, asked.moves)
            with abused(told):
                asyncio.run(asyncio.sleep(WARM_S))
                beside += played(stage, "beside an abuser", asked.pairs, asked.moves)
            abort(stage, going())  # what the abuser left
        row("alone, all rows", alone)
        row("beside an abuser, all rows", beside)
        if "Traceback" in stage.log("web"):
            print(stage.log("web")[-3000:])
    ratio = percentile(beside, 0.99) / percentile(alone, 0.99)
    print(f"p99 beside / alone: {ratio:.2f} (goal {GOAL})")
    sys.exit(ratio > GOAL)


if __name__ == "__main__":
    main()
