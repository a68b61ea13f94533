"""Ultimate War on the wire: python tests/bench/bench_ultimate_live.py [--seconds 300]

Two cases: eight people at one table with five acts a second each, and fifty tables of four bots.
Uses DATABASE_URL and REDIS_URL if set, otherwise SQLite and an embedded Valkey."""

import argparse
import asyncio
import json
import os
import random
import sys
import time
from bisect import bisect_left
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from websockets.asyncio.client import connect  # noqa: E402

from tests.bench.bench_live import Cpu, row  # noqa: E402
from tests.bench.ultimate_people import Deed, choice  # noqa: E402
from tests.faults.stage import Stage  # noqa: E402

SEATS, ACTS_PER_S = 8, 5
OPTIONS = f"seats={SEATS};cooldown=250;clock=7200000"
JITTER = 0.4  # of the pace: this much early or late, so that people collide
LOOK_S, BORED_S = 0.02, 0.5
TABLES, BOTS = 50, ["hunter", "hoarder", "martyr", "greedy"]
GOAL_PEOPLE_MS, GOAL_BOTS_MS = 100, 250
GOAL_RATE = 39.5  # acts/s: 40, minus what the last seconds of a table lose


class Browser:
    """One connection.  `shown`: when it first showed each version (epoch s)."""

    def __init__(self, url: str, code: str, cookie: str = "") -> None:
        self.address = f"{url.replace('http', 'ws')}/ws/table/{code}/"
        self.origin, self.cookie = url, cookie
        self.state: dict[str, Any] = {}
        self.shown: list[tuple[int, float]] = []
        self.asked: dict[str, float] = {}  # command -> when
        self.verdicts: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()
        self.done: list[tuple[int, float]] = []  # version of an act, and when it was sent
        self.happened: list[tuple[float, float]] = []  # game time of the newest event, arrival
        self.clock = 0.0  # game ms - our ms

    async def run(self) -> None:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        self.socket = await connect(
            self.address, origin=self.origin, additional_headers=headers, compression=None
        )
        await self.socket.send('{"hello": 0}')
        async for text in self.socket:
            self.hear(json.loads(text), time.time())

    def hear(self, message: dict[str, Any], now: float) -> None:
        if "view" in message:
            self.state = message
            self.clock = message["now"] - now * 1000
            self.shown.append((message["v"], now))
            if message["events"]:
                self.happened.append((message["events"][-1]["t"], now))
        elif "beat" in message:
            asyncio.create_task(self.socket.send(json.dumps({"probe": message["beat"]["probe"]})))
        elif name := message.get("ack") or message.get("reject"):
            self.verdicts[name] += 1
            self.codes[message.get("code", "")] += 1
            if "ack" in message:
                self.done.append((message["v"], self.asked[name]))

    def deed(self, luck: random.Random, *, bold: bool) -> Deed | None:
        """A possible act, as far as this client can see."""
        view = self.state.get("view")
        playing = view and view["may"]
        if not playing:
            return None
        return choice(view, time.time() * 1000 + self.clock, luck, bold=bold)

    async def say(self, act: str, args: dict[str, Any]) -> None:
        name = str(uuid4())
        self.asked[name] = time.time()
        await self.socket.send(json.dumps({"id": name, "act": act, **args}))


async def act(browser: Browser, luck: random.Random, offset: float) -> None:
    """Five acts a second, by the clock, without waiting for answers.  A player with nothing to do
    looks again and catches up later, at most at twice the pace."""
    begun, pace = time.monotonic() + offset, 1 / ACTS_PER_S
    earliest = 0.0
    for turn in count():
        due = begun + pace * (turn + luck.uniform(-JITTER, JITTER))
        await asyncio.sleep(max(0.0, max(due, earliest) - time.monotonic()))
        idle = time.monotonic()
        while (deed := browser.deed(luck, bold=time.monotonic() - idle > BORED_S)) is None:
            await asyncio.sleep(LOOK_S)
        await browser.say(*deed)
        earliest = time.monotonic() + pace / 2


def latencies(browsers: list[Browser]) -> list[float]:
    """ms from each act to each browser that shows it."""
    found = []
    for other in browsers:
        versions = [version for version, _ in other.shown]
        for actor in browsers:
            for version, asked in actor.done:
                at = bisect_left(versions, version)
                if at < len(versions):
                    found.append((other.shown[at][1] - asked) * 1000)
    return found


def open_table(people: list[Any]) -> Any:
    from games.table.writer import play as writer
    from games.table.writer.orders import Order

    table = writer.open_table(by=people[0], game="ultimate", options=OPTIONS)
    for player in people[1:]:
        writer.sit(Order(table, player))
    for player in people:
        writer.ready(Order(table, player), entropy=os.urandom(16))
    return table


