"""People around the tables, and what they cost those who play: python tests/bench/bench_people.py

Uses DATABASE_URL and REDIS_URL if set, otherwise SQLite and an embedded Valkey.  Rows without and
with them take turns: personal lines, wishes that nobody can fulfil, and lines of chat at tables
where people play.  With them there may be a tenth fewer moves, and the slowest hundredth may take
a tenth longer."""

import argparse
import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.bench_abuse import collect_static  # noqa: E402
from tests.bench.bench_lines import prepare  # noqa: E402
from tests.bench.bench_live import (  # noqa: E402
    Cpu,
    Seat,
    close_tables,
    crossings,
    games,
    open_tables,
    percentile,
    row,
)
from tests.faults.stage import Stage  # noqa: E402

GOAL = 1.1
EVERY_S = 1.0  # a click of each player


class Row(NamedTuple):
    moves: float  # a second
    crossings: list[float]  # ms


def wish(stage: Stage, count: int) -> list[str]:
    """Each of them wants rules that nobody else wants; their cookies."""
    from games.lobby import wishes
    from games.lobby.wishes import WishedGame

    players = stage.people(count)
    for number, player in enumerate(players):
        options = f"cap={20 + number}"
        wishes.make(player=player, choices=[WishedGame("war", options=options, seats=(2, 2))])
    return [stage.cookie(player) for player in players]


async def talk(tables: list[list[Seat]], a_second: float) -> None:
    """In turn, where games are played."""
    number = 0
    while True:
        await asyncio.sleep(1 / a_second)
        playing = [
            seat for pair in tables for seat in pair if seat.state and not seat.over.is_set()
        ]
        seat = playing[number % len(playing)]
        number += 1
        # A line that is too much like the last ones of its player would be refused.
        said = {"id": str(uuid4()), "act": "say", "room": "seats", "text": str(uuid4())}
        with suppress(ConnectionClosed):
            await seat.socket.send(json.dumps(said))


@contextmanager
def surrounded(stage: Stage, cookies: list[str]) -> Iterator[None]:
    """Surround with people whose pages are open, in a process of their own."""
    command = [sys.executable, str(Path(__file__).with_name("crowd.py"))]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as crowd:
        assert crowd.stdin and crowd.stdout
        crowd.stdin.write(json.dumps({"url": stage.url, "cookies": cookies}) + "\n")
        crowd.stdin.flush()
        assert crowd.stdout.readline() == "open\n", "the lines could not be opened"
        yield
        print(crowd.communicate()[0].rstrip())


async def played(stage: Stage, tables: list[list[Seat]], seconds: float, chat: float) -> float:
    """Moves a second."""
    talking = asyncio.create_task(talk(tables, chat)) if chat else None
    moves = (await games(stage, tables, EVERY_S, seconds)).moves
    if talking is not None:
        talking.cancel()
        for answer in await asyncio.gather(talking, return_exceptions=True):
            if isinstance(answer, Exception):
                print("   a client failed:", repr(answer))
    return moves


def measured(stage: Stage, what: str, asked: argparse.Namespace, chat: float = 0) -> Row:
    from games.chat.models import Line

    before = Line.objects.count()
    tables, cpu = open_tables(stage, range(asked.tables)), Cpu(stage)
    moves = asyncio.run(played(stage, tables, asked.seconds, chat))
    found = crossings(tables)
    row(what, found, f"{moves:.0f} moves/s, {Line.objects.count() - before} lines of chat")
    print(f"   {cpu.told(moves)}")
    close_tables(stage, tables)
    return Row(moves, found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=1000)
    parser.add_argument("--wishes", type=int, default=200, help="by people of these lines")
    parser.add_argument("--chat", type=float, default=5.0, help="lines a second")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30.0, help="of a row")
    parser.add_argument("--rows", type=int, default=3, help="of each kind")
    asked = parser.parse_args()
    alone, beside = list[Row](), list[Row]()
    stage = Stage(own_valkey=False)
    collect_static()
    with stage:
        others = prepare(stage, asked.lines - asked.wishes)
        print(f"{'ms':<52} {'n':>6} {'p50':>8} {'p95':>8} {'p99':>8}")
        for _row in range(asked.rows):
            alone.append(measured(stage, "alone", asked))
            with surrounded(stage, others + wish(stage, asked.wishes)):
                beside.append(measured(stage, "with people around", asked, asked.chat))
        print(stage.log("web")[-3000:] if "Traceback" in stage.log("web") else "")
    moves = [sum(one.moves for one in rows) / len(rows) for rows in (alone, beside)]
    p99 = [
        percentile([ms for one in rows for ms in one.crossings], 0.99) for rows in (alone, beside)
    ]
    print(f"moves a second, alone / with people: {moves[0] / moves[1]:.2f} (goal {GOAL})")
    print(f"p99, with people / alone: {p99[1] / p99[0]:.2f} (goal {GOAL})")
    sys.exit(moves[0] / moves[1] > GOAL or p99[1] / p99[0] > GOAL)


if __name__ == "__main__":
    main()
