"""The winners of slaps over a line of 20 ms and one of 200 ms, with equal reactions: real sockets
through a relay that delays. python tests/bench/bench_races.py [--slaps 2000]

Once players react to the moment at which cards are shown, once to the message, as a program would;
each at idle and beside 200 moves a second.  Uses DATABASE_URL and REDIS_URL if set."""

import argparse
import asyncio
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import sqrt
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from websockets.asyncio.client import connect  # noqa: E402
from websockets.exceptions import ConnectionClosed  # noqa: E402

from tests.bench import bench_live  # noqa: E402
from tests.faults.stage import Stage  # noqa: E402

OPTIONS = "pace=auto:800;slap=5,6;slap_window=1000"
ROUND_TRIPS_MS = (20, 200)
REACTION_MS, SPREAD_MS, QUICKEST_MS = 280, 45, 150
TABLES, PINGS = 24, 5
LOADED = 100  # tables beside, each with a click in 1.42 s: over 200 moves a second
GOAL = 2.0  # percent


class Relay:
    """Takes connections on a port of its own and passes on what it reads after a while."""

    def __init__(self, port: int, delay_s: float) -> None:
        self.far, self.delay_s = port, delay_s

    async def open(self) -> str:
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        return f"ws://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.far)
        with suppress(asyncio.CancelledError):  # measured
            await asyncio.gather(self.pass_on(reader, far_writer), self.pass_on(far_reader, writer))

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while data := await reader.read(65536):
                loop.call_later(self.delay_s, writer.write, data)
        loop.call_later(self.delay_s, writer.close)


class Player:
    """Slaps whatever can be slapped, after a reaction drawn from its own seed."""

    def __init__(self, address: str, origin: str, cookie: str, seed: int, by_message: bool) -> None:
        self.address, self.origin, self.cookie = address, origin, cookie
        self.luck, self.by_message = random.Random(seed), by_message
        self.best_ms, self.offset_ms = 1e9, 0.0  # quickest ping, and game time minus own time
        self.pings: dict[int, float] = {}
        self.seen = 0
        self.over = asyncio.Event()

    async def run(self) -> None:
        """Come back when the connection breaks: the other player waits."""
        headers = {"Cookie": self.cookie}
        async for socket in connect(
            self.address, origin=self.origin, additional_headers=headers, compression=None
        ):
            self.socket = socket
            with suppress(ConnectionClosed):
                await self.talk()

    async def talk(self) -> None:
        await self.socket.send('{"hello": 0}')
        for number in range(PINGS):
            await self.ping(number)
        async for text in self.socket:
            await self.hear(json.loads(text), time.perf_counter() * 1000)

    async def ping(self, number: int) -> None:
        self.pings[number] = time.perf_counter() * 1000
        await self.socket.send(json.dumps({"ping": number}))

    async def hear(self, message: dict, now: float) -> None:
        if "beat" in message:
            await self.socket.send(json.dumps({"probe": message["beat"]["probe"]}))
            await self.ping(len(self.pings))
        elif "pong" in message:
            trip_ms = now - self.pings[message["pong"]]
            if trip_ms < self.best_ms:
                self.best_ms, self.offset_ms = trip_ms, message["now"] - (now - trip_ms / 2)
        elif "view" in message:
            reveal = (message["view"] or {}).get("reveal")
            if message["table"]["status"] == "finished":
                self.over.set()
            elif reveal and reveal["open"] and reveal["id"] > self.seen:
                self.seen = reveal["id"]
                self.react(reveal, now)

    def react(self, reveal: dict, now: float) -> None:
        shown = reveal["show_at"] - self.offset_ms
        painted = max(shown, now)
        after = max(QUICKEST_MS, self.luck.gauss(REACTION_MS, SPREAD_MS))
        press = (now if self.by_message else painted) + after
        slap = {"id": str(uuid4()), "act": "slap", "reveal": reveal["id"]}
        slap["rt"] = max(0, round(press - painted))
        loop = asyncio.get_running_loop()
        wait_s = (press - time.perf_counter() * 1000) / 1000
        loop.call_later(wait_s, lambda: loop.create_task(self.press(json.dumps(slap))))

    async def press(self, slap: str) -> None:
        with suppress(ConnectionClosed):
            await self.socket.send(slap)