async def one_round(url: str, code: str, cookies: list[str], seconds: float) -> "Round":
    """A table until a player is out of cards, or time is up."""
    browsers = [Browser(url, code, cookie) for cookie in cookies]
    tasks = [asyncio.create_task(browser.run()) for browser in browsers]
    while not all(browser.state for browser in browsers):
        await asyncio.sleep(0.02)
    gap, begun = 1 / ACTS_PER_S / len(browsers), time.monotonic()
    players = [
        asyncio.create_task(act(browser, random.Random(i), i * gap))
        for i, browser in enumerate(browsers)
    ]
    while time.monotonic() - begun < seconds:
        await asyncio.sleep(0.05)
        if any(seat["out"] for seat in browsers[0].state["view"]["seats"]):
            break
    for player in players:
        player.cancel()
    played = time.monotonic() - begun
    await asyncio.sleep(1.0)  # the last answers
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, *players, return_exceptions=True)
    return Round(played, browsers)


class Round(NamedTuple):
    """Seconds played at a table, and its players."""

    played: float
    browsers: list[Browser]


def people(stage: Stage, seconds: float) -> bool:
    """Eight people, five acts a second each; when a player is out, at another table."""
    seated = stage.people(SEATS)
    cookies = [stage.cookie(player) for player in seated]
    rounds: list[Round] = []
    cpu = Cpu(stage)
    while (left := seconds - sum(each.played for each in rounds)) > 0:
        code = open_table(seated).code
        rounds.append(asyncio.run(one_round(stage.url, code, cookies, left)))
    return report(rounds, cpu)


def report(rounds: list[Round], cpu: Cpu) -> bool:
    """Print the results; returns whether the goal was met."""
    crossings = sorted(ms for each in rounds for ms in latencies(each.browsers))
    browsers = [browser for each in rounds for browser in each.browsers]
    codes = sum((browser.codes for browser in browsers), Counter[str]())
    asked = sum(len(browser.asked) for browser in browsers)
    verdicts = [browser.verdicts[name] for browser in browsers for name in browser.asked]
    rate = asked / sum(each.played for each in rounds)
    done, refused = codes.pop("", 0), ", ".join(f"{n} {code}" for code, n in codes.most_common())
    note = f"{rate:.1f} acts/s at one table, {len(rounds)} tables"
    row("act of one of 8 to each of 8 browsers", crossings, note)
    print(f"   {cpu.told(rate)}")
    print(f"   {asked} acts: {done} done ({done / asked:.1%}), refused: {refused or 'none'}")
    print(f"   verdicts: {verdicts.count(1)} one, {verdicts.count(0)} none, {len(verdicts)} asked")
    p99 = crossings[int(len(crossings) * 0.99)]
    met = rate >= GOAL_RATE and set(verdicts) == {1} and p99 <= GOAL_PEOPLE_MS
    print(f"   acts a second at one table: {rate:.1f} (goal {GOAL_RATE})")
    print(f"   99 of 100 acts of people: {p99:.0f} ms (goal {GOAL_PEOPLE_MS})")
    return met


async def look_on(url: str, codes: list[str], seconds: float) -> list[Browser]:
    browsers = [Browser(url, code) for code in codes]
    tasks = [asyncio.create_task(browser.run()) for browser in browsers]
    await asyncio.sleep(5)
    for browser in browsers:
        browser.happened.clear()
        browser.shown.clear()
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return browsers


def bots(stage: Stage, seconds: float) -> bool:
    """Fifty tables of bots, with one browser each."""
    from games.table.models import Table
    from games.table.writer import play as writer

    tables = [writer.open_table(by=None, game="ultimate", bots=BOTS) for _ in range(TABLES)]
    cpu = Cpu(stage)
    browsers = asyncio.run(look_on(stage.url, [table.code for table in tables], seconds))
    delays = []
    moves = 0
    for table, browser in zip(tables, browsers, strict=True):
        started = Table.objects.values_list("started_ms", flat=True).get(pk=table.pk)
        delays += [at * 1000 - (started + happened) for happened, at in browser.happened]
        moves += browser.shown[-1][0] - browser.shown[0][0] if browser.shown else 0
    row(
        f"act of a bot to a browser, {TABLES} tables of 4", delays, f"{moves / seconds:.0f} moves/s"
    )
    print(f"   {cpu.told(moves / seconds)}")
    delays.sort()
    good = bool(delays) and delays[int(len(delays) * 0.99)] <= GOAL_BOTS_MS
    if delays:
        p99 = delays[int(len(delays) * 0.99)]
        print(f"   99 of 100 acts of bots: {p99:.0f} ms (goal {GOAL_BOTS_MS})")
    return good


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--only", choices=("", "people", "bots"), default="")
    chosen = parser.parse_args()
    with Stage(own_valkey=False) as stage:
        print(f"database: {'PostgreSQL' if stage.database else 'SQLite'}")
        print(f"{'ms':<52} {'n':>6} {'p50':>8} {'p95':>8} {'p99':>8}")
        good = [
            measure(stage, chosen.seconds)
            for name, measure in (("people", people), ("bots", bots))
            if chosen.only in ("", name)
        ]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
