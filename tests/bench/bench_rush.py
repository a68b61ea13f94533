"""Twice as many people as fit: python tests/bench/bench_rush.py

First a few tables find out how many moves a second fit.  Then people at 400 tables want twice as
many; at every fourth their opponent is a bot.  What happens by itself may be late, but clicks are
answered, and none is refused because of the load.  Then people rest, cards turn by themselves after
ten seconds, and soon 95 of 100 deadlines of a second are met in time again.

Uses a PostgreSQL and a Valkey of its own."""

import argparse
import asyncio
import gc
import os
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench import bench_live  # noqa: E402
from tests.bench.bench_live import READY_S, Seat, percentile  # noqa: E402
from tests.bench.bench_moves import moves_so_far  # noqa: E402
from tests.faults.stage import Stage  # noqa: E402

P99_MS, HEALED_S, ON_TIME_MS = 500, 5.0, 300
LOAD = {"TRY_AGAIN", "SLOW_DOWN", "UNAVAILABLE", "NO_SPACE"}  # refusals that are no judgement
AT_ONCE = 20
A_TURN = 3  # moves: two cards are turned, then collected


class Pace:
    """How often each person clicks at most."""

    def __init__(self, every_s: float) -> None:
        self.every_s = every_s


class Person(Seat):
    """Notes how long each answer took: (when it came, ms)."""

    def __init__(self, *args: str) -> None:
        super().__init__(*args)
        self.answers: list[tuple[float, float]] = []

    def hear(self, text: str, now: float) -> None:
        waiting = dict(self.pending)
        super().hear(text, now)
        for name in waiting.keys() - self.pending.keys():
            self.answers.append((now, (now - waiting[name]) * 1000))


def open_tables(stage: Stage, count: int, bots: bool) -> list[list[Person]]:
    from games.table.writer import play
    from games.table.writer.orders import Order

    tables = []
    for number in range(count):
        at = stage.addresses[number % len(stage.addresses)]
        has_bot = bots and number % 4 == 3
        people = stage.people(1 if has_bot else 2)
        table = play.open_table(by=people[0], bots=("sergeant",) if has_bot else ())
        for player in people[1:]:
            play.sit(Order(table, player))
        for player in people:
            play.ready(Order(table, player), entropy=os.urandom(16))
        cookies = [stage.cookie(player) for player in people]
        tables.append([Person(stage.url, at, table.code, cookie) for cookie in cookies])
    return tables


async def play(person: Person, pace: Pace, start_s: float) -> None:
    """Click whatever is asked, as often as the pace allows, but never twice at once."""
    await asyncio.sleep(start_s)
    while not person.over.is_set():
        begun = time.monotonic()
        act = next((act for act in ("flip", "lay", "check") if person.may(act)), None)
        if act and person.state["view"]["phase"] != "collect" and not person.pending:
            await person.click(act)
            while time.monotonic() - begun < pace.every_s * 0.999:  # which may have changed
                await asyncio.sleep(min(0.25, begun + pace.every_s - time.monotonic()))
            continue
        person.news.clear()
        try:
            async with asyncio.timeout(0.25):
                await person.news.wait()
        except TimeoutError:
            pass


async def seat_all(tables: list[list[Person]], pace: Pace) -> list[asyncio.Task[None]]:
    """They come one after the other, and begin when all are there."""
    people, tasks = [person for table in tables for person in table], []
    for start in range(0, len(people), AT_ONCE):
        some = people[start : start + AT_ONCE]
        tasks += [asyncio.create_task(person.run()) for person in some]
        await asyncio.gather(*(person.news.wait() for person in some))
    for number, person in enumerate(people):
        start_s = READY_S + number / len(people) * pace.every_s
        tasks.append(asyncio.create_task(play(person, pace, start_s)))
    return tasks


async def rate_over(seconds: float) -> float:
    """Moves a second, of all tables."""
    before, begun = await asyncio.to_thread(moves_so_far), time.monotonic()
    await asyncio.sleep(seconds)
    after = await asyncio.to_thread(moves_so_far)
    return (after - before) / (time.monotonic() - begun)


def answered_since(tables: list[list[Person]], when: float) -> list[float]:
    answers = [answer for table in tables for one in table for answer in one.answers]
    return [ms for came, ms in answers if came - ms / 1000 > when]


