"""Live tables, measured with real processes and sockets: python tests/bench/bench_live.py

Uses DATABASE_URL and REDIS_URL if set, otherwise SQLite and an embedded Valkey.  There are as many
web processes as `--webs` says, and everyone at a table uses the same one, as with the proxy
(deploy/Caddyfile)."""

import argparse
import asyncio
import gc
import json
import os
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from websockets.asyncio.client import connect  # noqa: E402

from tests.faults.stage import Stage  # noqa: E402
from tests.live.differences import whole  # noqa: E402

READY_S = 4.0  # the countdown after the deal


def percentile(values: list[float], share: float) -> float:
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


class Seat:
    """A player at a table.  `sent` holds when each version was requested (epoch s)."""

    def __init__(self, origin: str, at: str, code: str, cookie: str) -> None:
        self.code = code
        self.address = f"{at.replace('http', 'ws')}/ws/table/{code}/"
        self.origin, self.cookie = origin, cookie
        self.pending: dict[str, float] = {}
        self.state: dict = {}
        self.first: int | None = None  # version from which moves are counted
        self.news, self.over = asyncio.Event(), asyncio.Event()
        self.seen: dict[int, float] = {}  # version -> when
        self.acked: dict[int, float] = {}  # version -> when the click was made
        self.refused: list[str] = []
        self.late_ms: list[float] = []

    async def run(self) -> None:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        self.socket = await connect(
            self.address, origin=self.origin, additional_headers=headers, compression=None
        )
        await self.socket.send('{"hello": 0, "changes": true}')
        async for text in self.socket:
            self.hear(text, time.time())

    def hear(self, text: str, now: float) -> None:
        message = json.loads(text)
        if "view" in message:
            if "base" in message:
                message = whole(self.state, message)
            self.punctual(message)
            self.state = message
            self.first = message["v"] if self.first is None else self.first
            self.seen.setdefault(message["v"], now)
            if message["table"]["status"] == "finished":
                self.over.set()
            self.news.set()
        if message.get("ack") in self.pending:
            self.acked[message["v"]] = self.pending.pop(message["ack"])
        elif "reject" in message:
            self.pending.pop(message["reject"], None)
            self.refused.append(message["code"])
        elif "beat" in message:
            asyncio.create_task(self.socket.send(json.dumps({"probe": message["beat"]["probe"]})))

    def punctual(self, message: dict) -> None:
        """How late a timer ended a phase, by way of the web server."""
        old = self.state.get("view")
        if not (old and message["view"] and old["until"]):
            return
        if old["phase"] in ("dealt", "collect") and old["phase"] != message["view"]["phase"]:
            self.late_ms.append(message["now"] - old["until"])

    def may(self, act: str) -> bool:
        asks = (self.state.get("view") or {}).get("asks")
        return bool(asks and act in asks["acts"])

    async def click(self, act: str) -> None:
        name = str(uuid4())
        self.pending[name] = time.time()
        await self.socket.send(json.dumps({"id": name, "act": act}))


async def play(seat: Seat, every_s: float, start_s: float) -> None:
    """Click whatever is asked, at most once in `every_s`, and only after `start_s`."""
    await asyncio.sleep(start_s)
    while True:
        begun = time.monotonic()
        for act in ("flip", "lay", "check"):
            if seat.may(act) and seat.state["view"]["phase"] != "collect":
                await seat.click(act)
                break
        else:
            seat.news.clear()
            try:
                async with asyncio.timeout(0.25):
                    await seat.news.wait()
            except TimeoutError:
                pass
            continue
        await asyncio.sleep(max(0.0, every_s - (time.monotonic() - begun)))


def crossings(tables: list[list[Seat]]) -> list[float]:
    """ms from a click to the other player's message that shows it."""
    found = []
    for one, two in tables:
        for clicker, other in ((one, two), (two, one)):
            for version, sent in clicker.acked.items():
                when = [t for v, t in other.seen.items() if v >= version]
                if when:
                    found.append((min(when) - sent) * 1000)
    return found


