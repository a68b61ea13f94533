"""People around the tables, and what they cost those who play: python tests/bench/bench_people.py

Uses DATABASE_URL and REDIS_URL if set, otherwise SQLite and an embedded Valkey.  Rows without and
with them take turns: personal lines, wishes that nobody can fulfil, and lines of chat at tables
where people play.  With them there may be a tenth fewer moves, and the slowest hundredth may take
a tenth longer."""

import argparse
import asyncio
import json
import resource
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.bench_abuse import collect_static  # noqa: E402
from tests.bench.bench_lines import AT_ONCE, open_line, prepare, read_on  # noqa: E402
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
    from games.lobby.wishes import Choice

    players = stage.people(count)
    for number, player in enumerate(players):
        options = f"cap={20 + number}"
        wishes.make(player=player, choices=[Choice("war", options=options, seats=(2, 2))])
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
        said = {"id": str(uuid4()), "act": "say", "room": "seats", "text": f"{number}, my friend"}
        with suppress(ConnectionClosed):
            await seat.socket.send(json.dumps(said))


@asynccontextmanager
async def surrounded(
    stage: Stage, cookies: list[str], tables: list[list[Seat]], chat: float
) -> AsyncIterator[None]:
    lines = []
    for start in range(0, len(cookies), AT_ONCE):
        opened = [open_line(stage, cookie) for cookie in cookies[start : start + AT_ONCE]]
        lines += await asyncio.gather(*opened)
    tasks = [asyncio.create_task(read_on(line)) for line in lines]
    tasks.append(asyncio.create_task(talk(tables, chat)))
    yield
    for task in tasks:
        task.cancel()
    for answer in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(answer, Exception):
            print("   a client failed:", repr(answer))
    for line in lines:
        await line.close()


async def played(
    stage: Stage, tables: list[list[Seat]], seconds: float, cookies: list[str], chat: float
) -> float:
    """Moves a second."""
    if not cookies:
        return (await games(stage, tables, EVERY_S, seconds)).moves
    async with surrounded(stage, cookies, tables, chat):
        return (await games(stage, tables, EVERY_S, seconds)).moves


def measured(stage: Stage, what: str, asked: argparse.Namespace, cookies: list[str]) -> Row:
    from games.chat.models import Line

    before = Line.objects.count()
    tables, cpu = open_tables(stage, range(asked.tables)), Cpu(stage)
    moves = asyncio.run(played(stage, tables, asked.seconds, cookies, asked.chat))
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
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, most), most))
    alone, beside = list[Row](), list[Row]()
    stage = Stage(own_valkey=False)
    collect_static()
    with stage:
        others = prepare(stage, asked.lines - asked.wishes)
        print(f"{'ms':<52} {'n':>6} {'p50':>8} {'p95':>8} {'p99':>8}")
        for _row in range(asked.rows):
            alone.append(measured(stage, "alone", asked, []))
            around = others + wish(stage, asked.wishes)
            beside.append(measured(stage, "with people around", asked, around))
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