def overdue() -> list[int]:
    """How late (ms) each deadline is that nobody has met yet."""
    from games.table import clock
    from games.table.models import Table

    now = clock.now_ms()
    return [now - due for due in Table.objects.due(at=now).values_list("due_ms", flat=True)]


async def fitting(stage: Stage, count: int, seconds: float) -> float:
    """How many moves a second fit: people who click at once."""
    tables = await asyncio.to_thread(open_tables, stage, count, False)
    tasks = await seat_all(tables, Pace(0.05))
    await asyncio.sleep(READY_S + 4)
    rate = await rate_over(seconds)
    await bench_live.settle(tasks)
    await asyncio.to_thread(bench_live.close_tables, stage, tables)
    return rate


async def heal(tables: list[list[Person]], patience_s: float = 60) -> float:
    """Seconds until deadlines are met in time again."""
    people, begun = [person for table in tables for person in table], time.monotonic()
    while (looked := time.monotonic()) < begun + patience_s:
        for person in people:
            person.late_ms.clear()
        await asyncio.sleep(1)
        late = [ms for person in people for ms in person.late_ms]
        late += await asyncio.to_thread(overdue)
        if percentile(late or [0], 0.95) <= ON_TIME_MS:
            return looked - begun
    return patience_s


async def rush(stage: Stage, count: int, fit: float, seconds: float) -> bool:
    pace = Pace(A_TURN * count / (2 * fit))
    print(f"{fit:.0f} moves a second fit; {count} tables, a click every {pace.every_s:.2f} s")
    tables = await asyncio.to_thread(open_tables, stage, count, True)
    tasks = await seat_all(tables, pace)
    await asyncio.sleep(READY_S + 2 * pace.every_s)
    cpu, begun = bench_live.Cpu(stage), time.time()
    late = asyncio.create_task(lateness(seconds))
    rate = await rate_over(seconds)
    answers, crossed = (
        answered_since(tables, begun),
        bench_live.crossings([table for table in tables if len(table) == 2]),
    )
    said = cpu.told(rate)
    refused = [code for table in tables for one in table for code in one.refused]
    pace.every_s *= 8
    healed_s = await heal(tables)
    resting = await rate_over(5)
    await bench_live.settle(tasks)
    p50, p99 = (percentile(answers, share) for share in (0.5, 0.99))
    print(f"   {rate:.0f} moves a second; {len(answers)} clicks; {said}")
    print(f"   deadlines, late by: {await late}")
    median, slowest = (percentile(crossed, share) for share in (0.5, 0.99))
    print(f"   to the other player: median {median:.0f} ms, slowest hundredth {slowest:.0f} ms")
    print(f"   refused: {Counter(refused)}")
    busy = sum(code in LOAD for code in refused)
    print(f"a click to its answer, median: {p50:.0f} ms")
    print(f"a click to its answer, slowest hundredth: {p99:.0f} ms (goal {P99_MS} ms)")
    print(f"acts refused because of the load: {busy} (goal 0)")
    print(f"   {resting:.0f} moves a second when they rest")
    print(f"deadlines met in time again after {healed_s:.1f} s (goal {HEALED_S:g} s)")
    await asyncio.to_thread(bench_live.close_tables, stage, tables)
    return p99 <= P99_MS and not busy and healed_s <= HEALED_S


async def lateness(seconds: float) -> str:
    seen, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        seen.append(max(await asyncio.to_thread(overdue), default=0))
        await asyncio.sleep(0.5)
    return f"{percentile(seen, 0.5):.0f} ms in the median of the latest, {max(seen)} ms at most"


async def measure(stage: Stage, options: argparse.Namespace) -> bool:
    fit = options.fit or await fitting(stage, 100, options.seconds / 3)
    return await rush(stage, options.tables, fit, options.seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--fit", type=float, default=0, help="moves a second, if known")
    options = parser.parse_args()
    gc.disable()  # of eight hundred clients in one process
    with Stage(own_valkey=True, own_postgres=True, webs=2) as stage:
        held = asyncio.run(measure(stage, options))
        for name in ("web", "web1", "worker"):
            said = "\n".join(line for line in stage.log(name).splitlines() if "event" in line)
            if said:
                print(f"-- {name} said:\n{said[-2000:]}")
    sys.exit(not held)


if __name__ == "__main__":
    main()