def open_tables(stage: Stage, numbers: Iterable[int]) -> list[list[Seat]]:
    from games.table.writer import play as writer
    from games.table.writer.orders import Order

    tables = []
    for number in numbers:
        at = stage.addresses[number % len(stage.addresses)]
        people = stage.people(2)
        table = writer.open_table(by=people[0])
        writer.sit(Order(table, people[1]))
        for player in people:
            writer.ready(Order(table, player), entropy=os.urandom(16))
        cookies = [stage.cookie(player) for player in people]
        tables.append([Seat(stage.url, at, table.code, cookie) for cookie in cookies])
    return tables


def close_tables(stage: Stage, tables: list[list[Seat]]) -> None:
    """Bots would play on after the players left, and disturb the next measurement."""
    abort(stage, [seats[0].code for seats in tables])


def abort(stage: Stage, codes: Iterable[str]) -> None:
    from games.table.refusals import Refused
    from games.table.writer import play as writer
    from games.table.writer.orders import Order

    (operator,) = stage.people(1)
    operator.is_staff = True
    for code in codes:
        with suppress(Refused):  # its game is over
            writer.abort(Order(code, operator), reason="Measured.")


class Rate(NamedTuple):
    """Per second: what players requested, and everything written, deadlines included."""

    clicks: float
    moves: float


async def pair(
    stage: Stage, tables: list[list[Seat]], number: int, every_s: float, starts: tuple[float, float]
) -> None:
    """Two people; when their game is over they start another, which is added to `tables`."""
    seats = tables[number]
    while True:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(seat.run()) for seat in seats]
            for seat, start_s in zip(seats, starts, strict=True):
                tasks.append(group.create_task(play(seat, every_s, start_s)))
            await seats[0].over.wait()
            for task in tasks:
                task.cancel()
        (seats,) = await asyncio.to_thread(open_tables, stage, [number])
        tables.append(seats)
        starts = (0, every_s / 2)


async def games(stage: Stage, tables: list[list[Seat]], every_s: float, seconds: float) -> Rate:
    """Let them play."""
    gap = every_s / len(tables) / 2
    pairs = []
    for number in range(len(tables)):
        start_s = READY_S + 2 * number * gap
        starts = (start_s, start_s + gap)
        pairs.append(asyncio.create_task(pair(stage, tables, number, every_s, starts)))
    try:
        await asyncio.sleep(READY_S + every_s)
        for seat in (seat for table in tables for seat in table):
            seat.acked.clear()
            seat.late_ms.clear()
            seat.first = seat.state.get("v")  # none yet on a busy machine: from its first state on
        await asyncio.sleep(seconds)
        clicks = sum(len(seat.acked) for table in tables for seat in table)
        moves = sum(one.state["v"] - one.first for one, _ in tables if one.first is not None)
        return Rate(clicks / seconds, moves / seconds)
    finally:
        await settle(pairs)


async def settle(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception):
            print("   a client failed:", repr(result))