class Line(NamedTuple):
    fast: str
    slow: str


def open_race(stage: Stage, number: int) -> tuple[str, list[str]]:
    """A table where both are ready: its code, and their cookies."""
    from games.table.writer import play as writer
    from games.table.writer.orders import Order

    people = stage.people(2)
    table = writer.open_table(by=people[0], options=OPTIONS)
    writer.sit(Order(table, people[1]))
    for player in people:
        writer.ready(Order(table, player), entropy=os.urandom(16))
    return table.code, [stage.cookie(player) for player in people]


def decided(codes: dict[str, int]) -> Counter[str]:
    """How many slaps the fast and the slow line won at these tables (code: seat of the fast)."""
    from games.table.models import Move

    won = Counter[str]()
    moves = Move.objects.filter(table__code__in=codes).values_list("table__code", "events")
    for code, events in moves:
        for event in events:
            if event["ev"] == "slap" and min(event["effs"]) >= 0:
                won["fast" if event["seat"] == codes[code] else "slow"] += 1
    return won


async def race(
    stage: Stage, line: Line, number: int, codes: dict[str, int], by_message: bool
) -> None:
    """Games at one table after another; the lines change seats from table to table."""
    while True:
        code, cookies = await asyncio.to_thread(open_race, stage, number)
        fast = len(codes) % 2
        codes[code] = fast + 1
        players = [
            Player(
                f"{line.fast if seat == fast else line.slow}/ws/table/{code}/",
                stage.url,
                cookies[seat],
                seed=2 * len(codes) + seat,
                by_message=by_message,
            )
            for seat in (0, 1)
        ]
        tasks = [asyncio.create_task(player.run()) for player in players]
        try:
            await players[0].over.wait()
        finally:
            for task in tasks:
                task.cancel()


async def measure(stage: Stage, slaps: int, *, by_message: bool) -> Counter[str]:
    port = stage.ports["web"]
    line = Line(*[await Relay(port, ms / 2000).open() for ms in ROUND_TRIPS_MS])
    codes: dict[str, int] = {}
    races = [
        asyncio.create_task(race(stage, line, number, codes, by_message))
        for number in range(TABLES)
    ]
    won = Counter[str]()
    while won.total() < slaps:
        done, _ = await asyncio.wait(races, timeout=5, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
        won = await asyncio.to_thread(decided, dict(codes))
    for task in races:
        task.cancel()
    await asyncio.gather(*races, return_exceptions=True)
    await asyncio.to_thread(bench_live.abort, stage, codes)
    return won


async def under_load(stage: Stage, work: Callable[[], Awaitable[Counter[str]]]) -> Counter[str]:
    """Do it while others play."""
    tables = await asyncio.to_thread(bench_live.open_tables, stage, range(LOADED))
    playing = asyncio.create_task(bench_live.games(stage, tables, 1.42, 1e6))
    await asyncio.sleep(bench_live.READY_S + 2)
    try:
        return await work()
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await asyncio.to_thread(bench_live.close_tables, stage, tables)


async def rows(stage: Stage, slaps: int, only: str) -> bool:
    """Measure and print the rows, in one loop: the threads of each would keep connections of their
    own.  Whether a row missed the goal."""
    missed = False
    for load in ("idle", "load"):
        for by_message in (False, True):
            if only not in ("", load):
                continue

            def work(by_message: bool = by_message) -> Awaitable[Counter[str]]:
                return measure(stage, slaps, by_message=by_message)

            won = await (under_load(stage, work) if load == "load" else work())
            share = 100 * won["fast"] / won.total()
            error = 98 / sqrt(won.total())
            what = f"{load}, reacting to the {'message' if by_message else 'moment'}"
            note = f"+- {error:.1f} at 95 %, {won.total()} slaps"
            print(f"{what}: fast line wins {share:.1f} % (goal 50 +- 2)   {note}", flush=True)
            missed |= abs(share - 50) > GOAL
    return missed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slaps", type=int, default=2000)
    parser.add_argument("--only", choices=("idle", "load", ""), default="")
    options = parser.parse_args()
    with Stage(own_valkey=False, webs=1) as stage:
        missed = asyncio.run(rows(stage, options.slaps, options.only))
    sys.exit(missed)


if __name__ == "__main__":
    main()
