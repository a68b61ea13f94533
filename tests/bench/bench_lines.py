"""Idle personal lines, with a real web process: python tests/bench/bench_lines.py

Uses DATABASE_URL and REDIS_URL if set, otherwise SQLite and an embedded Valkey.  Each player has
some notices and a seat at an open table.  Prints what the lines cost beside the goals."""

import argparse
import asyncio
import json
import os
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from websockets.asyncio.client import ClientConnection, connect  # noqa: E402

from tests.faults.stage import Stage  # noqa: E402

CORE, KIB, TOLD_S = 0.05, 40, 10.0
AT_ONCE = 20
NOTICES = 5


def used(pid: int) -> tuple[float, float]:
    """Processor seconds and KiB of a process, without the database file that SQLite maps."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    status = Path(f"/proc/{pid}/status").read_text()
    return seconds, float(status.split("RssAnon:")[1].split()[0])


def prepare(stage: Stage, count: int) -> list[str]:
    """Players with notices and a seat; their cookies."""
    from games.notices.kinds import Kind
    from games.notices.writer import notify
    from games.table.writer import play

    players = stage.people(count)
    for player in players:
        play.open_table(by=player, options="cap=20")
        for number in range(NOTICES):
            notify(player, Kind.OVER, f"TABLE{number}")
    return [stage.cookie(player) for player in players]


async def open_line(url: str, cookie: str) -> ClientConnection:
    line = await connect(
        f"{url.replace('http', 'ws')}/ws/me/",
        origin=url,
        additional_headers={"Cookie": cookie},
        compression=None,
        ping_interval=None,  # browsers do not ping
    )
    await line.send('{"hello": {"lobby": false}}')
    return line


async def told(line: ClientConnection, unread: int) -> None:
    async for text in line:
        if json.loads(text).get("me", {}).get("unread") == unread:
            return


async def read_on(line: ClientConnection) -> None:
    async for _ in line:
        pass


async def measure(stage: Stage, count: int, seconds: float) -> bool:
    from games.accounts.models import Player
    from games.notices.kinds import Kind
    from games.notices.writer import notify_all

    cookies = await asyncio.to_thread(prepare, stage, count)
    pid = stage.running["web"].pid
    first = await open_line(stage.url, cookies[0])  # what is loaded and cached for the first stays
    await told(first, NOTICES)
    _, before = used(pid)
    lines = [first]
    for start in range(1, count, AT_ONCE):
        opened = [open_line(stage.url, cookie) for cookie in cookies[start : start + AT_ONCE]]
        lines += await asyncio.gather(*opened)
    await asyncio.gather(*(told(line, NOTICES) for line in lines[1:]))
    readers = [asyncio.create_task(read_on(line)) for line in lines]
    await asyncio.sleep(6)
    (start_s, _), began = used(pid), time.monotonic()
    await asyncio.sleep(seconds)
    (end_s, after), passed = used(pid), time.monotonic() - began
    core, kib = (end_s - start_s) / passed, (after - before) / count
    for reader in readers:
        reader.cancel()
    await asyncio.gather(*readers, return_exceptions=True)
    began, (start_s, _) = time.monotonic(), used(pid)
    ids = await asyncio.to_thread(lambda: list(Player.objects.values_list("pk", flat=True)))
    await asyncio.to_thread(notify_all, ids, Kind.WAITS, "ABCD2345")
    await asyncio.gather(*(told(line, NOTICES + 1) for line in lines))
    all_s, core_s = time.monotonic() - began, used(pid)[0] - start_s
    print(f"{count} idle lines: {core:.1%} of a core (goal {CORE:.0%})")
    print(f"memory of a line: {kib:.0f} KiB (goal {KIB})")
    print(f"all told at once: {all_s:.1f} s, {core_s:.1f} s of a core")
    for line in lines:
        await line.close()
    return core <= CORE and kib <= KIB and all_s <= TOLD_S


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, most), most))
    with Stage(own_valkey=False) as stage:
        held = asyncio.run(measure(stage, options.lines, options.seconds))
        print(stage.log("web")[-2000:] if "Traceback" in stage.log("web") else "")
    sys.exit(not held)


if __name__ == "__main__":
    main()