class Cpu:
    """Processor seconds the processes of the stage have used since this was created."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.begun = stage, time.monotonic()
        self.start, self.machine = self.used(), self.ticks()

    def used(self) -> dict[str, float]:
        ticks = os.sysconf("SC_CLK_TCK")
        found = {}
        for name, process in self.stage.running.items():
            fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            found[name] = (int(fields[11]) + int(fields[12])) / ticks
        return found

    def ticks(self) -> list[int]:
        """Ticks of all cores since boot: user, nice, system, idle, iowait, irq, softirq, steal
        (time a virtual machine wanted and did not get)."""
        return [int(field) for field in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]

    def told(self, moves_a_second: float) -> str:
        """Each process: its share of a core, and its cost per move.  Then the machine."""
        passed = time.monotonic() - self.begun
        parts = []
        for name, used in self.used().items():
            share = (used - self.start[name]) / passed
            parts.append(f"{name} {share:.0%} of a core ({share / moves_a_second * 1000:.2f} ms)")
        passed_ticks = [now - then for now, then in zip(self.ticks(), self.machine, strict=True)]
        idle, stolen = (passed_ticks[place] / sum(passed_ticks) for place in (3, 7))
        return f"{', '.join(parts)}; machine {idle:.0%} idle, {stolen:.0%} stolen"


def row(what: str, values: list[float], note: str = "") -> None:
    p50, p95, p99 = (percentile(values, share) for share in (0.5, 0.95, 0.99))
    print(f"{what:<52} {len(values):>6} {p50:>8.1f} {p95:>8.1f} {p99:>8.1f}  {note}", flush=True)


def measure(stage: Stage, what: str, count: int, every_s: float, seconds: float) -> None:
    tables = open_tables(stage, range(count))
    cpu = Cpu(stage)
    rate = asyncio.run(games(stage, tables, every_s, seconds))
    row(what, crossings(tables), f"{rate.clicks:.0f} clicks/s, {rate.moves:.0f} moves/s")
    print(f"   {cpu.told(rate.moves)}")
    row("   deadlines, late by", [ms for t in tables for s in t for ms in s.late_ms])
    close_tables(stage, tables)


async def watch(url: str, code: str, count: int) -> None:
    """A process full of spectators, which reports when each of them saw each version.  In reality
    they have their own machines, so they must not slow down those measured."""
    os.nice(10)
    seats = [Seat(url, url, code, "") for _ in range(count)]
    tasks = []
    for i, seat in enumerate(seats):
        tasks.append(asyncio.create_task(seat.run()))
        if i % 20 == 19:
            await asyncio.sleep(0.05)
    while not all(seat.seen for seat in seats):
        await asyncio.sleep(0.05)
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    print(json.dumps([seat.seen for seat in seats]), flush=True)
    for task in tasks:
        task.cancel()


async def spectators(stage: Stage, tables: list[list[Seat]], count: int, seconds: float) -> None:
    code = tables[0][0].code
    crowd = await asyncio.create_subprocess_exec(
        *(sys.executable, __file__, "--watch", stage.url, code, str(count)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=2**27,
    )
    assert crowd.stdin and crowd.stdout
    begun = time.monotonic()
    assert (await crowd.stdout.readline()).strip() == b"ready"
    print(f"   {count} spectators came in {time.monotonic() - begun:.1f} s")
    cpu = Cpu(stage)
    rate = await games(stage, tables, 0.5, seconds)
    print(f"   {cpu.told(rate.moves)}")
    crowd.stdin.write(b"\n")
    seen = json.loads(await crowd.stdout.readline())
    await crowd.wait()
    row(f"click to the other player, {count} watching", crossings(tables))
    delays = []
    for seat in tables[0]:
        for version, sent in seat.acked.items():
            for one in seen:
                when = [t for v, t in one.items() if int(v) >= version]
                if when:
                    delays.append((min(when) - sent) * 1000)
    row(f"click to each of {count} spectators", delays)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="of a row; thrice under load")
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--webs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="")
    parser.add_argument("--watch", nargs=3)
    options = parser.parse_args()
    if options.watch:
        asyncio.run(watch(options.watch[0], options.watch[1], int(options.watch[2])))
        return
    gc.disable()  # the clients of a hundred tables are one process here; its pauses are artificial
    with Stage(own_valkey=False, webs=options.webs) as stage:
        print(f"{'PostgreSQL' if stage.database else 'SQLite'}, web processes: {options.webs}")
        print(f"{'ms':<52} {'n':>6} {'p50':>8} {'p95':>8} {'p99':>8}")
        if options.only in ("", "idle"):
            measure(stage, "click to the other player, 1 table", 1, 0.5, options.seconds)
            measure(stage, "click to the other player, 5 tables", 5, 1.0, options.seconds)
        if options.only in ("", "load"):
            for every_s in (1.42, 1.0):  # over 200 moves per second, deadlines included; 300
                what = f"click to the other player, 100 tables, every {every_s} s"
                measure(stage, what, 100, every_s, options.seconds * 3)
        if options.only in ("", "crowd"):
            alone = open_tables(stage, [0])
            asyncio.run(games(stage, alone, 0.5, options.seconds))
            close_tables(stage, alone)
            row("click to the other player, nobody watching", crossings(alone))
            tables = open_tables(stage, [0])
            asyncio.run(spectators(stage, tables, options.spectators, options.seconds))
            ratio = percentile(crossings(tables), 0.5) / percentile(crossings(alone), 0.5)
            print(f"   the players' median with spectators / without: {ratio:.2f} (goal 1.10)")
        for name in ("web", "worker"):
            said = "\n".join(line for line in stage.log(name).splitlines() if "event" in line)
            if said:
                print(f"-- {name} said:\n{said[-2000:]}")


if __name__ == "__main__":
    main()
